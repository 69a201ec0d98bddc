"""A deck file before any title is looked up: entries with their places, and faults."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from incursions.kit.words import clean_text, quote, refused_sign

LONGEST_NAME = 100  # characters
LONGEST_TYPED = 200  # of a title, which may be typed with an accent after each letter
MOST_COPIES = 999_999  # that are read; how many are legal is the evaluator's matter
MOST_LINES = 20_000  # twice a large catalogue
LONGEST_TEXT = 2_000_000  # characters


def as_line(text: str) -> str:
    """Return the text. Raises ValueError if it holds a sign that no line may hold."""
    sign = refused_sign(text)
    if sign is not None:
        raise ValueError(f"{text!r} holds {sign}")
    return text


class Part(StrEnum):
    """The place of a piece: outside the deck (rules 3.5, 3.8), in deck or hexpile, or in a pool (rules 22)."""

    SHIP = "ship"
    CAPTAIN = "captain"
    STAND_IN = "stand_in"
    DECK = "deck"
    HEXPILE = "hexpile"
    POOL = "pool"


OUTSIDE = (Part.SHIP, Part.CAPTAIN, Part.STAND_IN)


class Fault(NamedTuple):
    """A fault of a file. `line` counts from 1; it is 0 if no line is at fault, as in well-formed JSON."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class Entry(NamedTuple):
    """Copies of a piece, as typed."""

    line: int
    part: Part
    copies: int
    typed: str


class Sheet:
    """The contents of a file. A pool may repeat a heading or section; a deck may not."""

    def __init__(self, *, is_pool: bool = False) -> None:
        self.is_pool = is_pool
        self.name = ""
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []
        self._outside: set[Part] = set()

    def refuse(self, line: int, reason: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(line, reason))

    def call(self, line: int, name: str) -> None:
        """Set the name of the deck."""
        cleaned = self._clean(line, name, "the name", LONGEST_NAME)
        if cleaned is not None and self.name:
            self.refuse(line, "the name appears twice")
        elif cleaned is not None:
            self.name = cleaned

    def add_outside(self, line: int, part: Part, typed: str) -> None:
        """Add a piece that stands outside the deck."""
        if part in self._outside and not self.is_pool:
            self.refuse(line, f"{name_of_part(part)} appears twice")
        else:
            self._outside.add(part)
            self.add(line, part, 1, typed)

    def add(self, line: int, part: Part, copies: int, typed: str) -> None:
        """Add an entry, or a fault if the title or the number of copies is not allowed."""
        cleaned = self._clean(line, typed, f"{name_of_part(part)}: the title", LONGEST_TYPED)
        if cleaned is None:
            return
        if copies < 1:
            self.refuse(line, f"{name_of_part(part)}, {quote(cleaned)}: at least one copy was expected, not {copies}")
        elif copies > MOST_COPIES:
            self.refuse(line, f"{name_of_part(part)}, {quote(cleaned)}: at most {MOST_COPIES} copies were expected")
        else:
            self.entries.append(Entry(line, part, copies, cleaned))

    def _clean(self, line: int, text: str, what: str, longest: int) -> str | None:
        """Return the text without invisible characters; note a fault and return None if it is not allowed."""
        sign = refused_sign(text)
        cleaned = clean_text(text)
        if sign is not None:
            self.refuse(line, f"{what} holds {sign}")
        elif not cleaned:
            self.refuse(line, f"{what} is empty; leave it out where there is none")
        elif len(cleaned) > longest:
            self.refuse(line, f"{what} is longer than {longest} characters")
        else:
            return cleaned
        return None


def name_of_part(part: Part) -> str:
    """Return the name of a part in words."""
    return part.value.replace("_", "-")
