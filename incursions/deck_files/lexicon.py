"""Everything that reading typed decks needs to know of a catalogue: made once for each version of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from incursions.deck_files.likeness import Likeness
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction import index_pieces
from incursions.rules.printed.card_sets import THE_ONLY_SET
from incursions.rules.printed.pieces import Definition
from incursions.search.folding import fold


class Titles:
    """The titles of a catalogue as people type them: compared as in search, and never guessed."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._exact = frozenset(titles)
        self._by_folded: dict[str, list[str]] = {}
        for title in self._exact:
            self._by_folded.setdefault(fold(title), []).append(title)

    def find(self, typed: str) -> str | None:
        """Return the known title in any case, accents and apostrophes; None for no or several matches."""
        if typed in self._exact:
            return typed
        alike = self._by_folded.get(fold(typed), [])
        return alike[0] if len(alike) == 1 else None


class Number(NamedTuple):
    """The number that a piece prints, within a set. Tiles are counted apart from all other pieces."""

    is_tile: bool
    set: str
    number: int

    def __str__(self) -> str:
        return f"{'tile' if self.is_tile else 'piece'} {self.number} of the set {self.set}"


class Numbers:
    """The pieces of a catalogue by number, for share codes. A number that two pieces have means neither."""

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

    def find(self, title: str, *, tile: bool) -> Number | None:
        """Return the number of a piece; None without one, or if it is not of the asked kind (card or tile)."""
        number = self._numbers.get(title)
        return number if number is not None and number.is_tile == tile else None

    def title(self, number: Number) -> str | None:
        """Return the title of the piece with that number, or None."""
        return self._titles.get(number)


def _number_of(piece: Definition, first_set: str) -> Number | None:
    number = piece.get("number")
    return None if number is None else Number("hex_points" in piece, piece.get("set", first_set), number)


class Lexicon:
    """Titles, numbers and facts of all pieces, with the index of like titles.

    `first_set` is the code of the set that pieces belong to which name none.
    """

    def __init__(self, catalogue: Catalogue, first_set: str = THE_ONLY_SET.code) -> None:
        self.facts = index_pieces(piece for kind in catalogue for piece in kind.values())
        self.titles = Titles(self.facts)
        self.numbers = Numbers(catalogue, first_set)

    @cached_property
    def likeness(self) -> Likeness:
        """The index of like titles, built lazily because judging decks does not need it."""
        return Likeness({title: facts.kind for title, facts in self.facts.items()})
