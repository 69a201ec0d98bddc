"""Forecasts beyond Basic: what cards, commands and earlier answers do in the same attack counts."""

import pytest

from incursions.games.incursions.rules.examples.table import lay_table
from tests.games.incursions.rules.tables import CATALOGUE

SYSTEMS = {"warp": {"hexes": 1}, "phasers": {"damage": "1D6+1"}, "mines": {"damage": "1D6"}, "repair": {"points": 3}}
SHIPS = [
    {"title": "Sol", "race": "Federation", "hull": 20, "shields": 20, "evasion": 4, "systems": SYSTEMS},
    {"title": "Ruk'tor", "race": "Klingon", "hull": 20, "shields": 12, "evasion": 5, "systems": SYSTEMS},
    {
        "title": "Lattice",
        "race": "Borg",
        "hull": 20,
        "shields": 20,
        "evasion": 0,
        "systems": SYSTEMS | {"assimilation": {}},
    },
]
TITLED = {
    "Bare Plates": {
        "nature": "Defence",
        "answers": "attack",
        "effects": [
            {"on": "played", "do": "reduce", "points": 2},
            {"on": "played", "do": "bypass_shields", "points": "all"},
        ],
    },
    "Thick Skin": {
        "nature": "Defence",
        "answers": "attack",
        "effects": [{"on": "damage", "do": "reduce", "dice": "1D6"}],
    },
    "Answering Shot": {
        "nature": "Defence",
        "answers": "attack",
        "effects": [
            {
                "on": "after_attack",
                "do": "attack",
                "target": "the attacker",
                "may_add": "power",
                "effects": [{"on": "scoring", "do": "add_damage", "bonus": 2}],
            }
        ],
    },
    "Stand and Deliver": {
        "nature": "Command",
        "type": "Dilemma",
        "attaches_to": "attack",
        "effects": [
            {
                "on": "attached",
                "do": "choose",
                "who": "target",
                "options": [{"do": "lose_power", "power": 1}, {"do": "add_damage", "dice": 2}],
            }
        ],
    },
    "No Mercy": {
        "nature": "Command",
        "attaches_to": "attack",
        "effects": [{"on": "scoring", "if": {"target_shields": 0}, "do": "add_damage", "dice": 3}],
    },
    "Open Fire": {
        "nature": "Command",
        "attaches_to": "attack",
        "effects": [{"on": "scoring", "do": "add_damage", "bonus": 10}],
    },
    "Overwhelm": {
        "nature": "Command",
        "attaches_to": "assimilation",
        "effects": [
            {
                "on": "attached",
                "do": "modify",
                "of": "espionage_evasion",
                "by": -3,
                "target": "the target",
                "until": "this maneuver",
            }
        ],
    },
    "Heavy Triggers": {
        "nature": "Tactical",
        "play_method": "Table in front of target",
        "effects": [{"on": "tabled", "do": "set_cost", "of": "attack", "by": 1}],
    },
    "Bilge Pumps": {"nature": "Crew", "position": "Engineering", "bonuses": {"shields": 4}},
    "Elira": {"nature": "Crew", "position": "Science", "espionage_evasion": 6},
    "Skiff": {
        "nature": "Tactical",
        "type": "Equipment",
        "play_method": "Table until destroyed",
        "life_points": 12,
        "effects": [{"on": "maneuver", "do": "place", "piece": "shuttle"}],
    },
}
TILES = [
    {
        "title": "Toll Gate",
        "kind": "wormhole",
        "requirement": {"power": 2, "cards": 1},
        "effects": [{"on": "event", "do": "leave_roll"}],
    },
    {"title": "Open Gate", "kind": "wormhole", "effects": [{"on": "event", "do": "leave_roll"}]},
]
ADRIFT = [{"do": "transport", "target": "your ship", "to": "an explored hex", "hexes": 4}]
PIECES = [*SHIPS, *({"title": title} | piece for title, piece in TITLED.items()), *TILES]


def laid(first, second=None, dice=(), **table):
    """Lay a table of two in Full."""
    seats = [{"ship": "Sol"} | first, {"ship": "Ruk'tor"} | (second or {})]
    return lay_table({"mode": "full", "seats": seats, "pieces": PIECES, "dice": list(dice)} | table, CATALOGUE)


@pytest.mark.rule("10.6", "11.9")
def test_what_strikes_past_the_shields_is_foreseen_once_the_card_is_played():
    game = laid({}, {"hand": ["Bare Plates"]}, dice=[6])
    game.play("fire phasers at seat 1")
    assert game.forecast("play Bare Plates") == {"power": 0, "hull": [20, 15], "shields": [12, 12]}
    game.play("play Bare Plates")
    assert game.forecast("take the hit") == {"power": 0, "hull": [20, 15], "shields": [12, 12]}
    assert game.forecast("add 2 power to shields") == {"power": 2, "hull": [20, 15], "shields": [12, 12]}
    game.play("take the hit")
    assert (game.ships[1].hull, game.ships[1].shields) == (15, 12)


@pytest.mark.rule("11.4")
def test_a_repair_chosen_before_counts_in_what_the_hit_leaves():
    game = laid({}, {"shields": 2}, dice=[4])
    game.play("fire phasers at seat 1")
    game.play("repair shields with 1 power")
    assert game.forecast("take the hit") == {"power": 0, "hull": [20, 17], "shields": [2, 6]}
    game.play("take the hit")
    assert (game.ships[1].hull, game.ships[1].shields) == (17, 6)


