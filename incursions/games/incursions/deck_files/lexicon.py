"""The lexicon that typed decks are read with, made once for each version of the catalogue, and fuzzy title matching."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from incursions.games.incursions.rules.catalogue import THE_ONLY_SET, Catalogue
from incursions.games.incursions.rules.printed.pieces import index_pieces
from incursions.kit.words import fold

_LOOKED_AT = 20  # titles with the most pairs in common
_LIKE = 0.55  # how close a title is that is worth naming
_CLOSE, _AHEAD = 0.8, 0.06  # how close one is that can be taken for the typed one, and how much closer than the next
_PART = 0.75  # how close a title is of which only some words were typed
_FITTING = 0.1  # what a title of the kind that is expected gains
_NUMBER = re.compile(r"[0-9]+")


class Like(NamedTuple):
    """Titles like a typed one, the most like first, which is so close to it (0 to 1).

    `is_clear` where the first can be taken for what was typed.
    """

    titles: tuple[str, ...]
    closeness: float
    is_clear: bool


NOTHING_LIKE = Like((), 0.0, False)


class Likeness:
    """The titles of a catalogue, indexed for fuzzy matching."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds
        self._folded = {title: fold(title) for title in kinds}
        self._having: dict[str, list[str]] = {}
        self._pairs: dict[str, int] = {}
        for title, folded in self._folded.items():
            pairs = _pairs(folded)
            self._pairs[title] = len(pairs)
            for pair in pairs:
                self._having.setdefault(pair, []).append(title)

    def near(self, typed: str, kinds: Collection[str], most: int) -> Like:
        """Return at most `most` titles like the typed one; pieces of `kinds` are preferred."""
        folded = fold(typed)
        pairs = _pairs(folded)
        common = Counter(title for pair in pairs for title in self._having.get(pair, ()))
        shares = {title: 2 * count / (len(pairs) + self._pairs[title]) for title, count in common.items()}
        looked_at = sorted(shares, key=lambda title: (-shares[title], title))[:_LOOKED_AT]
        closeness = {title: _closeness(folded, self._folded[title]) for title in looked_at}
        fitting = {
            title: close + (_FITTING if self._kinds[title] in kinds else 0)
            for title, close in closeness.items()
            if close >= _LIKE
        }
        best = sorted(fitting, key=lambda title: (-fitting[title], title))
        if not best:
            return NOTHING_LIKE
        first, *others = best
        close = closeness[first]
        ahead = fitting[first] - fitting[others[0]] if others else 1.0
        # Numbers must match, because they tell pieces apart.
        has_same_numbers = _NUMBER.findall(folded) == _NUMBER.findall(self._folded[first])
        return Like(tuple(best[:most]), close, close >= _CLOSE and ahead >= _AHEAD and has_same_numbers)


def _pairs(folded: str) -> set[str]:
    """Return the letter pairs of a text, with the beginnings and ends of words."""
    spaced = f" {folded} "
    return {spaced[at : at + 2] for at in range(len(spaced) - 1)}


def _closeness(typed: str, title: str) -> float:
    """Return a similarity from 0 to 1 that ignores word order and spacing."""
    words, words_of_title = typed.split(), title.split()
    orders = [("".join(words), "".join(words_of_title)), ("".join(sorted(words)), "".join(sorted(words_of_title)))]
    ratio = max(SequenceMatcher(None, *order, autojunk=False).ratio() for order in orders)
    is_part = bool(words) and all(any(other.startswith(word) for other in words_of_title) for word in words)
    return max(ratio, _PART + ratio / 10) if is_part and len(typed) > 1 else ratio


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
                if piece.get("number") is None:
                    continue
                number = Number("hex_points" in piece, piece.get("set", first_set), piece["number"])
                if self._titles.setdefault(number, title) != title:
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
