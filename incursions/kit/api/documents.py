"""The documents of the API: its guide and schema, and the answer for unknown addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from rest_framework.request import Request

from incursions.kit.api.answers import SAFE
from incursions.kit.api.problems import ProblemError, plain_problem
from incursions.kit.api.views import ApiView, PublicView
from incursions.kit.requests import JSON_TYPE

FILE = "docs/api.md"
WIDE = re.compile("<(pre|table)>")  # what scrolls sideways on a phone, and must do so by keys
ROWS = {"Reading": "reading", "Checks and imports": "work"}


@cache
def guide_html() -> SafeString:
    """Return the guide as HTML without its title. Table rows that begin with a word of code get an anchor."""
    _title, _, text = (settings.ROOT / FILE).read_text(encoding="utf-8").partition("\n")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.core.ruler.push("link_rows", _link_rows)
    return SafeString(WIDE.sub(r'<\1 tabindex="0">', markdown.render(text)))


def rates_here() -> list[tuple[str, str, str]]:
    """Return what is counted, with the rates of addresses and of accounts."""
    rates = settings.API_RATES
    return [(about, rates[f"{kind}_anonymous"], rates[f"{kind}_user"]) for about, kind in ROWS.items()]


def _link_rows(state: StateCore) -> None:
    """Give each table row that begins with a word of code an anchor of that name."""
    for opening, first in pairwise(state.tokens):
        children = first.children or []
        if opening.type == "td_open" and len(children) == 1 and children[0].type == "code_inline":
            opening.attrSet("id", children[0].content)


class Nothing(ApiView):
    """Whatever address there is not."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise the refusal for an address without a resource, for every method."""
        super()._count(request)
        slashed, detail = f"{request.path}/", "There is nothing at this address."
        with suppress(Resolver404):
            if resolve(slashed).url_name != "nothing":
                detail = f"Perhaps you mean {slashed}."
        raise ProblemError("no_such_address", detail)


class Schema(PublicView):
    """All of this as OpenAPI, made once by each process."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the description of every operation as JSON."""
        return HttpResponse(render_schema(), content_type=JSON_TYPE)


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
