"""Reads codes: whole, or not at all; and never another piece than the one that was meant."""

from __future__ import annotations

from incursions.deck_files.codes.layout import (
    BY_NUMBER,
    CHECK,
    FIRST_SET,
    HIGHEST_NUMBER,
    MOST_COPIES,
    MOST_SETS,
    MOST_TITLES,
    NOTHING,
    PILES,
    STEP,
    WRITTEN_OUT,
    check_of,
)
from incursions.deck_files.codes.letters import CodeError, payload_of
from incursions.deck_files.codes.numbers import Number, Numbers
from incursions.deck_files.codes.packing import WRONG, Unpacking
from incursions.deck_files.reading import DeckFile, deck_of
from incursions.deck_files.sheet import OUTSIDE, Part, Sheet, called
from incursions.deck_files.titles import Titles

_CHANGED = "a piece that this share code names by its number is another one in the catalogue of today"


def read_code(code: str, titles: Titles, numbers: Numbers) -> DeckFile:
    """The deck of a code. Raises nothing: what cannot be read is a fault, and then there is nothing of the deck.

    A number that no piece has any more is a fault of its own, and the pieces that are still known stand in the content:
    what they are cannot be checked then.
    """
    sheet = Sheet()
    try:
        _Reading(Unpacking(payload_of(code)), sheet, numbers).read()
    except CodeError as problem:
        sheet = Sheet()
        sheet.refuse(0, str(problem))
    return deck_of(sheet, titles)


class _Reading:
    """A code under way."""

    def __init__(self, unpacking: Unpacking, sheet: Sheet, numbers: Numbers) -> None:
        self.unpacking = unpacking
        self.sheet = sheet
        self.numbers = numbers
        self.sets = [FIRST_SET]
        self.checked: list[str] = []
        self.is_whole = True  # does every number still mean a piece?

    def read(self) -> None:
        """All of it. Raises `CodeError`."""
        name = self.unpacking.text()
        if name:
            self.sheet.call(0, name)
        for _ in range(self.unpacking.number(MOST_SETS)):
            self.sets.append(self.unpacking.text())
        _refuse_disorder(self.sets[1:])
        for part in OUTSIDE:
            self._outside(part)
        for part in PILES:
            self._pile(part)
        check = self.unpacking.bytes(CHECK)
        self.unpacking.end()
        if self.is_whole and check != check_of(self.checked):
            raise CodeError(_CHANGED)

    def _outside(self, part: Part) -> None:
        said = self.unpacking.number(BY_NUMBER + len(self.sets) - 1)
        if said == WRITTEN_OUT:
            self.sheet.add_outside(0, part, self.unpacking.text())
        elif said != NOTHING:
            number = Number(False, self.sets[said - BY_NUMBER], self.unpacking.number(HIGHEST_NUMBER))
            title = self._title(part, number)
            if title is not None:
                self.sheet.add_outside(0, part, title)

    def _pile(self, part: Part) -> None:
        left = MOST_TITLES
        for code in self.sets:
            numbered = self._numbered(code, left, is_tile=part is Part.HEXPILE)
            left -= len(numbered)
            for number, copies in numbered:
                title = self._title(part, number)
                if title is not None:
                    self.sheet.add(0, part, copies, title)
        written_out = []
        for _ in range(self.unpacking.number(left)):
            written_out.append(self.unpacking.text())
            self.sheet.add(0, part, 1 + self.unpacking.number(MOST_COPIES - 1), written_out[-1])
        _refuse_disorder(written_out)

    def _numbered(self, code: str, most: int, *, is_tile: bool) -> list[tuple[Number, int]]:
        """The pieces of one set, at most so many, each with its copies."""
        number, numbered = 0, []
        for _ in range(self.unpacking.number(most)):
            way, copies = divmod(self.unpacking.number(STEP * HIGHEST_NUMBER), STEP)
            if copies == STEP - 1:
                copies += self.unpacking.number(MOST_COPIES - STEP)
            number += way + 1
            numbered.append((Number(is_tile, code, number), copies + 1))
        return numbered

    def _title(self, part: Part, number: Number) -> str | None:
        title = self.numbers.title(number)
        if title is None:
            self.is_whole = False
            self.sheet.refuse(0, f"{called(part)}: there is no {number} in the catalogue of today")
        else:
            self.checked.append(title)
        return title


def _refuse_disorder(texts: list[str]) -> None:
    if sorted(set(texts)) != texts:
        raise CodeError(f"{WRONG}its texts stand in no order")
