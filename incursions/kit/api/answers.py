"""Answers of the API: JSON or a stored compressed form, ETags, 304 and `If-Match` (RFC 9110), and pages of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.request import MediaType
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from incursions.kit.api.problems import ProblemError
from incursions.kit.api.requests import Parameters, a_number
from incursions.kit.requests import JSON_TYPE

Shape: TypeAlias = serializers.Serializer
Text, Choice = serializers.CharField, serializers.ChoiceField
Number, Flag = serializers.IntegerField, serializers.BooleanField
Time, Day = serializers.DateTimeField, serializers.DateField
ListOf, DictOf = serializers.ListField, serializers.DictField
"""The shapes of answers, and the kinds of their fields."""
GZIP = "gzip"
TAKEN = (JSON_TYPE, "application/*", "*/*")
Chosen = tuple[BaseRenderer, str]


class AnyForm(BaseContentNegotiation):
    """A negotiation that ignores the Accept header, because the address alone decides the form. Refusals are JSON."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer."""
        return renderers[0], JSON_TYPE


class JsonAlone(AnyForm):
    """JSON, if the client takes it. Nothing else in `Accept` matters: an answer may be kept for others."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> Chosen:
        """Return the only renderer. Raises `NotAcceptable`."""
        is_said = bool(request.headers.get("Accept", "").strip())
        taken = (f"{kind.main_type}/{kind.sub_type}" for kind in request.accepted_types)
        if is_said and not any(kind.lower() in TAKEN for kind in taken):
            raise NotAcceptable(f"Only {JSON_TYPE} is available here.")
        return super().select_renderer(request, renderers)


def takes_gzip(accepted: str) -> bool:
    """Return True if this `Accept-Encoding` names gzip, or anything, with a quality above 0."""
    codings = map(MediaType, accepted.lower().split(","))  # they are written as types are
    quality = {coding.main_type: coding.quality for coding in codings}
    return quality.get(GZIP, quality.get("*", 0)) > 0


DIGEST_BYTES = 12
IF_MATCH = "If-Match"
ANY = "*"
SAFE = ("GET", "HEAD")
OF_CONTENT = ("content-type", "content-length", "content-encoding", "content-disposition")


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag, or 304 if the client has this version."""
    if response.status_code != 200 or request.method not in SAFE:
        return response
    if "ETag" not in response.headers:
        response.headers["ETag"] = etag_of(response.content)
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" not in known and response.headers["ETag"] not in {each.removeprefix("W/") for each in known}:
        return response
    kept = {name: value for name, value in response.items() if name.lower() not in OF_CONTENT}
    return HttpResponseNotModified(headers=kept)


def etag_of(content: bytes) -> str:
    """Return the strong ETag of a body."""
    return f'"{blake2b(content, digest_size=DIGEST_BYTES).hexdigest()}"'


def refuse_unseen(
    request: Request, read: Callable[..., Response] | None, hold: Callable[..., None], **address: Any
) -> None:
    """Raise `ProblemError` unless the request names the ETag of the current resource.

    `hold` lets what stands at the address stay as it is until the transaction ends, in which the change is made.
    """
    if read is None:
        detail = "There is nothing to read at this address, and so no ETag that could match."
        raise ProblemError("not_as_seen", detail)
    hold(**address)
    named = parse_etags(request.headers[IF_MATCH])
    if ANY not in named and etag_of(JSONRenderer().render(read(request, **address).data)) not in named:
        raise ProblemError("not_as_seen", "This has changed since you read it. Nothing was saved; read it again.")


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
    number, size = asked.number(PAGE, most=HIGHEST) or 1, asked.number(SIZE, most=MOST) or USUAL
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


def page_of(shape: type[Shape], **more: serializers.Field) -> Shape:
    """Return the serializer of a page of these items."""
    frame = {
        "count": Number(help_text="Of all pages"),
        "page": Number(),
        "pages": Number(help_text="How many there are"),
        "next": Text(allow_null=True, help_text="The address of the next page"),
        "previous": Text(allow_null=True),
        "results": shape(many=True),
    }
    return inline_serializer(f"{shape.__name__.removesuffix('Shape')}Page", {**frame, **more})


PAGE_PARAMETERS = [
    OpenApiParameter(PAGE, a_number(HIGHEST), description="From 1"),
    OpenApiParameter(SIZE, a_number(MOST), description=f"{USUAL} unless said"),
]


def _address(request: HttpRequest, page: int) -> str:
    """Return the address of another page of the list, without the host."""
    asked = {name: value for name, value in request.GET.items() if name != PAGE}
    return f"{request.path}?{urlencode({**asked, PAGE: page})}"
