"""The results of battles of Talon in tournaments: the degree of victory (T23.4) and the points (T23.3)."""

from __future__ import annotations

from fractions import Fraction

from incursions.games.results import ResultFigure, ResultKind, TablePlaces, TablePoints, count_margin
from incursions.games.talon.rules.setup import RULINGS
from incursions.games.talon.rules.victory import DEGREES, find_degree_of


def count_degree(places: TablePlaces, points: TablePoints, number: int) -> Fraction:
    """Return the worth of a victory, 1 to 3 by its degree (T23.4), that of a defeat below 0, and 0 for a draw.

    Whoever has won has at least a minor victory (T23.7).
    """
    winners = [seat for seat, place in enumerate(places) if place == 1]
    losers = [seat for seat, place in enumerate(places) if place != 1]
    if not winners or not losers:
        return Fraction(0)
    own, other = max(points[seat] for seat in winners), max(points[seat] for seat in losers)
    degree = find_degree_of(own, other, RULINGS["bands"]) or DEGREES[0]
    worth = 1 + DEGREES.index(degree)
    return Fraction(worth if number in winners else -worth)


DEGREE = ResultFigure(
    key="degree of victory",
    words="degree of victory",
    heading="Degree",
    title="Degrees of victories, less those of defeats, a table on average: decisive 3, major 2, minor 1",
    printed_heading="Degree",
    how=(
        "The mean over all tables played: a decisive victory counts 3, a major one 2, a minor one 1 (T23.4), "
        "a defeat as much less than 0, and a draw 0."
    ),
    count=count_degree,
)
DIFFERENCE = ResultFigure(
    key="difference of points",
    words="difference of points",
    heading="Diff",
    title="Own points, less those of the opponent, a table on average",
    printed_heading="Difference",
    how="The mean over all tables played of own points, less those of the opponent (T23.3).",
    count=count_margin,
)
RESULTS = ResultKind(
    most_points=10_000, keeps_points=True, has_teams=True, figures=(DEGREE, DIFFERENCE), come_first=True
)
"""The points are those of a side, which keeps them when its ships are gone."""
