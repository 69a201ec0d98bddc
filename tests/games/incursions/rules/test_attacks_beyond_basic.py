"""What the page is told of attacks beyond Basic: odds, what is looked for and refused, saved and copied attacks."""

import json

import pytest

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.games.incursions.rules.tables import CATALOGUE

PIECES = [
    {
        "title": "Sol",
        "race": "Federation",
        "hull": 20,
        "shields": 30,
        "evasion": 4,
        "systems": {"warp": {"hexes": 1}, "phasers": {"damage": "1D6+1"}, "torpedoes": {"damage": "1D6", "range": 1}},
    },
    {
        "title": "Ruk'tor",
        "race": "Klingon",
        "hull": 20,
        "shields": 12,
        "evasion": 5,
        "systems": {"warp": {"hexes": 1}, "disruptors": {"damage": "1D6"}, "repair": {"points": 3}},
    },
    {
        "title": "Hot Capacitors",
        "nature": "Attack",
        "weapon": "phasers",
        "effects": [{"on": "scoring", "do": "add_damage", "dice": 2}],
    },
    {
        "title": "Great Cannon",
        "nature": "Attack",
        "weapon": {"damage": "3D6", "range": 0},
        "effects": [{"on": "played", "do": "attack", "by": "this card"}],
    },
    {
        "title": "Hard Over",
        "nature": "Defence",
        "answers": "attack",
        "effects": [{"on": "played", "do": "try_evasion", "bonus": 2}],
    },
    {
        "title": "Thick Skin",
        "nature": "Defence",
        "answers": "attack",
        "effects": [{"on": "played", "do": "reduce", "points": 5}],
    },
    {
        "title": "Answering Shot",
        "nature": "Defence",
        "answers": "attack",
        "effects": [{"on": "after_attack", "do": "attack", "target": "the attacker", "may_add": "power"}],
    },
]


def table(dice=(), **seats):
    """Lay a table for two of Full, as a scenario does."""
    described = [{"ship": "Sol"} | seats.get("first", {}), {"ship": "Ruk'tor"} | seats.get("second", {})]
    return lay_table({"mode": "full", "seats": described, "pieces": PIECES, "dice": list(dice)}, CATALOGUE)


def test_the_odds_of_an_attack_count_its_power_and_its_card():
    game = table(first={"hand": ["Hot Capacitors"]})
    line = "fire phasers at seat 1 with 1 power and card Hot Capacitors"
    assert game.forecast(line) == {"power": 1, "distance": 0, "average": 15.0, "minimum": 5, "maximum": 25}


def test_the_odds_of_a_card_that_is_a_weapon():
    game = table(first={"hand": ["Great Cannon"]})
    found = game.forecast("play Great Cannon at seat 1 with 1 power")
    assert found == {"power": 1, "distance": 0, "average": 14.0, "minimum": 4, "maximum": 24}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("take the hit", {"power": 0, "hull": [20, 19], "shields": [12, 0]}),
        ("add 1 power to shields", {"power": 1, "hull": [20, 20], "shields": [12, 4]}),
        ("play Thick Skin", {"power": 0, "hull": [20, 20], "shields": [12, 4]}),
        ("repair shields with 1 power", {"power": 1, "hull": [20, 19], "shields": [12, 6]}),
        ("evade with 2 power", {"power": 2, "chance": 15 / 36, "needs": 6, "hull": [20, 19], "shields": [12, 0]}),
        (
            "play Hard Over with 1 power",
            {"power": 1, "chance": 26 / 36, "needs": 8, "hull": [20, 19], "shields": [12, 0]},
        ),
    ],
)
def test_what_each_defence_would_leave(line, expected):
    game = table(dice=[6, 6], second={"hand": ["Thick Skin", "Hard Over"]})
    game.play("fire phasers at seat 1 with 1 power")
    assert game.forecast(line) == expected


def test_under_attack_what_is_missed_is_told_with_its_rule():
    game = table(dice=[6], second={"power": 0, "hand": ["Hard Over", "Answering Shot"]})
    game.play("fire phasers at seat 1")
    game.play("play Answering Shot")
    told = {refused.text: refused.rule for refused in game.refusals(1)}
    assert told["play Hard Over"] == "11.9"


def test_what_cannot_be_fired_is_told_with_its_rule():
    game = table(first={"hand": ["Great Cannon"]})
    assert game.why_not("fire phasers at seat 5", 0).rule == "10.4"
    assert game.why_not("fire disruptors at seat 1", 0).rule == "2.1"
    assert game.why_not("fire Great Cannon at seat 1", 0).rule == "10.8"


@pytest.mark.parametrize("lines", [[], ["play Answering Shot"], ["play Answering Shot", "take the hit"]])
def test_an_attack_is_saved_copied_and_goes_on_alike(lines):
    game = table(dice=[3, 4, 5], second={"hand": ["Answering Shot"]})
    for line in ["fire phasers at seat 1 with 1 power", *lines]:
        game.play(line)
    saved = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup)
    copied = game.copy()
    assert saved.decision == copied.decision == game.decision
    assert saved.view(0)["attack"] == game.view(0)["attack"]
    for other in (saved, copied):
        other.play(other.least)
        assert other.decision is not None
    assert saved.to_data() == copied.to_data()
