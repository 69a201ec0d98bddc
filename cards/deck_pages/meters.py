"""The counters of a deck as bars: how far each goes, where its limit is, and the same in words."""

from __future__ import annotations

from typing import NamedTuple

from cards.deck_pages.counters import Counter, counters_of
from incursions.rules.construction import FULL, DeckContent, Format

WIDTH = 200  # of the drawing, whose parts are given in its units
ROOM = 1.25  # to the right of the limit


class Meter(NamedTuple):
    """A counter with the parts of its bar: what is kept, what is too much, the band of what is allowed, its limit."""

    counter: Counter
    filled: str
    over: str
    band: tuple[str, str] | None
    mark: str
    figure: str

    @property
    def words(self) -> str:
        """The counter as a sentence."""
        limit = f", {self.counter.limit}" if self.counter.limit else ""
        return f"{self.counter.name}: {self.counter.number}{limit}, {'kept' if self.counter.is_kept else 'not kept'}."


def meters_of(content: DeckContent, chosen: Format = FULL) -> dict[str, Meter]:
    """All counters by name."""
    return {counter.name: _meter(counter, chosen) for counter in counters_of(content, chosen)}


def _meter(counter: Counter, chosen: Format) -> Meter:
    least, most = counter.least, counter.most
    limit = most if most is not None else least or 0
    scale = max(counter.number, limit * ROOM, limit + 1)
    kept = counter.number if most is None else min(counter.number, most)
    band = None if least is None or most is None else (_at(least, scale), _at(most - least, scale))
    mark = limit if band is None else chosen.hex_points
    over = _at(counter.number - kept, scale) if counter.number > kept else ""
    return Meter(counter, _at(kept, scale), over, band, _at(mark, scale), _figure(counter, chosen))


def _at(number: float, scale: float) -> str:
    return f"{number / scale * WIDTH:.1f}"


def _figure(counter: Counter, chosen: Format) -> str:
    if counter.least is not None and counter.most is not None:
        return f"{counter.number} / {chosen.hex_points} ±{chosen.tolerance}"
    return f"{counter.number} / {counter.least}+" if counter.most is None else f"{counter.number} of {counter.most}"
