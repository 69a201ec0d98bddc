"""What all pieces print in one field, kept so that a comparison is answered quickly.

A set of pieces is a whole number with a bit for each piece: joining, meeting and counting sets of ten thousand takes
microseconds. Bit `n` stands for the piece at place `n` of the catalogue.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, count
from typing import Any

from incursions.search.fields import Field, FieldType
from incursions.search.folding import fold
from incursions.search.printed import Value
from incursions.search.values import number_of
from incursions.search.wildcards import ANYTHING, Pattern

Set = int  # of pieces, a bit each
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
IS_NOT = "!="


_DIGITS, _BITS = bytes.maketrans(b"\0\1", b"01"), bytes.maketrans(b"01", b"\0\1")


def set_where(holds: Iterable[bool]) -> Set:
    """The pieces for which it holds; one answer for each, in their order."""
    # Digits read from the right: reading them all at once is many times quicker than setting bit after bit.
    digits = bytes(holds).translate(_DIGITS)[::-1]
    return int(digits, 2) if digits else 0


def places_in(pieces: Set) -> Iterator[int]:
    """The places of the pieces of a set, in order."""
    return compress(count(), f"{pieces:b}"[::-1].encode().translate(_BITS))


class TextColumn:
    """Texts, folded."""

    def __init__(self, values: Sequence[tuple[Value, ...]]) -> None:
        self.texts = [fold("\n".join(map(str, texts))) for texts in values]

    @cached_property
    def printed(self) -> Set:
        """The pieces that have such a text."""
        return set_where(map(bool, self.texts))

    def found(self, compared: str, value: str) -> Set:
        """The pieces for which the comparison holds."""
        pattern = Pattern.of(value)
        if compared == ":":
            return self.containing(pattern)
        whole = set_where(map(pattern.is_whole, self.texts)) & self.printed
        return self.printed & ~whole if compared == IS_NOT else whole

    def containing(self, pattern: Pattern) -> Set:
        """The pieces in whose text the pattern stands."""
        sought = pattern.sought
        if not sought:
            return self.printed
        first, is_one = sought[0], len(sought) == 1
        return set_where([first in text and (is_one or pattern.stands_in(text)) for text in self.texts])

    def sort_keys(self, *, greatest: bool) -> Sequence[str]:
        """What to compare each piece by: a piece has one text, be the greatest or the least wanted."""
        return self.texts


class ValueColumn:
    """Words or numbers: the pieces that have each of them. Words are compared in the order of `known`."""

    def __init__(self, field: Field, values: Sequence[tuple[Value, ...]], known: Sequence[str]) -> None:
        self.has_numbers = field.has_numbers
        self._ranks = {word: rank for rank, word in enumerate(known)} if field.has_words else None
        self._values = [tuple({self._key(str(value)) for value in of_piece}) for of_piece in values]
        self.sets = _sets(self._values)
        self.printed = set_where(map(bool, self._values))

    def _key(self, value: str) -> float:
        return number_of(value) if self._ranks is None else self._ranks[value]

    def found(self, compared: str, value: str) -> Set:
        """The pieces for which the comparison holds."""
        if compared == IS_NOT:
            return self.printed & ~self.found(":", value)
        if self._ranks is not None and ANYTHING in value:
            pattern = Pattern.of(value)
            return self._union(rank for word, rank in self._ranks.items() if pattern.is_whole(fold(word)))
        key, holds = self._key(value), COMPARED[compared]
        return self._union(own for own in self.sets if holds(own, key))

    def found_beside(self, compared: str, other: ValueColumn) -> Set:
        """The pieces that print both numbers, and for which the comparison of this one with the other one holds."""
        if compared == IS_NOT:
            return self.printed & other.printed & ~self.found_beside(":", other)
        holds = COMPARED[compared]
        pairs = zip(self._values, other._values, strict=True)
        return set_where(any(holds(mine, theirs) for mine in own for theirs in beside) for own, beside in pairs)

    def each(self) -> Iterator[tuple[str, Set]]:
        """Each value that any piece has, as it is typed, with the pieces that have it; in order."""
        if self._ranks is None:
            yield from ((f"{number:g}", self.sets[number]) for number in sorted(self.sets))
        else:
            yield from ((word, self.sets[rank]) for word, rank in self._ranks.items() if rank in self.sets)

    def sort_keys(self, *, greatest: bool) -> Sequence[float]:
        """What to compare each piece by: its greatest or its least value, 0 for one that has none."""
        choose = max if greatest else min
        return [choose(values, default=0) for values in self._values]

    def _union(self, keys: Iterable[float]) -> Set:
        union = 0
        for key in keys:
            union |= self.sets.get(key, 0)
        return union


def _sets(values: Sequence[tuple[float, ...]]) -> dict[float, Set]:
    sets: defaultdict[float, Set] = defaultdict(int)
    for place, of_piece in enumerate(values):
        for key in of_piece:
            sets[key] |= 1 << place
    return dict(sets)


Column = TextColumn | ValueColumn


def column_of(field: Field, values: Sequence[tuple[Value, ...]], known: Sequence[str]) -> Column:
    """The column of a field, of the values that it has on each piece."""
    return TextColumn(values) if field.type is FieldType.TEXT else ValueColumn(field, values, known)
