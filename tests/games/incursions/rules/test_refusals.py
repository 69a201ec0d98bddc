"""Refusals name the rule and a reason, and change nothing; `refusals` lists what a player would look for."""

import json

import pytest

from incursions.games.incursions.rules import GameOver, IllegalAction, NotYourQuestion, UnknownAction
from tests.games.incursions.rules.tables import laid, new_game


def refused(game, text, seat=None):
    before = json.dumps(game.to_data())
    with pytest.raises(IllegalAction) as refusal:
        game.act(game.decision.seat if seat is None else seat, text)
    assert json.dumps(game.to_data()) == before
    assert game.why_not(text, seat) is not None
    return refusal.value


OWN_TURN = [
    ("explore north", "8.4", "The hexpile is empty"),
    ("warp", "8.7", "No charted hex lies next to yours"),
    ("warp to 1,0", "8.7", "No charted hex lies next to yours"),
    ("fire disruptors at seat 1", "2.1", "Sol has no disruptors"),
    ("fire mines at seat 1", "20.4", "Basic has no mines"),
    ("fire phasers at seat 0", "10.14", "You cannot target your own ship"),
    ("fire phasers at seat 5", "10.4", "There is no seat 5"),
    ("fire phasers at seat 1 with 5 power", "7.1", "takes 5 power, and 4 of your power cards are face up"),
    ("fire torpedoes at seat 1 with 2 power and range 3", "7.1", "takes 5 power"),
    ("fire phasers at seat 1 with range 1", "7.3", "Power adds dice to phasers, not range"),
    ("repair hull", "12.3", "nothing to repair"),
    ("repair bridge", "12.3", "Hull and shields have all their points"),
    ("evade with 1 power", "11.2", "nobody attacks you now"),
    ("add 1 power to shields", "7.10", "Shield power answers attacks only"),
    ("take the hit", "10.11", "Nobody attacks you now"),
    ("cloak", "20.4", "Basic knows only"),
    ("tractor seat 1 with 1 power", "20.4", "Basic knows only"),
    ("play Fire", "20.4", "Basic knows only"),
    ("aux", "20.4", "Basic knows only"),
    ("divert 10 to phasers", "20.4", "Basic knows only"),
    ("sing", "", "not an action here"),
    ("", "", "not an action here"),
]


@pytest.mark.parametrize(("text", "rule", "reason"), OWN_TURN)
def test_in_an_own_turn(text, rule, reason):
    refusal = refused(laid(), text)
    assert refusal.rule == rule
    assert reason in refusal.reason
    assert isinstance(refusal, UnknownAction) == (rule == "")


@pytest.mark.rule("10.3")
def test_out_of_range_names_the_reach_and_the_distance():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "at": "2,0"}, map={"1,0": "Open Space", "2,0": "Open Space"})
    assert str(refused(game, "fire phasers at seat 1")) == (
        "Phasers reach only your own hex; the target is 2 away (10.3)"
    )
    assert str(refused(game, "fire torpedoes at seat 1")) == (
        "Torpedoes reach 1 hex, one more for each power spent on range; the target is 2 away (10.3)"
    )


@pytest.mark.rule("8.1", "8.7")
def test_a_warp_takes_the_power_its_distance_needs():
    line = {f"{q},0": "Open Space" for q in range(1, 7)}
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor"}, map=line)
    assert (
        refused(game, "warp to 2,0").reason
        == "A warp to 2,0, 2 hexes away, takes 1 power: say warp to 2,0 with 1 power"
    )
    assert (
        refused(game, "warp to 1,0 with 1 power").reason == "A warp to 1,0, 1 hex away, takes no power: say warp to 1,0"
    )
    assert game.why_not("warp to 2,0").cause == "A warp to 2,0, 2 hexes away, takes 1 power"
    assert refused(game, "warp to 6,0 with 5 power").reason == "6,0 is 6 hexes away, and your warp reaches 5"
    game.play("warp to 5,0 with 4 power")
    assert game.ships[0].power == 0


