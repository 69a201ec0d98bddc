"""Wilson's 95 % interval of a share (1927), which also holds for few games and for shares near 0 and 1."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964  # of the normal distribution, 95 % between both sides
FIGURES = 4


class Share(NamedTuple):
    """A share of so many, and the bounds between which it truly lies in 95 of 100 such measurements."""

    games: int
    rate: float
    low: float
    high: float


def share(of: float, games: int) -> Share:
    """Return the share of `of` in so many games; where there were none nothing is known.

    Draws, which are parts of a game, make the interval a little too wide.
    """
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    rate = of / games
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return Share(
        games, *(round(value, FIGURES) for value in (rate, max(0.0, middle - reach), min(1.0, middle + reach)))
    )
