"""The query language in the documents of the API: made of the one table of fields, as the help page is."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.search import FIELDS
from incursions.search.fields import Field
from incursions.search.parsing import DEEPEST_BRACKETS, MOST_TERMS
from incursions.search.tokens import LONGEST_QUERY
from incursions.search.wording import LANGUAGE, OPERATORS


def _help() -> Iterator[str]:
    yield "`q` is a query in the language of the site's search. Whatever stands side by side must hold."
    yield ""
    yield "| Query | What it does |"
    yield "|---|---|"
    yield from (f"| {_code(means.example)} | {means.does} |" for means in LANGUAGE)
    yield ""
    yield "| Field | Also | Asks | Example | About |"
    yield "|---|---|---|---|---|"
    yield from map(_row, FIELDS)
    yield ""
    yield (
        f"A query has at most {LONGEST_QUERY} characters and {MOST_TERMS} terms, and brackets at most "
        f"{DEEPEST_BRACKETS} deep. One that cannot be read is answered with `bad_query`, and nothing is searched."
    )


def _row(field: Field) -> str:
    also = ", ".join(map(_code, field.aliases))
    asks = " ".join(map(_code, OPERATORS[field.type]))
    return f"| {_code(field.name)} | {also} | {asks} | {_code(field.example)} | {field.help} |"


def _code(text: str) -> str:
    escaped = text.replace("|", r"\|")
    return f"`{escaped}`"


QUERY_HELP = "\n".join(_help())
