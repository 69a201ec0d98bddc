"""Standings of Talon: match points, then the degree of victory (T23.4), then the difference of points (T23.3)."""

import pytest

from incursions.games.talon.results import DEGREE, DIFFERENCE, RESULTS, count_degree
from tests.games.talon.battles import begin
from tournaments.events.standings import (
    OpponentsWins,
    RoundResult,
    Rules,
    TableResult,
    standings,
    usual_order,
)
from tournaments.events.tie_breaks import tie_breaks_of

ORDER = usual_order(RESULTS)


def won(winner: int, loser: int, points: int, other: int = 0) -> TableResult:
    return TableResult((winner, loser), (1, 2), (points, other))


@pytest.mark.parametrize(
    ("places", "points", "degree"),
    [
        ((1, 2), (100, 100), 1),  # a goal reached: at least minor (T23.7)
        ((1, 2), (149, 100), 1),
        ((1, 2), (150, 100), 2),
        ((1, 2), (249, 100), 2),
        ((1, 2), (250, 100), 3),
        ((1, 2), (30, 0), 3),
        ((2, 1), (100, 160), -2),
        ((1, 2), (50, 160), 1),
        ((1, 1), (104, 100), 0),
        ((2, 2), (0, 0), 0),
    ],
)
def test_degree_is_counted_by_the_bands(places, points, degree):
    assert count_degree(places, points, 0) == degree
    assert count_degree(places, points, 1) == -degree


def test_degree_comes_before_the_difference_and_both_before_the_opponents():
    assert ORDER[:4] == ("points", DEGREE.key, DIFFERENCE.key, OpponentsWins.key)
    decisive, major_by_more, minor = won(1, 4, 30), won(2, 5, 200, 100), won(3, 6, 120, 100)
    found = standings(range(1, 7), [RoundResult((minor, major_by_more, decisive))], Rules(results=RESULTS))
    assert [one.player for one in found] == [1, 2, 3, 6, 5, 4]
    assert [one.values[1] for one in found] == [3, 2, 1, -1, -2, -3]
    assert [one.values[2] for one in found] == [30, 100, 20, -20, -100, -30]


def test_difference_decides_between_two_of_a_degree_and_a_draw_counts_nothing():
    rounds = [RoundResult((won(1, 2, 90), won(3, 4, 150))), RoundResult((TableResult((1, 3), (1, 1), (10, 10)),))]
    found = standings([1, 2, 3, 4], rounds, Rules(results=RESULTS))
    assert [(one.player, one.values[0], one.values[1]) for one in found][:2] == [(3, 4, 1.5), (1, 4, 1.5)]
    assert [one.values[2] for one in found[:2]] == [75, 45]


def test_figures_of_a_game_are_for_its_tournaments_alone():
    assert {DEGREE.key, DIFFERENCE.key} <= tie_breaks_of("talon").keys()
    assert not {DEGREE.key, DIFFERENCE.key} & tie_breaks_of("incursions").keys()
    assert "hull and shield margin" not in tie_breaks_of("talon")


@pytest.mark.parametrize("seat", [0, 1])
def test_verdict_has_the_degree_of_its_points(seat):
    """A decision of the staff counts in standings as the page of the match tells it."""
    _, game = begin("duel", 0)
    game.act(None, f"adjudicate for seat {seat}")
    places = tuple(1 if seat == index else 2 for index in (0, 1))
    assert count_degree(places, tuple(game.points), seat) == 1
    assert game.degree == "minor"
