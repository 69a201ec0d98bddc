"""Espionage, assimilation, crew and equipment: what is refused, listed, foreseen, seen and saved (rules 14-16)."""

import json

import pytest

from incursions.games.incursions.rules import Game, IllegalAction
from tests.games.incursions.rules.tables import laid

SHIP = {"hull": 20, "shields": 20, "evasion": 4}
PIECES = [
    {"title": "Sol", "race": "Federation", **SHIP, "systems": {"warp": {"hexes": 1}, "phasers": {"damage": "1D6"}}},
    {"title": "Lattice", "race": "Borg", **SHIP, "systems": {"warp": {}, "assimilation": {"power": 3, "range": 1}}},
    {"title": "Vokh", "race": "Klingon", "bonuses": {}, "espionage_evasion": 7},
    {"title": "Elira", "nature": "Crew", "position": "Science", "espionage_evasion": 5},
    {"title": "Dara", "nature": "Crew", "position": "Security", "bonuses": {"espionage_evasion": 1}},
    {"title": "Coils", "nature": "Tactical", "type": "Equipment", "play_method": "Table", "bonuses": {"shields": 4}},
    {"title": "Drill", "nature": "Tactical", "type": "Procedure", "play_method": "Table"},
    {"title": "Gauge", "nature": "Tactical", "type": "Equipment", "play_method": "Table", "usage": ["Klingon"]},
    {"title": "Fire", "nature": "Command"},
    {
        "title": "Claw",
        "nature": "Tactical",
        "play_method": "Table in front of target",
        "removal": {"maneuver": "tactical", "power": 2},
        "effects": [{"on": "tabled", "do": "lock_power", "power": 1, "target": "the target"}],
    },
    {
        "title": "Leak",
        "nature": "Tactical",
        "type": "Espionage",
        "effects": [
            {"on": "played", "do": "espionage", "tests": "systems"},
            {"on": "played", "do": "lose_power", "power": 2, "target": "the target"},
        ],
    },
    {
        "title": "Counterspy",
        "nature": "Defence",
        "type": "Espionage",
        "answers": "espionage",
        "effects": [{"on": "aimed_at", "do": "modify", "of": "espionage_evasion", "by": 4}],
    },
    {
        "title": "Second Look",
        "nature": "Defence",
        "type": "Espionage",
        "answers": "espionage",
        "effects": [{"on": "espionage_failed", "do": "reroll", "which": "all dice"}],
    },
]
MAP = {"1,0": "Open Space", "2,0": "Open Space"}


def full(*seats, **table):
    return laid(*seats, mode="full", pieces=PIECES, map=MAP, **table)


def refused(game, text, seat=None):
    before = game.to_data()
    with pytest.raises(IllegalAction) as refusal:
        game.act(game.decision.seat if seat is None else seat, text)
    assert game.to_data() == before
    return str(refusal.value)


BORG = {"ship": "Lattice", "at": "1,0", "hand": ["Coils", "Gauge", "Fire"], "before": [{"title": "Claw", "by": 1}]}
ROBBED = {"ship": "Sol", "tabled": ["Elira", "Drill"], "hand": ["Coils"]}
FAR = {"ship": "Sol", "at": "2,0", "tabled": ["Elira"], "cloaked": True}

OWN_TURN = [
    ("assimilate", "Assimilation takes 3 power, and 2 of your power cards are face up (7.1)"),
    ("assimilate Elira of seat 1", "Assimilation takes 3 power, and 2 of your power cards are face up (7.1)"),
    ("assimilate Elira of seat 2", "Sol is cloaked: it cannot be targeted until you sweep for it (10.9)"),
    ("assimilate Elira of seat 7", "There is no seat 7 (15.5)"),
    ("assimilate Coils of seat 0", "You cannot target your own ship or pieces (10.14)"),
    ("assimilate Coils of seat 1", "No Coils is tabled on Sol (15.11)"),
    ("assimilate Drill of seat 1", "Drill is neither equipment nor a crew member (15.5)"),
    ("recover", "Say whom to recover (14.4)"),
    ("recover Vokh", "Vokh is in 2,0, and can be recovered only there (14.4)"),
    ("recover Dara", "No Dara is tabled in a hex (14.4)"),
    ("remove", "Say what to remove (13.4.5)"),
    ("remove Coils", "No Coils lies before you (13.4.5)"),
    ("table Gauge", "Gauge is only for a ship of Klingon (16.4)"),
    ("table Fire", "Tabling Fire takes a maneuver (13.4.3)"),
    ("table Dara", "You have no Dara in your hand (2.7)"),
    ("table Coils aboard Skiff in 1,0", "You have no shuttle Skiff in 1,0 (17.7)"),
]


@pytest.mark.parametrize(("text", "message"), OWN_TURN)
def test_in_an_own_turn(text, message):
    placed = [{"title": "Vokh", "kind": "officer", "at": "2,0", "by": 0}]
    assert refused(full(BORG | {"power": 2}, ROBBED, FAR, placed=placed), text) == message


def test_what_is_not_in_play_is_not_removed_without_its_power():
    game = full({"ship": "Sol", "power": 1, "before": [{"title": "Claw", "by": 1}]}, {"ship": "Sol"})
    assert refused(game, "remove Claw") == "Removing Claw takes 2 power, and 1 of your power card is face up (7.1)"


