"""Cuts the text of a query into tokens, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from incursions.games.incursions.search.folding import as_typed, fold
from incursions.games.incursions.search.query import JOINING_WORDS, Place, QueryError

LONGEST_QUERY = 1000
OPERATORS = (":", "=", "!=", "<", "<=", ">", ">=")
MEANT = {"=>": ">=", "=<": "<=", "==": "=", "<>": "!=", "><": "!=", ":=": "=", "::": ":", "=!": "!="}
MEANT |= {f":{operator}": operator for operator in ("<", "<=", ">", ">=", "!=")}
MEANT |= {"≤": "<=", "≥": ">=", "≠": "!="}
UNREADABLE = "\ufffd"  # what stands where bytes were no text
FAULTS = {
    "query.control_character": "Here stands a control character (U+{:04X}), which no piece prints.",
    "query.unreadable": "Here stands something that could not be read as a sign; queries are sent in UTF-8.",
}
_SPACES = "\t\n\r"
_TOKEN = re.compile(
    r"""
    (?P<space> \s+ )
    | (?P<open> \( ) | (?P<close> \) ) | (?P<minus> - )
    | (?P<name> (?: [^\s()":=<>!≤≥≠] | !(?!=) )* ) (?P<operator> (?: [:=<>≤≥≠] | != ) [:=<>!≤≥≠]* )
      (?: "(?P<in_quotes> [^"]* ) (?P<end> "? ) | (?P<value> [^\s()"]* ) )
    | "(?P<phrase> [^"]* ) (?P<end_of_phrase> "? )
    | (?P<word> (?: [^\s()":=<>!≤≥≠] | !(?!=) )+ )
    """,
    re.VERBOSE,
)


class TokenKind(StrEnum):
    """The kind of a token. The value of a joining word is its spelling."""

    OPEN = "("
    CLOSE = ")"
    MINUS = "-"
    AND = "and"
    OR = "or"
    NOT = "not"
    WORDS = "words"
    COMPARISON = "comparison"
    END = "end"


class Token(NamedTuple):
    """A token of a query. A comparison has `name`, `operator` and `value`; in words, `value` is the text."""

    kind: TokenKind
    place: Place
    name: str = ""
    operator: str = ""
    value: str = ""

    @property
    def is_bare(self) -> bool:
        """Return True for words without quotes."""
        return self.place.end - self.place.start == len(self.value)

    @property
    def place_of_name(self) -> Place:
        """Return where the name of the field stands."""
        return Place(self.place.start, self.place.start + len(self.name))

    @property
    def place_of_operator(self) -> Place:
        """Return where the operator stands."""
        start = self.place_of_name.end
        return Place(start, start + len(self.operator))

    @property
    def place_of_value(self) -> Place:
        """Return where the value stands, its quotes included."""
        return Place(self.place_of_operator.end, self.place.end)


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a query and a final END. Raises `QueryError`."""
    _check_signs(text)
    end = Place(len(text), len(text))
    return [*_cut(text), Token(TokenKind.END, end)]


def _check_signs(text: str) -> None:
    if len(text) > LONGEST_QUERY:
        message = f"A query has at most {LONGEST_QUERY:,} characters; this one has {len(text):,}."
        raise QueryError("query.too_long", text, Place(LONGEST_QUERY, len(text)), message)
    runs = groupby(range(len(text)), lambda at: _fault_of(text[at]))
    for code, run in runs:
        if code:
            first, *others = run
            raise QueryError(
                code, text, Place(first, first + 1 + len(others)), FAULTS[code].format(ord(text[first])), ""
            )


def _fault_of(sign: str) -> str:
    """Return the fault of a sign that cannot stand in a query; empty if it can."""
    if sign == UNREADABLE:
        return "query.unreadable"
    return "query.control_character" if category(sign) in ("Cc", "Cs") and sign not in _SPACES else ""


def _cut(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(as_typed(text)):
        place = Place(*match.span())
        if match["space"]:
            continue
        if "" in (match["end"], match["end_of_phrase"]):
            start = match.start("in_quotes" if match["operator"] else "phrase") - 1
            message = "This quote is never closed."
            raise QueryError("quote.not_closed", text, Place(start, len(text)), message, text[start:] + '"')
        if match["operator"]:
            value = match["value"] if match["in_quotes"] is None else match["in_quotes"]
            yield Token(TokenKind.COMPARISON, place, match["name"], match["operator"], value)
        else:
            yield _simple(match, place)


def _simple(match: re.Match[str], place: Place) -> Token:
    if match["open"] or match["close"] or match["minus"]:
        return Token(TokenKind(match[0]), place)
    if match["word"] and fold(match["word"]) in JOINING_WORDS:
        return Token(TokenKind(fold(match["word"])), place)
    return Token(TokenKind.WORDS, place, value=match["word"] or match["phrase"] or "")