@pytest.mark.rule("10.12")
def test_dice_still_to_be_thrown_give_a_range():
    game = laid({}, {"hand": ["Thick Skin"], "shields": 0}, dice=[6])
    game.play("fire phasers at seat 1")
    assert game.forecast("play Thick Skin") == {"power": 0, "hull": [20, 14, 19], "shields": [0, 0]}


@pytest.mark.rule("13.2")
def test_a_choice_of_the_target_before_the_roll_gives_the_range_of_both():
    game = laid({"hand": ["Stand and Deliver"]})
    game.play("play Stand and Deliver")
    assert game.forecast("fire phasers at seat 1") == {"power": 0, "distance": 0, "minimum": 2, "maximum": 19}


@pytest.mark.rule("11.10", "13.6")
def test_a_granted_attack_has_its_own_effects_and_no_command():
    game = laid({}, {"hand": ["Answering Shot"]}, dice=[1])
    game.players[1].commands.append(game.players[1].hand[0])
    game.play("fire phasers at seat 1")
    game.play("play Answering Shot")
    game.play("take the hit")
    assert game.forecast("fire phasers at seat 0 with 1 power") == {
        "power": 1, "distance": 0, "average": 10.0, "minimum": 5, "maximum": 15,
    }  # fmt: skip


@pytest.mark.rule("7.3")
def test_what_attacks_cost_now_is_part_of_the_power():
    game = laid({"before": [{"title": "Heavy Triggers", "by": 1}]})
    assert game.forecast("fire phasers at seat 1 with 1 power")["power"] == 2


@pytest.mark.rule("13.6", "17.2")
def test_a_command_that_does_not_speak_of_a_mine_adds_nothing_to_it():
    game = laid({"at": "1,0", "hand": ["No Mercy"]}, {"shields": 0}, map={"1,0": "Open Space"})
    game.play("play No Mercy")
    assert game.forecast("lay mine with 1 power") == {"power": 1, "average": 7.0, "minimum": 2, "maximum": 12}


@pytest.mark.rule("15.2", "15.5")
def test_a_command_that_goes_with_an_assimilation_counts_in_its_odds():
    game = laid({"ship": "Lattice", "hand": ["Overwhelm"]}, {"tabled": ["Elira"]})
    assert game.forecast("assimilate Elira of seat 1") == {"power": 3, "needs": 6, "success": pytest.approx(21 / 36)}
    game.play("play Overwhelm")
    assert game.forecast("assimilate Elira of seat 1") == {"power": 3, "needs": 3, "success": pytest.approx(33 / 36)}


@pytest.mark.rule("1.6")
def test_a_wormhole_whose_requirement_cannot_be_met_promises_no_roll():
    table = {"map": {"1,0": "Toll Gate"}}
    assert laid({"hand": ["Elira"]}, **table).forecast("warp to 1,0")["chance"] == 1 / 6
    assert laid({"hand": ["Elira"], "power": 1}, **table).forecast("warp to 1,0")["chance"] == 1 / 6, "with AUX"
    without_aux = laid({"hand": ["Elira"], "power": 1, "aux": False}, **table)
    assert without_aux.forecast("warp to 1,0") == {"power": 0, "distance": 1}
    assert laid({}, **table).forecast("warp to 1,0") == {"power": 0, "distance": 1}, "no card to discard"


@pytest.mark.rule("1.6")
def test_the_cards_of_a_requirement_cost_no_power_once_it_is_paid():
    game = laid({"hand": ["Elira"]}, map={"1,0": "Toll Gate"})
    game.play("warp to 1,0")
    assert game.forecast("spend 2 power") == {"power": 2, "chance": 1 / 6, "missed": "start"}
    game.play("spend 2 power")
    assert game.forecast("discard Elira") == {"power": 0, "chance": 1 / 6, "missed": "start"}


@pytest.mark.rule("1.1", "1.7")
@pytest.mark.parametrize(("missed", "where"), [("nothing", "stays"), (ADRIFT, "elsewhere"), (None, "start")])
def test_a_roll_to_leave_says_where_a_miss_leads(missed, where):
    pilot = {"on": "leave_missed", "do": "leave_roll", "missed": missed}
    effects = [pilot] if missed else []
    helm = {"title": "Pilot", "nature": "Crew", "position": "Helm", "effects": effects}
    table = {"mode": "full", "seats": [{"ship": "Sol", "tabled": ["Pilot"]}, {"ship": "Ruk'tor"}]}
    table |= {"map": {"1,0": "Open Gate"}, "pieces": [*PIECES, helm]}
    assert lay_table(table, CATALOGUE).forecast("warp to 1,0")["missed"] == where


@pytest.mark.rule("8.1")
def test_a_warp_is_as_long_as_its_way():
    around = {"0,-1": "Open Space", "1,-2": "Open Space", "2,-2": "Open Space", "2,-1": "Open Space"}
    assert laid({}, map=around).forecast("warp to 2,-1 with 3 power") == {"power": 3, "distance": 4}


@pytest.mark.rule("17.7", "2.10")
def test_a_card_tabled_aboard_a_shuttle_lends_the_ship_no_shields():
    placed = [{"title": "Skiff", "kind": "shuttle", "at": "1,0", "by": 0}]
    game = laid({"at": "1,0", "hand": ["Bilge Pumps"]}, map={"1,0": "Open Space"}, placed=placed)
    assert game.forecast("table Bilge Pumps aboard your ship") == {"power": 0, "shields": [20, 24]}
    assert game.forecast("table Bilge Pumps aboard Skiff in 1,0") == {"power": 0, "shields": [20, 20]}
