"""The API about itself: its index, guide and documents, and the answer for unknown addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.conditional import SAFE
from cards.api.guide import guide_html, rates_here
from cards.api.operations import operation
from cards.api.problems import ProblemError, plain_problem
from cards.api.view import ApiView, PublicView

LISTED = ("pieces", "rulings", "formats", "catalogue", "decks", "import", "check", "schema", "docs", "guide")
OF_PLAYERS = {"ratings": "players_api:ratings"}  # of another app, which is named and no more
ROOT = inline_serializer("Root", {name: serializers.CharField() for name in (*LISTED, *OF_PLAYERS)})


class Root(PublicView):
    """The index of the API."""

    @operation("root", "See what there is", ROOT)
    def get(self, request: Request) -> Response:
        """The address of each resource."""
        names = {name: f"api:{name}" for name in LISTED} | OF_PLAYERS
        return Response({name: reverse(view) for name, view in names.items()})


class Nothing(ApiView):
    """Whatever address there is not."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise the refusal for an address without a resource, for every method."""
        super()._count(request)
        raise ProblemError("no_such_address", _nothing_at(request.path))


class Schema(PublicView):
    """All of this as OpenAPI, made once by each process."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the description of every operation as JSON."""
        return HttpResponse(render_schema(), content_type="application/json")


@cache
def render_schema() -> bytes:
    """Return the OpenAPI schema as JSON."""
    return json.dumps(SchemaGenerator().get_schema(public=True), ensure_ascii=False).encode()


def _page(template: str, context: Callable[[], dict[str, object]] = dict) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view of a page among the resources, which answers other methods than reading as resources do."""

    @csrf_exempt  # it changes nothing
    def show(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE:
            return render(request, template, {"here": "api", **context()})
        message = f"This is a page, to read with {' or '.join(SAFE)}."
        return plain_problem("method_not_allowed", message, {"Allow": ", ".join(SAFE)})

    return show


docs = _page("api/docs.html")
guide = _page("api/guide.html", lambda: {"guide": guide_html(), "rates": rates_here()})


def _nothing_at(path: str) -> str:
    slashed = f"{path}/"
    try:
        found = resolve(slashed)
    except Resolver404:
        return "There is nothing at this address."
    return "There is nothing at this address." if found.url_name == "nothing" else f"Perhaps you mean {slashed}."
