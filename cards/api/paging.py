"""Pagination of the API's lists, with one envelope for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from cards.api.problems import ProblemError
from cards.api.requests import Parameters

PAGE, SIZE = "page", "page_size"
USUAL, MOST = 50, 500
HIGHEST = 1_000_000


def page_answer(
    request: HttpRequest,
    asked: Parameters,
    items: Sequence[Any] | QuerySet[Any],
    write: Callable[[Page], Sequence[Any]],
) -> dict[str, object]:
    """Return the page that is asked for as `write` makes it, with the addresses of its neighbours.

    Raises `ProblemError` behind the last page.
    """
    number, size = asked.number(PAGE, 1, most=HIGHEST), asked.number(SIZE, USUAL, most=MOST)
    pages = Paginator(items, size)
    if number > pages.num_pages:
        last = pages.num_pages
        raise ProblemError("no_such_page", f"There is no page {number}; the last one is {last}.", last=last)
    page = pages.page(number)
    return {
        "count": pages.count,
        "page": number,
        "pages": pages.num_pages,
        "next": _address(request, number + 1) if page.has_next() else None,
        "previous": _address(request, number - 1) if page.has_previous() else None,
        "results": write(page),
    }


def page_of(shape: type[serializers.Serializer], **more: serializers.Field) -> serializers.Serializer:
    """Return the serializer of a page of these items."""
    frame = {
        "count": serializers.IntegerField(help_text="Of all pages"),
        "page": serializers.IntegerField(),
        "pages": serializers.IntegerField(help_text="How many there are"),
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page"),
        "previous": serializers.CharField(allow_null=True),
        "results": shape(many=True),
    }
    return inline_serializer(f"{shape.__name__.removesuffix('Shape')}Page", {**frame, **more})


PAGE_PARAMETERS = [
    OpenApiParameter(PAGE, {"type": "integer", "minimum": 1, "maximum": HIGHEST}, description="From 1"),
    OpenApiParameter(SIZE, {"type": "integer", "minimum": 1, "maximum": MOST}, description=f"{USUAL} unless said"),
]


def _address(request: HttpRequest, page: int) -> str:
    """Return the address of another page of the list, without the host."""
    asked = {name: value for name, value in request.GET.items() if name != PAGE}
    return f"{request.path}?{urlencode({**asked, PAGE: page})}"
