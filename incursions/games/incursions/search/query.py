"""A parsed query: conditions joined by and, or, not; the order; the view; and errors with place and suggestion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from incursions.games.incursions.search.folding import fold

LONGEST_QUOTED = 40


class Place(NamedTuple):
    """The characters of a query from `start` up to, and without, `end`."""

    start: int
    end: int


class QueryError(ValueError):
    """A query that cannot be read, so nothing was searched.

    `code` names the kind of fault (such as ``field.unknown``), `place` is what to underline, `suggestion` what should
    stand there instead, None where nothing is near; `corrected` is the whole query with it.
    """

    def __init__(self, code: str, text: str, place: Place, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code, self.text, self.place, self.message, self.suggestion = code, text, place, message, suggestion

    @property
    def corrected(self) -> str | None:
        """The query as it was probably meant; None if no correction is near."""
        if self.suggestion is None:
            return None
        return self.text[: self.place.start] + self.suggestion + self.text[self.place.end :]


def quote_typed(typed: str) -> str:
    """Return the typed text in quotes for a sentence, shortened if it is long."""
    return f"“{typed if len(typed) <= LONGEST_QUOTED else typed[:LONGEST_QUOTED] + '…'}”"


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, or None if none is near."""
    by_folded = {fold(word): word for word in known}
    found = get_close_matches(fold(typed), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


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
