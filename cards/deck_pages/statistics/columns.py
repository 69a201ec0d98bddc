"""Charts of chances that grow: a column for each number of draws, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from incursions.deck_statistics import percentage

WIDTH, HEIGHT = 360, 150
TOP, BOTTOM = 18, 22  # room for the figures above the columns and below them
GAP = 6
MARKS = (Fraction(1, 2), Fraction(9, 10))


class Column(NamedTuple):
    """One column in units of the drawing. `label` stands below it, `value` above, `words` in the table."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: str
    words: str

    @property
    def middle(self) -> float:
        """Where its figures stand."""
        return round(self.x + self.width / 2, 1)

    @property
    def above(self) -> float:
        """The line of its value."""
        return round(self.y - 4, 1)


class ColumnChart(NamedTuple):
    """The chart: what it is called, what the columns are, and the heights of the lines at 50 % and 90 %.

    The columns stand on `ground`, their labels at `below`.
    """

    caption: str
    columns_are: str
    columns: list[Column]
    lines: list[float]
    width: int = WIDTH
    height: int = HEIGHT
    ground: int = HEIGHT - BOTTOM
    below: int = HEIGHT - 6


def chart_of(caption: str, columns_are: str, chances: Iterable[tuple[str, str, Fraction]]) -> ColumnChart:
    """A chart of chances, each with its label and what the table says for it."""
    rows = list(chances)
    step = WIDTH / max(1, len(rows))
    columns = [
        Column(
            round(place * step + GAP / 2, 1),
            _at(chance),
            round(step - GAP, 1),
            round(HEIGHT - BOTTOM - _at(chance), 1),
            label,
            percentage(chance),
            words,
        )
        for place, (label, words, chance) in enumerate(rows)
    ]
    return ColumnChart(caption, columns_are, columns, [_at(mark) for mark in MARKS])


def _at(chance: Fraction) -> float:
    """How far from the top a chance reaches."""
    return round(float((1 - chance) * (HEIGHT - TOP - BOTTOM)) + TOP, 1)
