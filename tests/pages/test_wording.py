"""Words for lines and numbers."""

import pytest

from incursions.games.incursions.table import wording
from incursions.kit.words import format_count, join_names


@pytest.mark.parametrize(("number", "words"), [(0, "no tiles"), (1, "1 tile"), (3, "3 tiles")])
def test_counted(number, words):
    assert format_count(number, "tile") == words


@pytest.mark.parametrize(
    ("names", "words"),
    [([], ""), (["Sol"], "Sol"), (["Sol", "Vector 7"], "Sol and Vector 7"), (["a", "b", "c"], "a, b and c")],
)
def test_listed(names, words):
    assert join_names(names) == words


@pytest.mark.parametrize(
    ("forecast", "words", "figure"),
    [
        ({"average": 8.5, "power": 1}, "avg 8.5", "8.5"),
        ({"average": 7.0}, "avg 7", "7"),
        ({"chance": 21 / 36, "needs": 7, "hull": [5, 5]}, "58%", "58%"),
        ({"chance": 1 / 6, "power": 2}, "17% doubles", ""),
        ({"shields": [9, 0], "hull": [18, 11]}, "shields 9 → 0, hull 18 → 11", "hull 11"),
        ({"shields": [9, 3], "hull": [18, 18]}, "shields 9 → 3", "shields 3"),
        ({"shields": [9, 9], "hull": [18, 18]}, "no loss", "no loss"),
        ({"power": 0}, "", ""),
        ({}, "", ""),
    ],
)
def test_outcome_and_figure(forecast, words, figure):
    assert (wording.outcome(forecast), wording.figure(forecast)) == (words, figure)


def test_with_ships_reads_seats_as_ships():
    assert wording.with_ships("fire phasers at seat 1", {0: "Sol", 1: "Drogath"}) == "fire phasers at Drogath"
