"""Texts of the API for people: its guide, docs/api.md as a page, and the query language in its documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from incursions.search import FIELDS
from incursions.search.fields import Field
from incursions.search.parsing import DEEPEST_BRACKETS, MOST_TERMS
from incursions.search.tokens import LONGEST_QUERY
from incursions.search.wording import LANGUAGE, OPERATORS

FILE = "docs/api.md"
WIDE = re.compile("<(pre|table)>")  # what scrolls sideways on a phone, and must do so by keys
ROWS = {"Reading": "reading", "Checks and imports": "work"}


@cache
def guide_html() -> SafeString:
    """Return the guide as HTML without its title. Table rows that begin with a word of code get an anchor."""
    _title, _, text = (settings.ROOT / FILE).read_text(encoding="utf-8").partition("\n")
    return SafeString(WIDE.sub(r'<\1 tabindex="0">', _reader().render(text)))


def rates_here() -> list[tuple[str, str, str]]:
    """Return what is counted, with the rates of addresses and of accounts."""
    rates = settings.API_RATES
    return [(about, rates[f"{kind}_anonymous"], rates[f"{kind}_user"]) for about, kind in ROWS.items()]


def _link_rows(state: StateCore) -> None:
    for opening, first in pairwise(state.tokens):
        children = first.children or []
        if opening.type == "td_open" and len(children) == 1 and children[0].type == "code_inline":
            opening.attrSet("id", children[0].content)


def _reader() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.core.ruler.push("link_rows", _link_rows)
    return markdown


def _query_help() -> Iterator[str]:
    yield "`q` is a query in the language of the site's search. Whatever stands side by side must hold."
    yield ""
    yield "| Query | What it does |"
    yield "|---|---|"
    yield from (f"| {_code(means.example)} | {means.does} |" for means in LANGUAGE)
    yield ""
    yield "| Field | Also | Asks | Example | About |"
    yield "|---|---|---|---|---|"
    yield from map(_field_row, FIELDS)
    yield ""
    yield (
        f"A query has at most {LONGEST_QUERY} characters and {MOST_TERMS} terms, and brackets at most "
        f"{DEEPEST_BRACKETS} deep. One that cannot be read is answered with `bad_query`, and nothing is searched."
    )


def _field_row(field: Field) -> str:
    also = ", ".join(map(_code, field.aliases))
    asks = " ".join(map(_code, OPERATORS[field.type]))
    return f"| {_code(field.name)} | {also} | {asks} | {_code(field.example)} | {field.help} |"


def _code(text: str) -> str:
    escaped = text.replace("|", r"\|")
    return f"`{escaped}`"


QUERY_HELP = "\n".join(_query_help())