def test_only_a_ship_with_the_system_assimilates():
    game = full({"ship": "Sol"}, ROBBED)
    assert refused(game, "assimilate Elira of seat 1") == "Sol has no Assimilation: only Borg ships have it (15.5)"
    assert not any(refusal.text.startswith("assimilate") for refusal in game.refusals(0))


def test_what_a_borg_player_would_look_for_is_listed_with_its_reason():
    game = full(BORG, ROBBED, FAR)
    found = {refusal.text: refusal.rule for refusal in game.refusals(0)}
    assert found["assimilate Drill of seat 1"] == "15.5"
    assert found["assimilate Elira of seat 2"] == "10.9"
    assert found["table Gauge"] == "16.4"
    assert "assimilate Elira of seat 1" not in found
    assert "remove Claw" not in found


def test_assimilation_is_foreseen():
    game = full({"ship": "Lattice"}, {"ship": "Sol", "tabled": ["Elira", "Coils", {"title": "Dara", "down": True}]})
    assert game.forecast("assimilate Elira of seat 1") == {"power": 3, "needs": 5, "success": pytest.approx(26 / 36)}
    assert game.forecast("assimilate Coils of seat 1") == {"power": 3, "needs": 5, "success": pytest.approx(26 / 36)}
    assert game.forecast("assimilate Dara of seat 1") == {"power": 3, "needs": 6, "success": pytest.approx(21 / 36)}


def test_espionage_and_its_answers_are_foreseen():
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": ["Counterspy"]})
    assert game.forecast("play Leak at seat 1") == {"power": 0, "needs": 7, "success": pytest.approx(15 / 36)}
    game.play("play Leak at seat 1")
    assert game.forecast("pass") == {"power": 0, "needs": 7, "chance": pytest.approx(21 / 36)}
    assert game.forecast("play Counterspy") == {"power": 0, "needs": 11, "chance": pytest.approx(35 / 36)}


def test_without_anybody_to_roll_it_is_certain():
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol"})
    assert game.forecast("play Leak at seat 1") == {"power": 0, "success": 1.0}


def test_a_failed_roll_is_foreseen_to_fail_unless_it_is_rolled_again():
    hand = ["Second Look"]
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": hand}, dice=[6, 6])
    game.play("play Leak at seat 1")
    assert game.forecast("pass") == {"power": 0, "chance": 0.0}
    assert game.forecast("play Second Look") == {"power": 0, "needs": 7, "chance": pytest.approx(21 / 36)}


def test_tabling_is_foreseen_with_the_points_that_come_once():
    game = full({"ship": "Sol", "hand": ["Coils", "Coils"]}, {"ship": "Sol"})
    assert game.forecast("table Coils") == {"power": 0, "shields": [20, 24]}
    game.play("table Coils")
    assert game.forecast("table Coils") == {"power": 0, "shields": [24, 24]}


def test_removing_is_foreseen():
    game = full({"ship": "Sol", "before": [{"title": "Claw", "by": 1}]}, {"ship": "Sol"})
    assert game.forecast("remove Claw") == {"power": 2}


SPIED_ON = [
    ("play Fire", "Only an espionage defence answers espionage (15.4)"),
    ("play Second Look", "Second Look is played after a failed roll (15.7)"),
    ("explore north", "Only an espionage defence answers espionage (15.4)"),
    ("add 1 power to shields", "Only an espionage defence answers espionage (15.4)"),
]


@pytest.mark.parametrize(("text", "message"), SPIED_ON)
def test_at_the_question_of_espionage(text, message):
    hand = ["Counterspy", "Second Look", "Fire"]
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": hand})
    game.play("play Leak at seat 1")
    assert refused(game, text) == message


def test_what_answers_at_another_moment_is_listed_with_its_reason():
    hand = ["Counterspy", "Second Look", "Fire"]
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": hand})
    game.play("play Leak at seat 1")
    assert [(refusal.text, refusal.rule) for refusal in game.refusals(1)] == [("play Second Look", "15.7")]


def test_all_see_the_espionage_under_way():
    game = full({"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": ["Counterspy"]})
    assert game.view(None)["espionage"] is None
    game.play("play Leak at seat 1")
    seen = {"seat": 0, "target": 1, "against": "Espionage", "dice": [], "score": 0, "outcome": None}
    assert [game.view(seat)["espionage"] for seat in (0, 1, None)] == [seen] * 3


def test_it_is_saved_copied_and_resumed_at_its_question():
    seats = {"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": ["Counterspy"]}
    game = full(*seats, dice=[6, 5])
    game.play("play Leak at seat 1")
    again = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup)
    twin = game.copy()
    for each in (game, again, twin):
        each.play("play Counterspy")
    assert game.to_data() == again.to_data() == twin.to_data()
    assert game.ships[1].power == 4


@pytest.mark.parametrize("held", ["Counterspy", "Second Look", "Fire"])
def test_with_public_windows_the_spy_learns_nothing_of_the_hand(held):
    seen = []
    for hand in (held, "Drill"):
        seats = {"ship": "Sol", "hand": ["Leak"]}, {"ship": "Sol", "captain": "Vokh", "hand": [hand]}
        game = full(*seats, windows="public", dice=[6, 6])
        views = []
        game.play("play Leak at seat 1")
        while game.decision.seat == 1 and game.turn_seat == 0:
            views.append((game.view(0), game.decision.topic))
            game.play("pass")
        seen.append((views, game.view(0)))
    assert seen[0] == seen[1]
