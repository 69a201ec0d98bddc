"""AUX, diverting, tabling and discarding: what is refused, listed, foreseen and seen (rules 6, 7)."""

import pytest

from incursions.games.incursions.rules import IllegalAction
from incursions.games.incursions.rules.examples.table import TableError
from tests.games.incursions.rules.tables import laid

PIECES = [
    {"title": "Elira", "nature": "Crew", "position": "Science", "bonuses": {"shields": 3}},
    {"title": "Kress", "nature": "Crew", "position": "Science"},
    {"title": "Fire", "nature": "Command"},
    {"title": "Drill", "nature": "Command", "play_method": "Table when drawn", "usage": ["Romulan"]},
    {"title": "Vokh", "race": "Klingon", "bonuses": {"weapons": 2}},
]


def full(*seats, **table):
    return laid(*seats, mode="full", pieces=PIECES, **table)


def refused(game, text, seat=None):
    before = game.to_data()
    with pytest.raises(IllegalAction) as refusal:
        game.act(game.decision.seat if seat is None else seat, text)
    assert game.to_data() == before
    return str(refusal.value)


OWN_TURN = [
    ("aux", "All your power cards are face up already (7.4)"),
    ("divert 7 to phasers", "Points are diverted in whole fives, such as divert 10 to repair (7.9)"),
    ("divert to phasers", "Points are diverted in whole fives, such as divert 10 to repair (7.9)"),
    ("divert 10 to shields", "Diverted power cannot go to the shields (7.5)"),
    (
        "divert 10 to evasion",
        "Power can be diverted to warp, phasers, torpedoes, mines, repair, tractor, tachyon sweep (7.5)",
    ),
    ("divert 20 to repair", "You can divert 10 points: your shields have 12 (7.9)"),
    ("table Kress", "Elira holds the position: Science (2.6)"),
    ("table Drill", "Drill is only for a ship or captain of Romulan (13.5)"),
    ("table Fire", "Tabling Fire takes a maneuver (13.4.3)"),
    ("table Elira", "You have no Elira in your hand (2.7)"),
    ("discard Fire", "Cards are discarded at the end of your turn, down to 10 (6.4)"),
    ("cloak", "Sol has no cloaking device (2.1)"),
    ("fire mines at seat 1", "Mines are laid, not fired: say lay mine (17.2)"),
    ("play Elira", "Elira is on your table already (13.4.2)"),
    ("play Kress", "Kress is tabled without a maneuver: say table Kress (13.4.3)"),
    ("play Drill", "Drill is only for a ship or captain of Romulan (13.5)"),
]
SOL = {"ship": "Sol", "shields": 12, "tabled": ["Elira"], "hand": ["Kress", "Fire", "Drill"]}


@pytest.mark.parametrize(("text", "message"), OWN_TURN)
def test_in_an_own_turn(text, message):
    assert refused(full(SOL, {"ship": "Ruk'tor"}), text) == message


@pytest.mark.rule("7.5", "11.8")
def test_under_attack():
    game = full({"ship": "Ruk'tor"}, SOL, dice=[1])
    game.play("fire disruptors at seat 1")
    assert refused(game, "divert 5 to phasers") == (
        "Under attack power can go to evasion or repair, or to the shields (11.8)"
    )
    game.play("divert 5 to evasion")
    assert "evade with 5 power" in game.decision
    assert refused(game, "evade with 6 power").startswith("That evasion takes 6 power, and 4 of your power cards are")
    assert refused(game, "evade with 6 power").endswith("face up, 1 diverted besides (7.1)")
    assert "add 5 power to shields" not in game.decision


def test_refusals_list_what_a_player_would_look_for():
    game = full(SOL | {"shields": 4}, {"ship": "Ruk'tor"})
    found = [(refusal.text, refusal.rule) for refusal in game.refusals(0)]
    assert found[-4:] == [("table Kress", "2.6"), ("table Drill", "13.5"), ("divert 5", "7.9"), ("aux", "7.4")]


def test_a_forecast_says_what_it_costs_and_gives():
    game = full({"ship": "Sol", "shields": 12, "power": 1, "hand": ["Elira"], "captain": "Vokh"}, {"ship": "Ruk'tor"})
    assert game.forecast("aux") == {"power": 0, "turned_up": 3}
    assert game.forecast("divert 10 to phasers") == {"power": 0, "shields": [12, 2]}
    assert game.forecast("table Elira") == {"power": 0, "shields": [12, 15]}
    assert game.forecast("fire phasers at seat 1")["minimum"] == 1 + 2 + 2


@pytest.mark.rule("7.5")
def test_power_diverted_for_an_answer_is_lost_when_the_attacker_concedes():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor"}, {"ship": "Sol"}, dice=[1])
    game.play("fire phasers at seat 1")
    game.play("divert 5 to repair")
    game.act(2, "concede")
    assert game.ships[1].diverted == {"repair": 1}
    game.act(0, "concede")
    assert game.ships[1].diverted == {}


@pytest.mark.rule("6.4")
def test_who_must_discard_and_has_no_time_discards_the_first_card():
    game = full({"ship": "Sol", "hand": ["Fire"] * 11}, {"ship": "Ruk'tor"})
    for _ in range(2):
        game.play("decline")
    assert game.least == "discard Fire"


def test_a_hand_is_seen_by_its_player_alone():
    game = full(SOL | {"deck": ["Fire"], "discard": ["Kress"]}, {"ship": "Ruk'tor", "captain": "Vokh"})
    assert game.view(0)["hand"] == ["Kress", "Fire", "Drill"]
    assert game.view(1)["hand"] == game.view(None)["hand"] == []
    seen = game.view(1)["players"]
    elira = {"title": "Elira", "down": False, "points": None}
    piles = {"hand": 3, "deck": 1, "pile": 0, "tabled": [elira], "discard": ["Kress"]}
    counts = piles | {"aux": True, "diverted": {}}
    assert {key: seen[0][key] for key in counts} == counts
    assert (seen[1]["captain"], seen[1]["bonuses"]["weapons"]) == ("Vokh", 2)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"mode": "full", "pile": ["Open Space"]}, "in Full each seat has a pile of its own"),
        ({"mode": "basic", "seats": [{"ship": "Sol", "hand": []}, {"ship": "Sol"}]}, "a Basic seat has no 'hand'"),
        ({"mode": "full", "seats": [{"ship": "Sol", "hand": ["Ice"]}, {"ship": "Sol"}]}, "no piece called 'Ice'"),
        (
            {"mode": "tournament", "seats": [{"ship": "Sol", "pile": ["Open Space"]}, {"ship": "Sol"}]},
            "share the table",
        ),
        ({"mode": "full", "seats": [{"ship": "Sol", "stand_in": "Fire"}, {"ship": "Sol"}]}, "Fire is no crew member"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table, message):
    seats = table.pop("seats", [])
    with pytest.raises(TableError, match=message):
        laid(*seats, pieces=PIECES, **table)


@pytest.mark.rule("7.5", "10.8")
def test_of_two_prototypes_alike_the_power_goes_to_one_name():
    game = laid({"ship": "Sol", "tabled": ["Swarm Rack Prototype"] * 2}, {"ship": "Ruk'tor"}, mode="full")
    game.play("divert 5")
    assert game.decision.options.count("to Swarm Rack Prototype") == 1
