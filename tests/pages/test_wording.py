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
        ({"chance": 1 / 6, "missed": "start"}, "17% doubles, else back to the start", ""),
        ({"chance": 4 / 9, "missed": "stays"}, "44% doubles, else it stays there", ""),
        ({"chance": 1 / 6, "missed": "elsewhere"}, "17% doubles", ""),
        ({"chance": 21 / 36, "needs": 7, "missed": "caught"}, "58%, else still caught", "58%"),
        ({"chance": 1.0, "needs": 12, "missed": "caught"}, "100%", "100%"),
        ({"shields": [9, 0], "hull": [18, 11]}, "shields 9 → 0, hull 18 → 11", "hull 11"),
        ({"shields": [9, 3], "hull": [18, 18]}, "shields 9 → 3", "shields 3"),
        ({"shields": [9, 9], "hull": [18, 18]}, "no loss", "no loss"),
        ({"shields": [9, 9], "hull": [18, 8, 11]}, "hull 18 → 8 to 11", "hull 8–11"),
        ({"shields": [9, 7, 9], "hull": [18, 18]}, "shields 9 → 7 to 9", "shields 7–9"),
        ({"minimum": 3, "maximum": 20}, "3 to 20", "3–20"),
        ({"success": 15 / 36, "needs": 7}, "42% success", "42%"),
        ({"power": 0, "chance": 0.0}, "", ""),
        ({"power": 0}, "", ""),
        ({}, "", ""),
    ],
)
def test_outcome_and_figure(forecast, words, figure):
    assert (wording.outcome(forecast), wording.figure(forecast)) == (words, figure)


@pytest.mark.parametrize(
    ("forecast", "words"),
    [
        ({"power": 1, "average": 8.5, "minimum": 4, "maximum": 13}, "1 power · 4 to 13, average 8.5"),
        ({"power": 1, "minimum": 4, "maximum": 13}, "1 power · 4 to 13"),
        (
            {"power": 2, "chance": 21 / 36, "needs": 7, "hull": [9, 4, 6]},
            "2 power · 7 or less, 58% · else hull 9 → 4 to 6",
        ),
        ({"power": 3, "success": 15 / 36, "needs": 7}, "3 power · 42% success, 7 or less stops it"),
        ({"power": 0, "success": 1.0}, "no power · 100% success"),
        ({"power": 0, "distance": 2, "chance": 1 / 6}, "no power · 2 hexes away · doubles, 17%"),
        (
            {"power": 0, "distance": 2, "chance": 1 / 6, "missed": "start"},
            "no power · 2 hexes away · doubles, 17%, else back to the start",
        ),
        ({"power": 0, "chance": 0.0}, "no power"),
    ],
)
def test_total_says_all_of_a_forecast(forecast, words):
    assert wording.total(forecast) == words


def test_with_ships_reads_seats_as_ships():
    assert wording.with_ships("fire phasers at seat 1", {0: "Sol", 1: "Drogath"}) == "fire phasers at Drogath"


def test_hexes_go_by_their_tiles_with_the_coordinates_of_the_chart():
    tiles = {(1, -2): "Forge Star"}
    assert wording.name_hex([1, -2], tiles) == "Forge Star (1,-2)"
    assert wording.name_hex((0, -5), tiles) == "hex 0,-5"
    assert wording.with_hexes("lay mine in 1,-2", tiles) == "lay mine in Forge Star (1,-2)"
    assert wording.with_hexes("to hex 3,0, Raiders in 1,-2 #2", tiles) == "to hex 3,0, Raiders in Forge Star (1,-2) #2"
    assert wording.with_hexes("fire phasers at Forge Star in 1,-2", tiles) == "fire phasers at Forge Star (1,-2)"
    assert wording.join_title_and_hex("<i>Forge Star</i> in Forge Star (1,-2)") == "<i>Forge Star</i> (1,-2)"
    assert wording.with_hexes("Forge Star (1,-2)", tiles) == "Forge Star (1,-2)"
