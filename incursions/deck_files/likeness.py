"""Fuzzy matching of titles: candidates by shared letter pairs, then ranked by edit similarity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from incursions.search.folding import fold

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
        close = closeness[best[0]]
        return Like(tuple(best[:most]), close, self._is_clear(folded, best, fitting, close))

    def _is_clear(self, folded: str, best: list[str], fitting: Mapping[str, float], close: float) -> bool:
        """Return True if the best title is clearly meant. Numbers must match, because they tell pieces apart."""
        first, *others = best
        ahead = fitting[first] - fitting[others[0]] if others else 1.0
        return close >= _CLOSE and ahead >= _AHEAD and _NUMBER.findall(folded) == _NUMBER.findall(self._folded[first])


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
