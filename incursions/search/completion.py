"""Completion at the cursor: names of fields, and after an operator the words of a field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from incursions.search.directives import DIRECTIVES, SORT, SORTABLE, VIEW
from incursions.search.errors import Place
from incursions.search.fields import BY_NAME, FIELDS
from incursions.search.folding import as_typed, fold
from incursions.search.query import VIEWS
from incursions.search.tokens import LONGEST_QUERY
from incursions.search.values import Vocabulary, as_value

MOST_COMPLETIONS = 12
_UNFINISHED = re.compile(
    r"""
    (?: ^ | (?<=[\s(]) ) -?
    (?P<name> [^\s()":=<>!]* )
    (?: (?P<operator> [:=<>] | [!<>]= ) (?P<value> "[^"]* | [^\s()":=<>!]* ) )?
    $
    """,
    re.VERBOSE,
)
_REST_OF_NAME = re.compile(r'[^\s()":=<>!]*')
_REST_OF_VALUE = re.compile(r'[^\s()"]*')
_REST_IN_QUOTES = re.compile(r'(?:[^"]*")?')


class Completion(NamedTuple):
    """A completion: its text, the place in the query that it replaces, and a line of help."""

    text: str
    place: Place
    help: str


def complete(text: str, cursor: int, vocabulary: Vocabulary) -> list[Completion]:
    """Return the completions at the cursor: exact matches, then the rest in the order of the table.

    `vocabulary` is that of an index. There is nothing where a text or a number is expected, or inside a quoted phrase.
    """
    cursor = max(0, min(cursor, len(text)))
    if len(text) > LONGEST_QUERY:
        return []
    plain = as_typed(text)
    match = _UNFINISHED.search(plain[:cursor])
    if match is None or plain[: match.start()].count('"') % 2:
        return []
    offered = _names(match, plain) if match["operator"] is None else _values(match, plain, vocabulary)
    return list(offered)[:MOST_COMPLETIONS]


def _names(match: re.Match[str], text: str) -> Iterator[Completion]:
    place = Place(match.start("name"), _end_of(_REST_OF_NAME, text, match.end()))
    typed = fold(match["name"])
    begun = [field for field in FIELDS if any(name.startswith(typed) for name in field.names)]
    for field in sorted(begun, key=lambda field: typed not in field.names):
        yield Completion(f"{field.name}:", place, field.help)
    for name, about in DIRECTIVES.items():
        if name.startswith(typed):
            yield Completion(f"{name}:", place, about)


def _values(match: re.Match[str], text: str, vocabulary: Vocabulary) -> Iterator[Completion]:
    name, typed = fold(match["name"]), match["value"]
    rest = _REST_IN_QUOTES if typed.startswith('"') else _REST_OF_VALUE
    place = Place(match.start("value"), _end_of(rest, text, match.end()))
    about, words = _words_of(name, vocabulary)
    wanted = fold(typed.lstrip('"')).removeprefix("-" if name == SORT else "")
    sign = "-" if name == SORT and typed.startswith("-") else ""
    for word in words:
        if fold(word).startswith(wanted):
            yield Completion(sign + as_value(word), place, about)


def _words_of(name: str, vocabulary: Vocabulary) -> tuple[str, Iterable[str]]:
    if name in (SORT, VIEW):
        return DIRECTIVES[name], SORTABLE if name == SORT else VIEWS
    field = BY_NAME.get(name)
    return ("", ()) if field is None else (field.help, vocabulary.get(field.name, ()))


def _end_of(rest: re.Pattern[str], text: str, cursor: int) -> int:
    """Return the end of the word at the cursor, which may go on behind it."""
    match = rest.match(text, cursor)
    return match.end() if match else cursor
