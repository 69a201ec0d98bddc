"""A parsed query: conditions joined by and, or, not; the order; the view.

Printing a query gives its canonical text, which reads back as the same query.
"""

from __future__ import annotations

from dataclasses import dataclass

from incursions.search.folding import fold

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
