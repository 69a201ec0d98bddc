"""The search page, the completions of its box, and the page about the query language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.finding import current_finding
from cards.paging import NoSuchPageError, page_number
from cards.searching import fault_of, search, typable
from incursions.search import FIELDS, QueryError, SearchIndex, TypedQuery, complete
from incursions.search.fields import BY_NAME, Field
from incursions.search.parsing import DEEPEST_BRACKETS, DIRECTIVES, MOST_TERMS
from incursions.search.query import Query
from incursions.search.tokens import LONGEST_QUERY
from incursions.search.wording import LANGUAGE, OPERATORS

LONGEST_DIRECTIVE = 40
KIND = BY_NAME["kind"]


@require_safe
def pieces(request: HttpRequest) -> HttpResponse:
    """Render a page of search results. A faulty query or page number is refused with a way on."""
    finding, text = current_finding(), request.GET.get("q", "")
    kinds = finding.index.facet(KIND, Query())
    context: dict[str, object] = {
        "here": "cards",
        "text": text,
        "box": typable(text),
        "longest": LONGEST_QUERY,
        "kinds": kinds,
    }
    try:
        directed = _apply_controls(finding.index, text, request.GET)
        if directed != text:
            return redirect(f"{request.path}?{urlencode({'q': directed})}")
        found = search(finding, text, page_number(request.GET.get("page", "1")))
    except QueryError as error:
        context["fault"], status = fault_of(error, finding.index.suggest_query(error)), HTTPStatus.BAD_REQUEST
    except NoSuchPageError as error:
        context["no_page"], status = error, error.status
    else:
        context["found"], status = found, HTTPStatus.OK
    return render(request, "cards/search.html", context, status=status)


@require_safe
def completions(request: HttpRequest) -> JsonResponse:
    """Answer the completions at a place of a query: texts, their places, and a line of help."""
    text, cursor = request.GET.get("q", ""), request.GET.get("cursor", "")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= len(str(LONGEST_QUERY))):
        return JsonResponse({"error": "The cursor is a number of signs."}, status=HTTPStatus.BAD_REQUEST)
    offered = complete(text, int(cursor), current_finding().index.vocabulary)
    found = [{"text": one.text, "start": one.place.start, "end": one.place.end, "help": one.help} for one in offered]
    return JsonResponse({"completions": found})


def _apply_controls(index: SearchIndex, text: str, asked: Mapping[str, str]) -> str:
    """Return the query with the order and view that the page's controls ask for, written as directives."""
    for name in DIRECTIVES:
        if name in asked:
            index.parse(text)
            text = TypedQuery(text, index.vocabulary).with_directive(name, asked[name][:LONGEST_DIRECTIVE])
    return text


class FieldHelp(NamedTuple):
    """A field, its operators with their meaning, and the words that it can have."""

    field: Field
    operators: Mapping[str, str]
    words: Sequence[str]


@require_safe
def language_help(request: HttpRequest) -> HttpResponse:
    """Show every means of the language and every field, each with an example that runs."""
    words = current_finding().index.vocabulary
    context = {
        "here": "cards",
        "means": LANGUAGE,
        "fields": [FieldHelp(field, OPERATORS[field.type], words.get(field.name, ())) for field in FIELDS],
        "longest": LONGEST_QUERY,
        "most_terms": MOST_TERMS,
        "deepest": DEEPEST_BRACKETS,
    }
    return render(request, "cards/search_help.html", context)
