"""What a player may try with the cards of his hand, and why he may not (rules 6.7, 6.12, 13)."""

import pytest

from tests.games.incursions.rules.tables import laid

TACTICAL = {"nature": "Tactical", "type": "Procedure"}
PIECES = [
    {"title": "Fire", "nature": "Command", "attaches_to": "attack"},
    {"title": "Drill", "nature": "Command", "attaches_to": "any", "usage": ["Romulan"]},
    {"title": "Halt", "nature": "Command", "play_method": "Play any time"}
    | {"effects": [{"on": "announced", "do": "cancel"}]},
    {"title": "Wind", "nature": "Command", "play_method": "Play any time"}
    | {"effects": [{"on": "any_time", "do": "turn_up", "power": 1}]},
    TACTICAL | {"title": "Report", "effects": [{"on": "played", "do": "draw", "cards": 1}]},
    TACTICAL | {"title": "Boost 2", "effects": [{"on": "played", "do": "modify", "of": "warp", "by": 2}]},
    TACTICAL
    | {"title": "Leak", "target": "ship", "effects": [{"on": "played", "do": "lose_power", "power": 1, "within": 1}]},
    TACTICAL
    | {"title": "Digger", "effects": [{"on": "played", "do": "take", "from": "your discard pile", "cards": 1}]},
    {"title": "Hot Coils", "nature": "Attack", "effects": [{"on": "scoring", "do": "add_damage", "dice": 1}]},
    {"title": "Screen", "nature": "Defence", "effects": [{"on": "played", "do": "raise_shields", "points": 5}]},
    {"title": "Fins", "nature": "Tactical", "type": "Equipment", "play_method": "Table", "life_points": 5},
    TACTICAL | {"title": "Idle Talk"},
    {"title": "Elira", "nature": "Crew", "position": "Science"},
    {"title": "Kress", "nature": "Crew", "position": "Helm"},
]
HAND = [
    "Fire",
    "Drill",
    "Halt",
    "Wind",
    "Report",
    "Boost 2",
    "Leak",
    "Digger",
    "Hot Coils",
    "Screen",
    "Fins",
    "Elira",
    "Idle Talk",
]
OWN_TURN = [
    ("play Fire at seat 1", "Fire takes no target and nothing else: say play Fire (13.15)"),
    ("play Drill", "Drill is only for a ship or captain of Romulan (13.5)"),
    ("play Halt", "Halt answers what another player has announced, and there is none now (13.9)"),
    ("play Wind", "Wind would do nothing now (13.15)"),
    ("play Report at seat 1", "Report takes no target and nothing else: say play Report (13.15)"),
    ("play Report with 1 power", "Report takes no power (7.3)"),
    ("play Boost 2", "Boost 2 is played within a warp: say warp to Q,R and card Boost 2 (8.7)"),
    ("play Leak at seat 0", "The card is aimed at another player, not at yourself or at what is yours (13.15)"),
    ("play Leak at seat 2", "Leak reaches 1 hex, and that is farther away (10.18)"),
    ("play Leak at seat 1 with 1 power", "Leak takes no power (7.3)"),
    ("play Digger", "Digger would do nothing now (13.15)"),
    ("play Hot Coils", "Hot Coils is played with an attack: say fire WEAPON at TARGET with card Hot Coils (10.1)"),
    ("play Screen", "Screen is a defence card: it is not played in your own turn (6.12)"),
    ("play Fins", "Fins is tabled: say table Fins (13.4.2)"),
    ("play Idle Talk", "Idle Talk cannot be played by itself (6.7)"),
    ("play Idle Talk now", "Idle Talk cannot be played by itself (6.7)"),
    ("play Report now", "Report takes no target and nothing else: say play Report (13.15)"),
    ("play Leak in 1,0", "Leak needs a target: at seat 1, at seat 2 (13.15)"),
    ("play Elira", "Elira is tabled without a maneuver: say table Elira (13.4.3)"),
    ("play Kress", "Kress is on your table already (13.4.2)"),
    ("play Verashka", "You have no Verashka in your hand (2.7)"),
    ("use Kress", "Kress has no maneuver of its own (13.4.2)"),
    ("use Fins", "Fins is not on your table (13.4.2)"),
    ("set stop tea", "There is no such stop; there are power up, score, last step (13.14)"),
    ("clear stop score", "That stop is not set (13.14)"),
]


def table(**more):
    seats = [{"ship": "Sol", "hand": HAND, "tabled": ["Kress"]}, {"ship": "Ruk'tor"}, {"ship": "Ilvanis", "at": "2,0"}]
    return laid(*seats, mode="full", pieces=PIECES, map={"1,0": "Open Space", "2,0": "Open Space"}, **more)


@pytest.mark.parametrize(("text", "message"), OWN_TURN)
def test_in_an_own_turn(text, message):
    assert str(table().why_not(text)) == message


def test_a_second_command_for_the_same_maneuver():
    game = table()
    game.play("play Fire")
    assert game.why_not("play Fire").rule == "2.7"
    assert not game.why_not("fire phasers at seat 1")


def test_what_is_not_to_be_had_is_listed_with_its_reason():
    found = {refused.text: refused.rule for refused in table().refusals(0)}
    assert found["play Wind"] == found["play Digger"] == "13.15"
    assert found["play Screen"] == "6.12"
    assert found["play Boost 2"] == "8.7"
    assert "play Report" not in found


@pytest.mark.rule("13.14")
def test_a_pick_is_part_of_what_asks_it():
    searching = TACTICAL | {"title": "Search"}
    searching |= {"effects": [{"on": "played", "do": "take", "from": "your deck", "cards": 1}]}
    game = laid(
        {"ship": "Sol", "hand": ["Search", "Wind"], "deck": ["Fire", "Report"], "power": 2},
        {"ship": "Ruk'tor"},
        mode="full",
        pieces=[*PIECES, searching],
    )
    game.play("play Search")
    assert sorted(game.decision) == ["take Fire", "take Report"]
    assert game.why_not("play Wind").rule == "13.14"
