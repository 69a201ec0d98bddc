"""The page that explains the query language; all that it says of fields comes from the one table of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.finding import current_finding
from incursions.search import FIELDS, SearchIndex
from incursions.search.fields import Field
from incursions.search.parsing import DEEPEST_BRACKETS, MOST_TERMS
from incursions.search.tokens import LONGEST_QUERY
from incursions.search.wording import LANGUAGE, OPERATORS


class FieldHelp(NamedTuple):
    """A field, its operators with what they ask, and the words that it can have."""

    field: Field
    operators: Mapping[str, str]
    words: Sequence[str]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every means of the language and every field, each with an example that runs."""
    context = {
        "here": "cards",
        "means": LANGUAGE,
        "fields": fields_help(current_finding().index),
        "longest": LONGEST_QUERY,
        "most_terms": MOST_TERMS,
        "deepest": DEEPEST_BRACKETS,
    }
    return render(request, "cards/search_help.html", context)


def fields_help(index: SearchIndex) -> list[FieldHelp]:
    """All fields in the order of their table."""
    return [FieldHelp(field, OPERATORS[field.type], index.vocabulary.get(field.name, ())) for field in FIELDS]
