"""The results of a game's matches, as far as standings of tournaments compare them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

TablePlaces = Sequence[int]
"""The places of all at a table: 1 is the first, and equal places are shared."""
TablePoints = Sequence[int]
"""The points of each player at the end of a match, as `Game.points` counts them."""


@dataclass(frozen=True)
class ResultFigure:
    """A figure of a player's result at a table; standings compare its mean over the player's tables.

    `key` names it in plans and files, and no other figure has it. `words` name it in a sentence, `heading` and
    `printed_heading` over a column, and `title` says what it is. `how` is a sentence that says how the mean is made.
    `count` takes the places and points of a table, and the number of the player at it; more is better.
    """

    key: str
    words: str
    heading: str
    title: str
    printed_heading: str
    how: str
    count: Callable[[TablePlaces, TablePoints, int], Fraction]


@dataclass(frozen=True)
class ResultKind:
    """The reading of a game's results by tournaments.

    `points_words` say what `Game.points` counts, and `most_points` is more than anybody can have. A seat that is out of
    its match has none left, unless `keeps_points`. Seats of one group (`SeatPlayed`) are a team if the game
    `has_teams`: they win and lose, and are rated, together. `figures` are for tie-breaks; they come before the
    opponents' results in the usual order if they `come_first`.
    """

    points_words: str = "points"
    most_points: int = 30_000
    keeps_points: bool = False
    has_teams: bool = False
    figures: tuple[ResultFigure, ...] = ()
    come_first: bool = False


def count_margin(places: TablePlaces, points: TablePoints, number: int) -> Fraction:
    """Return how many more points a player had than the average of the others at the table."""
    others = len(points) - 1
    return Fraction(points[number] * others - (sum(points) - points[number]), others)
