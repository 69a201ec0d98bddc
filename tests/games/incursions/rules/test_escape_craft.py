"""An escape craft in saved matches, views and copies; and whose turn it is when a player without a ship dominates."""

import json

import pytest

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.games.incursions.rules.tables import CATALOGUE

SHUTTLE = {
    "title": "Skiff",
    "nature": "Tactical",
    "type": "Equipment",
    "play_method": "Table until destroyed",
    "life_points": 10,
    "weapon": {"damage": "1D6+1", "range": 0},
    "evasion": 5,
    "effects": [{"on": "played", "do": "place", "piece": "shuttle"}],
}
REEF = {
    "title": "Lurking Reef",
    "kind": "denizen",
    "effects": [{"on": "event", "do": "summon", "life_points": 12, "weapon": "2D6", "speed": 1}],
}


def table(**keys):
    seats = [{"ship": "Sol"}, {"ship": "Ruk'tor", "hull": 1, "shields": 0, "hand": ["Skiff"]}, {"ship": "Ilvanis"}]
    return lay_table({"mode": "full", "seats": seats, "pieces": [SHUTTLE, REEF], **keys}, CATALOGUE)


def escaped():
    game = table(dice=[6])
    game.play("fire phasers at seat 1")
    game.play("take the hit")
    game.play("play Skiff")
    return game


@pytest.mark.rule("19.2")
@pytest.mark.rule("9.19")
def test_a_craft_is_the_ship_again_out_of_a_saved_match():
    game = escaped()
    restored = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup)
    ship = restored.ships[1]
    assert (ship.card.title, ship.card.race, ship.hull, ship.power_cards) == ("Skiff", "Klingon", 10, 2)
    assert restored.to_data() == game.to_data()
    assert restored.view(0) == game.view(0)
    assert restored.decision == game.decision


def test_a_view_shows_the_craft_in_the_place_of_the_ship():
    shown = escaped().view(0)["ships"][1]
    assert (shown["title"], shown["hull"], shown["hull_maximum"], shown["power_cards"]) == ("Skiff", 10, 10, 2)
    assert shown["systems"]["Skiff"] == {"damage": "1D6+1", "range": 0}
    assert shown["out"] is None


def test_who_falls_in_his_craft_is_shown_with_the_ship_he_began_with():
    game = escaped()
    game.ships[1].hull = 1
    game.dice.left = [6]
    game.play("fire phasers at seat 1")
    game.play("take the hit")
    shown = game.view(0)["ships"][1]
    assert (shown["title"], shown["out"]["how"]) == ("Ruk'tor", "destroyed")
    restored = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup)
    assert restored.to_data() == game.to_data()


@pytest.mark.rule("18.8")
def test_the_turn_of_a_dominating_player_is_saved_and_seen():
    seats = [{"ship": "Sol"}, {"ship": "Ruk'tor", "out": "destroyed"}, {"ship": "Ilvanis"}]
    game = table(seats=seats, map={"1,0": "Lurking Reef"}, placed=[{"title": "Lurking Reef", "at": "1,0"}])
    game.play("decline")
    game.play("decline")
    assert game.decision.topic == "dominate"
    game.play("dominate Lurking Reef in 1,0")
    restored = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup)
    assert restored.decision == game.decision
    assert restored.view(1) == game.view(1)
    turn = game.view(None)["turn"]
    assert (turn["seat"], turn["maneuver"], turn["left"], turn["step"]) == (1, 1, 1, "first maneuver")
    assert game.view(None)["players"][1]["dominates"] == game.view(None)["placed"][0]["number"]
    assert game.forecast("move Lurking Reef in 1,0 to 2,0") == {}
    assert [refused.rule for refused in game.refusals(1)] != []