@pytest.mark.rule("8.7")
@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("warp to 1,0", "8.7", "No tile lies at 1,0"),
        ("warp to here", "8.1", "A warp takes the hex it ends in"),
        ("warp to 0,0", "8.1", "in that hex already"),
    ],
)
def test_a_warp_ends_on_a_charted_hex(text, rule, reason):
    refusal = refused(laid(map={"0,1": "Open Space"}), text)
    assert refusal.rule == rule
    assert reason in refusal.reason


@pytest.mark.rule("8.3")
def test_a_side_that_is_taken_names_those_that_are_free():
    game = laid(map={"0,-1": "Open Space"}, pile=["Open Space"])
    assert refused(game, "explore north").reason.startswith(
        "The north side is not free; free are north-east, south-east"
    )
    assert refused(game, "explore").rule == "8.3"
    assert refused(game, "explore south with 1 power").rule == "8.7"


UNDER_ATTACK = [
    ("explore north", "11.8"),
    ("warp to 0,0", "11.8"),
    ("fire disruptors at seat 0", "11.8"),
    ("decline", "11.8"),
    ("evade", "11.2"),
    ("evade with 0 power", "11.2"),
    ("evade with 5 power", "7.1"),
    ("add 5 power to shields", "7.1"),
    ("add 0 power to shields", "7.1"),
    ("repair hull with 9 power", "7.1"),
    ("repair sails", "12.1"),
]


@pytest.mark.parametrize(("text", "rule"), UNDER_ATTACK)
def test_under_attack(text, rule):
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "hull": 5}, dice=[3])
    game.play("fire phasers at seat 1")
    assert refused(game, text).rule == rule


@pytest.mark.rule("11.9")
@pytest.mark.parametrize("text", ["evade with 1 power", "repair hull"])
def test_the_defence_is_chosen_once(text):
    game = laid(dice=[3, 6, 6])
    game.play("fire phasers at seat 1")
    game.play("evade with 1 power")
    assert refused(game, text).rule == "11.9"


def test_another_seat_is_told_who_is_asked():
    refusal = refused(laid(), "decline", seat=1)
    assert isinstance(refusal, NotYourQuestion)
    assert str(refusal) == "Sol, seat 0, is asked now, not seat 1 (6.1)"
    assert refused(laid(), "decline", seat=7).reason == "There is no seat 7"


@pytest.mark.rule("19.3", "19.4")
def test_a_seat_out_of_the_game_acts_no_more():
    game = new_game(3)
    game.act(2, "concede")
    for text in ("decline", "concede", "explore north"):
        assert refused(game, text, seat=2).rule == "19.4"
    destroyed = laid({"ship": "Sol"}, {"ship": "Sol", "out": "destroyed"}, {"ship": "Ruk'tor"})
    assert str(refused(destroyed, "decline", seat=1)) == "Sol is destroyed: its player is out of the game (19.3)"


def test_the_house_is_refused_what_it_cannot_do():
    game = laid()
    for text in ("decline", "forfeit seat 9", "forfeit seat 1 now", "stop"):
        with pytest.raises(UnknownAction):
            game.act(None, text)


def test_after_the_end_nothing_is_taken():
    game = laid()
    game.act(1, "concede")
    with pytest.raises(GameOver):
        game.act(0, "decline")
    assert game.refusals(0) == []
    assert game.forecast("decline") == {}


def test_refusals_list_what_a_player_would_look_for():
    game = laid({"ship": "Sol", "shields": 3}, {"ship": "Ruk'tor", "at": "1,0"}, map={"1,0": "Open Space"})
    assert [(refusal.text, refusal.rule) for refusal in game.refusals(0)] == [
        ("explore north", "8.4"),
        ("fire phasers at seat 1", "10.3"),
        ("repair hull", "12.3"),
    ]
    assert game.refusals(1) == []


def test_refusals_under_attack_without_power():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "power": 0}, dice=[3])
    game.play("fire phasers at seat 1")
    assert [(refusal.text, refusal.rule) for refusal in game.refusals(1)] == [
        ("evade with 1 power", "11.2"),
        ("add 1 power to shields", "7.1"),
    ]
