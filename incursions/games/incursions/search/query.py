"""A parsed query with its order, view and errors; and the tokens that its text is cut into, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from incursions.kit.words import as_typed, fold

LONGEST_QUOTED = 40


class Place(NamedTuple):
    """The characters of a query from `start` up to, and without, `end`."""

    start: int
    end: int


class QueryError(ValueError):
    """A query that cannot be read, so nothing was searched.

    `code` names the kind of fault (such as ``field.unknown``), `place` is what to underline, `suggestion` what should
    stand there instead, None where nothing is near; `corrected` is the whole query with it. `text` is the query, which
    `parse` adds.
    """

    text = ""

    def __init__(self, code: str, place: Place, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code, self.place, self.message, self.suggestion = code, place, message, suggestion

    @property
    def corrected(self) -> str | None:
        """The query as it was probably meant; None if no correction is near."""
        if self.suggestion is None:
            return None
        return self.text[: self.place.start] + self.suggestion + self.text[self.place.end :]


def quote_typed(typed: str) -> str:
    """Return the typed text in quotes for a sentence, shortened if it is long."""
    return f"“{typed if len(typed) <= LONGEST_QUOTED else typed[:LONGEST_QUOTED] + '…'}”"


VIEWS = ("list", "text", "pictures")
COMPARING = ":=<>!≤≥≠"  # signs with which operators are written, or meant
JOINING_WORDS = ("and", "or", "not")


@dataclass(frozen=True, slots=True)
class Words:
    """Words that stand in the title or the text; `*` stands for anything."""

    text: str

    def __str__(self) -> str:
        is_plain = fold(self.text) not in JOINING_WORDS and not self.text.startswith("-")
        return self.text if is_plain and not set(self.text) & set(f' ()"|&{COMPARING}') else f'"{self.text}"'


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field compared with a value. `operator` is one of ``: = != < <= > >=``."""

    field: str
    operator: str
    value: str

    def __str__(self) -> str:
        value = f'"{self.value}"' if set(self.value) & set(" ()") or self.value[0] in COMPARING else self.value
        return f"{self.field}{self.operator}{value}"


@dataclass(frozen=True, slots=True)
class Not:
    """A negated condition."""

    part: Condition

    def __str__(self) -> str:
        return f"-({self.part})" if isinstance(self.part, Together | Either) else f"-{self.part}"


@dataclass(frozen=True, slots=True)
class Together:
    """All of two or more."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " ".join(f"({part})" if isinstance(part, Either) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Either:
    """A condition that holds if at least one of its parts does. There are two parts or more."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


Condition = Words | Comparison | Not | Together | Either


@dataclass(frozen=True, slots=True)
class Sort:
    """A field to sort by, with its direction."""

    field: str
    descending: bool = False

    def __str__(self) -> str:
        return f"sort:{'-' * self.descending}{self.field}"


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: a condition (None: every piece), the orders by precedence, and one of `VIEWS` or "" for none."""

    condition: Condition | None = None
    sorts: tuple[Sort, ...] = ()
    view: str = ""

    def __str__(self) -> str:
        condition = "" if self.condition is None else str(self.condition)
        view = f"view:{self.view}" if self.view else ""
        return " ".join(filter(None, (condition, *map(str, self.sorts), view)))


def join_conditions(kind: type[Together | Either], parts: list[Condition]) -> Condition:
    """Return the parts joined as one condition, without repeats, and with nested conditions of that kind flattened."""
    flat: dict[Condition, None] = {}
    for part in parts:
        flat |= dict.fromkeys(part.parts if isinstance(part, kind) else (part,))
    return next(iter(flat)) if len(flat) == 1 else kind(tuple(flat))


def negate(part: Condition) -> Condition:
    """Return the negation of a condition."""
    return part.part if isinstance(part, Not) else Not(part)


def bare_words(condition: Condition | None) -> list[Words]:
    """Return the bare words of a condition, without the negated ones."""
    if isinstance(condition, Words):
        return [condition]
    parts = condition.parts if isinstance(condition, Together | Either) else ()
    return [words for part in parts for words in bare_words(part)]


LONGEST_QUERY = 1000
OPERATORS = (":", "=", "!=", "<", "<=", ">", ">=")
MEANT = {"=>": ">=", "=<": "<=", "==": "=", "<>": "!=", "><": "!=", ":=": "=", "::": ":", "=!": "!="}
MEANT |= {f":{operator}": operator for operator in ("<", "<=", ">", ">=", "!=")}
MEANT |= {"≤": "<=", "≥": ">=", "≠": "!="}
_FAULT = re.compile(  # U+FFFD stands where bytes were no text
    r"(?P<unreadable>\ufffd+)|(?P<control_character>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]+)"
)
FAULTS = {
    "query.control_character": "There is a control character here (U+{:04X}), which no piece prints.",
    "query.unreadable": "There are bytes here that are not a character; queries are sent in UTF-8.",
}
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
    if len(text) > LONGEST_QUERY:
        message = f"A query has at most {LONGEST_QUERY:,} characters; this one has {len(text):,}."
        raise QueryError("query.too_long", Place(LONGEST_QUERY, len(text)), message)
    fault = _FAULT.search(text)
    if fault:
        code = f"query.{fault.lastgroup}"
        raise QueryError(code, Place(*fault.span()), FAULTS[code].format(ord(fault[0][0])), "")
    end = Place(len(text), len(text))
    return [*_cut(text), Token(TokenKind.END, end)]


def _cut(text: str) -> Iterator[Token]:
    """Yield the tokens of a query without its spaces. Raises `QueryError` for a quote that is never closed."""
    for match in _TOKEN.finditer(as_typed(text)):
        place = Place(*match.span())
        if match["space"]:
            continue
        if "" in (match["end"], match["end_of_phrase"]):
            start = match.start("in_quotes" if match["operator"] else "phrase") - 1
            message = "This quote is never closed."
            raise QueryError("quote.not_closed", Place(start, len(text)), message, text[start:] + '"')
        if match["operator"]:
            value = match["value"] if match["in_quotes"] is None else match["in_quotes"]
            yield Token(TokenKind.COMPARISON, place, match["name"], match["operator"], value)
        elif match["open"] or match["close"] or match["minus"]:
            yield Token(TokenKind(match[0]), place)
        elif match["word"] and fold(match["word"]) in JOINING_WORDS:
            yield Token(TokenKind(fold(match["word"])), place)
        else:
            yield Token(TokenKind.WORDS, place, value=match["word"] or match["phrase"] or "")
