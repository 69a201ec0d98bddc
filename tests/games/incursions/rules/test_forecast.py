"""Forecasts: odds, averages and costs, from what the seat asked knows."""

import pytest

from incursions.engine.dice import chance_of_at_most
from tests.games.incursions.rules.tables import laid


@pytest.mark.parametrize(("score", "ways"), [(1, 0), (2, 1), (5, 10), (7, 21), (11, 35), (12, 36), (20, 36), (-3, 0)])
def test_chances_of_two_dice(score, ways):
    assert chance_of_at_most(score) == ways / 36


def test_an_attack_forecasts_cost_and_score():
    game = laid()
    assert game.forecast("fire phasers at seat 1 with 2 power") == {
        "power": 2, "distance": 0, "average": 12.5, "minimum": 5, "maximum": 20,
    }  # fmt: skip
    assert game.forecast("fire torpedoes at seat 1 with 1 power and range 2")["power"] == 3


def test_a_warp_to_a_wormhole_forecasts_the_chance_of_doubles():
    game = laid(map={"1,0": "Wormhole 1", "0,1": "Open Space"})
    assert game.forecast("warp to 1,0") == {"power": 0, "distance": 1, "chance": 1 / 6, "missed": "start"}
    assert game.forecast("warp to 0,1") == {"power": 0, "distance": 1}


def test_a_defence_forecasts_what_the_hit_leaves():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "shields": 3, "hull": 9}, dice=[6])
    game.play("fire phasers at seat 1")
    assert game.forecast("take the hit") == {"power": 0, "hull": [9, 4], "shields": [3, 0]}
    assert game.forecast("add 1 power to shields") == {"power": 1, "hull": [9, 9], "shields": [3, 0]}
    assert game.forecast("evade with 2 power") == {
        "power": 2, "chance": 15 / 36, "needs": 6, "hull": [9, 4], "shields": [3, 0],
    }  # fmt: skip
    assert game.forecast("repair hull with 1 power") == {"power": 1, "hull": [9, 10], "shields": [3, 0]}
    assert game.forecast("repair shields") == {"power": 0, "hull": [9, 4], "shields": [3, 3]}


def test_a_ship_that_will_not_stand_repairs_nothing():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "shields": 1, "hull": 2}, dice=[6])
    game.play("fire phasers at seat 1")
    assert game.forecast("repair hull") == {"power": 0, "hull": [2, 0], "shields": [1, 0]}


def test_the_beginning_of_a_line_forecasts_its_least_completion():
    game = laid()
    assert game.forecast("fire phasers at seat 1") == game.forecast("fire phasers at seat 1 with no power")
    game.play("fire phasers")
    assert game.forecast("at seat 1 with 1 power")["power"] == 1


def test_what_is_no_line_has_no_forecast():
    assert laid().forecast("sing") == {}
    assert laid().forecast("decline") == {"power": 0}
