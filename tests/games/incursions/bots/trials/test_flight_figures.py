"""What the games of a flight say, as figures, tables and a drawing."""

import re

import pytest

from incursions.games.incursions.bots.trials.flights import (
    Outcome,
    bounds,
    figures_of,
    opponents_table,
    rate_of,
    turns_table,
    win_rates_plot,
)
from incursions.games.simulation import share

GAMES = [
    Outcome(0, began=True, score=1.0, ending="wormhole", turns=30),
    Outcome(1, began=False, score=0.0, ending="destruction", turns=20),
    Outcome(0, began=False, score=0.5, ending="draw", turns=41),
    Outcome(1, failure="game 3: RuntimeError: no idea"),
]


@pytest.fixture
def figures():
    return figures_of(GAMES, ["First Blood", "Slow <Certainty>", "The Harvest"])


def test_figures_count_by_opponent(figures):
    first, second, third = figures.opponents
    assert (first.won, first.drawn, first.lost, first.failed, first.games) == (1, 1, 0, 0, 2)
    assert (first.rate, first.turns, first.endings) == (share(1.5, 2), 17.75, {"wormhole": 1, "draw": 1})
    assert (second.won, second.lost, second.failed, second.games) == (0, 1, 1, 1)
    assert (third.games, third.turns, third.rate.low, third.rate.high) == (0, 0.0, 0.0, 1.0)


def test_figures_count_by_turn_and_altogether(figures):
    assert (figures.began.games, figures.began.won) == (1, 1)
    assert (figures.followed.games, figures.followed.drawn, figures.followed.lost) == (2, 1, 1)
    assert (figures.all.games, figures.all.failed, figures.all.rate) == (3, 1, share(1.5, 3))
    assert rate_of(GAMES) == figures.all.rate


def test_tables_say_it_in_words(figures):
    first, _, third = opponents_table(figures).rows
    assert first == ("First Blood", "75.0 %", bounds(share(1.5, 2)), "2", "1", "1", "0", "17.8", "1 wormhole, 1 draw")
    assert third == ("The Harvest", "–", "–", "0", "0", "0", "0", "–", "–")
    assert [row[0] for row in turns_table(figures).rows] == ["With the first turn", "With the second turn", "All games"]


def test_drawing_has_a_dot_for_all_that_was_measured_and_escapes_names(figures):
    drawn = win_rates_plot(figures).svg()
    assert drawn.count("<circle") == 5
    assert "<title>All games: 50.0%, " in drawn
    assert "Slow &lt;Certainty&gt;" in drawn
    assert re.findall(r" style=|<style", drawn) == []
