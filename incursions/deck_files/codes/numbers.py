"""The numbers that pieces print, by which codes name them: within a set, tiles are counted apart from all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.rules.catalogue import Catalogue
from incursions.rules.printed.card_sets import THE_ONLY_SET
from incursions.rules.printed.pieces import Definition


class Number(NamedTuple):
    """The number of a piece in a set, of a tile or of any other."""

    is_tile: bool
    set: str
    number: int

    def __str__(self) -> str:
        return f"{'tile' if self.is_tile else 'piece'} {self.number} of the set {self.set}"


class Numbers:
    """The pieces of a catalogue by number: made once for each version of it.

    A number that two pieces have means neither. `first_set` is the code of the set that pieces belong to which name
    none.
    """

    def __init__(self, catalogue: Catalogue, first_set: str = THE_ONLY_SET.code) -> None:
        self._titles: dict[Number, str] = {}
        twice: set[Number] = set()
        for kind in catalogue:
            for title, piece in kind.items():
                number = _number_of(piece, first_set)
                if number is not None and self._titles.setdefault(number, title) != title:
                    twice.add(number)
        for number in twice:
            del self._titles[number]
        self._numbers: Mapping[str, Number] = {title: number for number, title in self._titles.items()}

    def of(self, title: str, *, tile: bool) -> Number | None:
        """The number of a piece, None where there is none; and of a tile where a card is meant, or the other way."""
        number = self._numbers.get(title)
        return number if number is not None and number.is_tile == tile else None

    def title(self, number: Number) -> str | None:
        """The title of the piece of that number; None if there is no such piece."""
        return self._titles.get(number)


def _number_of(piece: Definition, first_set: str) -> Number | None:
    number = piece.get("number")
    return None if number is None else Number("hex_points" in piece, piece.get("set", first_set), number)
