"""Two contents beside each other: what stands in them in other numbers, part by part, and their counters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from cards.addresses import url_of
from cards.catalogue import known_piece
from cards.deck_pages.counters import counters_of
from cards.decks.contents import entries
from cards.decks.differences import Difference, differences
from incursions.deck_files import Part
from incursions.deck_files.sheet import OUTSIDE, called
from incursions.rules.construction import DeckContent

MINUS = "−"
MOST_IN_SHORT = 5
MOST_TOLD = 300  # more than two real decks have; a page stays small whatever is compared


class Change(NamedTuple):
    """A piece in other numbers; `url` is empty where the catalogue knows none of that title."""

    title: str
    url: str
    before: int
    after: int

    @property
    def sign(self) -> str:
        """How many more or less: "+2", "−1"."""
        return signed(self.after - self.before)

    @property
    def words(self) -> str:
        """The same for those who listen: "2 more", "1 fewer"."""
        change = self.after - self.before
        return f"{change} more" if change > 0 else f"{-change} fewer"


class ChangedPart(NamedTuple):
    """The changes of a part of the deck."""

    heading: str
    changes: list[Change]


class Counted(NamedTuple):
    """A number of the one content and of the other."""

    name: str
    before: int
    after: int
    limit: str

    @property
    def change(self) -> str:
        """How many more or less, empty for as many."""
        return signed(self.after - self.before) if self.after != self.before else ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is different, and how much is not: `alike` titles stand in both in the same numbers.

    `more` and `fewer` are copies that only the second has, and only the first; `untold` changes are in no part.
    """

    parts: list[ChangedPart]
    counters: list[Counted]
    alike: int
    more: int
    fewer: int
    untold: int


def compared(before: DeckContent, after: DeckContent) -> Comparison:
    """The two beside each other, by the limits of rules 3 and 4."""
    found = differences(before, after)
    counters = zip(counters_of(before), counters_of(after), strict=True)
    return Comparison(
        [
            ChangedPart(called(part).capitalize(), [_change(difference) for difference in of_part])
            for part, of_part in groupby(found[:MOST_TOLD], key=lambda difference: difference.part)
        ],
        [Counted(one.name, one.number, other.number, one.limit) for one, other in counters],
        alike=len(set(entries(before)) & set(entries(after))),
        more=sum(max(0, difference.change) for difference in found),
        fewer=sum(max(0, -difference.change) for difference in found),
        untold=max(0, len(found) - MOST_TOLD),
    )


def in_short(found: Iterable[Difference]) -> str:
    """Differences in a line: "ship Sol, +2 Phasers, −1 Fire and 3 more". Empty for none."""
    phrases = [_phrase(difference) for difference in found]
    told, more = phrases[:MOST_IN_SHORT], len(phrases) - MOST_IN_SHORT
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


def signed(change: int) -> str:
    """A change as it is printed."""
    return f"+{change}" if change > 0 else f"{MINUS}{-change}"


def _phrase(difference: Difference) -> str:
    if difference.part in OUTSIDE:
        return f"{'' if difference.after else 'without '}{called(Part(difference.part))} {difference.title}"
    return f"{signed(difference.change)} {difference.title}"


def _change(difference: Difference) -> Change:
    url = url_of(difference.title) if known_piece(difference.title) else ""
    return Change(difference.title, url, difference.before, difference.after)
