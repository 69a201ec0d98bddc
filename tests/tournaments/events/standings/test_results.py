from fractions import Fraction

import pytest

from incursions.games.results import count_margin
from tournaments.events.standings import (
    Absence,
    Outcome,
    ResultError,
    RoundResult,
    Scoring,
    TableResult,
    scores,
)

WON = TableResult((1, 2), (1, 2), (30, 0))


def test_win_draw_and_loss_of_two():
    drawn = TableResult((1, 2), (1, 1), (10, 10))
    done = scores([1, 2], [RoundResult((WON,)), RoundResult((drawn,))], Scoring())
    assert (done[1].points, done[1].wins, done[1].draws, done[1].losses) == (4, 1, 1, 0)
    assert (done[2].points, done[2].wins, done[2].draws, done[2].losses) == (1, 0, 1, 1)
    assert done[1].opponents == (2, 2)


def test_first_place_of_four_wins_and_a_shared_one_is_drawn():
    alone = TableResult((1, 2, 3, 4), (2, 1, 2, 4), (5, 20, 5, 0))
    shared = TableResult((1, 2, 3, 4), (1, 1, 3, 4), (5, 5, 0, 0))
    done = scores([1, 2, 3, 4], [RoundResult((alone,)), RoundResult((shared,))], Scoring(win=5))
    assert [done[player].points for player in (1, 2, 3, 4)] == [1, 6, 0, 0]
    assert done[1].opponents == (2, 3, 4) * 2


def test_rounds_without_a_table():
    each = [RoundResult(absent=((1, absence),)) for absence in Absence]
    done = scores([1], each, Scoring(bye=2))
    assert (done[1].points, done[1].rounds, done[1].wins, done[1].byes, done[1].losses) == (5, 4, 2, 2, 2)
    assert done[1].opponents == ()


def test_round_in_which_a_player_is_not_named_counts_for_nothing():
    done = scores([1, 2, 3], [RoundResult((WON,))], Scoring())
    assert done[3].rounds == 0


@pytest.mark.parametrize(
    ("left", "margins"),
    [((30, 0), (30, -30)), ((10, 4, 0, 1), (Fraction(25, 3), Fraction(1, 3), -5, Fraction(-11, 3)))],
)
def test_margin_is_to_the_mean_of_the_others(left, margins):
    result = TableResult(tuple(range(len(left))), tuple(range(1, len(left) + 1)), left)
    assert tuple(count_margin(result.places, result.left, number) for number in range(len(left))) == margins


@pytest.mark.parametrize(
    ("players", "places", "left"),
    [
        ((1,), (1,), (3,)),
        ((1, 2), (1,), (3, 0)),
        ((1, 2), (1, 2), (3,)),
        ((1, 1), (1, 2), (3, 0)),
        ((1, 2, 3), (2, 2, 2), (3, 3, 0)),
        ((1, 2, 3), (1, 1, 2), (3, 3, 0)),
        ((1, 2, 3), (1, 2, 4), (3, 3, 0)),
        ((1, 2), (0, 1), (3, 0)),
        ((1, 2), (1, 2), (3, -1)),
    ],
)
def test_results_that_cannot_be_are_refused(players, places, left):
    with pytest.raises(ResultError):
        TableResult(players, places, left)


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([RoundResult(absent=((9, Absence.BYE),))], "Round 1 has a player 9 who is not in the tournament"),
        ([RoundResult(), RoundResult((WON,), ((2, Absence.BYE),))], "Player 2 is in round 2 twice"),
        ([RoundResult((WON, TableResult((2, 3), (1, 2), (1, 0))))], "Player 2 is in round 1 twice"),
    ],
)
def test_rounds_that_cannot_be_are_refused(rounds, words):
    with pytest.raises(ResultError, match=words):
        scores([1, 2, 3], rounds, Scoring())


def test_all_have_lost_where_all_are_in_the_last_place():
    for players in (2, 3):
        result = TableResult(tuple(range(1, players + 1)), (players,) * players, (0,) * players)
        assert [result.outcome(number) for number in range(players)] == [Outcome.LOST] * players
