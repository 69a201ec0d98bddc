"""Writes codes: one for each deck, whatever the order in which it was put together."""

from __future__ import annotations

from incursions.deck_files.codes.layout import (
    BY_NUMBER,
    FIRST_SET,
    MOST_COPIES,
    MOST_TITLES,
    NOTHING,
    PILES,
    STEP,
    WRITTEN_OUT,
    check_of,
)
from incursions.deck_files.codes.letters import lettered
from incursions.deck_files.codes.numbers import Number, Numbers
from incursions.deck_files.codes.packing import packed_number, packed_text
from incursions.deck_files.sheet import OUTSIDE, Part
from incursions.deck_files.signs import refused_sign
from incursions.rules.construction import DeckContent
from incursions.rules.construction.content import Counts


def code_of(content: DeckContent, numbers: Numbers, name: str = "") -> str:
    """The share code of a deck. Pieces without a number, or where none of their kind belongs, are written out.

    Raises ValueError for a name or title that no code can hold, too many copies, and too many titles.
    """
    return lettered(_Packing(content, numbers).payload(name))


class _Packing:
    """A deck under way into bytes."""

    def __init__(self, content: DeckContent, numbers: Numbers) -> None:
        self.content = content
        self.numbers = numbers
        self.checked: list[str] = []  # titles by number, in the order in which they stand
        piles = ((title, part is Part.HEXPILE) for part in PILES for title in self._counts(part))
        pieces = [*((title, False) for title in content.outside), *piles]
        named = {number.set for title, tile in pieces if (number := numbers.of(title, tile=tile))}
        self.sets = (FIRST_SET, *sorted(named - {FIRST_SET}))

    def payload(self, name: str) -> bytes:
        others = self.sets[1:]
        packed = [_text(name), packed_number(len(others)), *map(packed_text, others)]
        packed += [self._outside(getattr(self.content, part.value)) for part in OUTSIDE]
        packed += [self._pile(part) for part in PILES]
        return b"".join([*packed, check_of(self.checked)])

    def _counts(self, part: Part) -> Counts:
        return self.content.cards if part is Part.DECK else self.content.hexpile

    def _outside(self, title: str | None) -> bytes:
        if title is None:
            return packed_number(NOTHING)
        number = self.numbers.of(title, tile=False)
        if number is None:
            return packed_number(WRITTEN_OUT) + _text(title)
        self.checked.append(title)
        return packed_number(BY_NUMBER + self.sets.index(number.set)) + packed_number(number.number)

    def _pile(self, part: Part) -> bytes:
        counts = self._counts(part)
        if len(counts) > MOST_TITLES:
            raise ValueError(f"{part}: a code holds at most {MOST_TITLES} titles")
        numbered = {title: self.numbers.of(title, tile=part is Part.HEXPILE) for title in counts}
        packed = [self._numbered(code, numbered, counts) for code in self.sets]
        written_out = sorted(title for title, number in numbered.items() if number is None)
        packed.append(packed_number(len(written_out)))
        packed += [_text(title) + packed_number(_copies(title, counts) - 1) for title in written_out]
        return b"".join(packed)

    def _numbered(self, code: str, numbered: dict[str, Number | None], counts: Counts) -> bytes:
        """The pieces of one set, by number."""
        of_set = sorted((number, title) for title, number in numbered.items() if number and number.set == code)
        packed, before = [packed_number(len(of_set))], 0
        for number, title in of_set:
            packed.append(_piece(number.number - before - 1, _copies(title, counts)))
            self.checked.append(title)
            before = number.number
        return b"".join(packed)


def _piece(way: int, copies: int) -> bytes:
    if copies < STEP:
        return packed_number(way * STEP + copies - 1)
    return packed_number(way * STEP + STEP - 1) + packed_number(copies - STEP)


def _copies(title: str, counts: Counts) -> int:
    if counts[title] > MOST_COPIES:
        raise ValueError(f"{title!r}: a code holds at most {MOST_COPIES} copies")
    return counts[title]


def _text(text: str) -> bytes:
    sign = refused_sign(text)
    if sign is not None:
        raise ValueError(f"{text!r} holds {sign}")
    return packed_text(text)
