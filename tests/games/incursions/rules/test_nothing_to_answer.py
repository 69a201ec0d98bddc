"""Questions that have no answer, or one alone (rules 13.10)."""

import pytest

from incursions.games.incursions.rules.plays.stops import LAST_STEP
from tests.games.incursions.rules.tables import laid

HALT = {"title": "Halt", "nature": "Command", "play_method": "Play any time"}
HALT |= {"effects": [{"on": "announced", "do": "cancel"}]}
PLAIN = {"title": "Plain", "nature": "Tactical", "type": "Procedure"}
PLAIN |= {"effects": [{"on": "played", "do": "draw", "cards": 1}]}
SKIFF = {"title": "Skiff", "nature": "Tactical", "type": "Equipment", "play_method": "Table until destroyed"}
SKIFF |= {"life_points": 4, "effects": [{"on": "played", "do": "place", "piece": "shuttle"}]}
PIECES = [HALT, PLAIN, SKIFF]


def full(*seats, **table):
    return laid(*seats, mode="full", windows="public", pieces=PIECES, **table)


def has_nothing_to_answer(game):
    return game.has_only_free_actions(game.decision.seat)


@pytest.mark.rule("13.10")
@pytest.mark.parametrize(("hand", "expected"), [(["Plain"], True), (["Plain", "Halt"], False)])
def test_aux_alone_answers_no_announcement(hand, expected):
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor", "power": 2, "hand": hand})
    game.play("fire phasers at seat 1")
    assert "aux" in game.decision.options
    assert has_nothing_to_answer(game) == expected


@pytest.mark.rule("13.10")
def test_aux_is_an_answer_where_power_opens_one():
    game = full({"ship": "Sol", "hand": ["Plain"]}, {"ship": "Ruk'tor", "shields": 1, "power": 0, "hand": ["Plain"]})
    game.play("tractor seat 1 with 1 power")
    game.play("pass")
    assert game.decision.topic == "tractor beam"
    assert game.decision.options == ["pass", "aux"]
    assert not has_nothing_to_answer(game)


@pytest.mark.rule("13.14")
def test_aux_is_asked_for_at_a_stop_and_in_the_own_turn():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor", "power": 2, "hand": ["Plain"]})
    assert not has_nothing_to_answer(game)
    game.act(1, f"set stop {LAST_STEP}")
    game.play("decline")
    game.play("decline")
    assert (game.decision.topic, game.decision.options) == ("stop", ["pass", "aux"])
    assert not has_nothing_to_answer(game)


@pytest.mark.rule("13.10")
def test_part_of_the_only_kind_is_cancelled_without_a_question():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor", "hand": ["Halt"]})
    game.play("fire phasers at seat 1")
    game.play("play Halt")
    assert [event.kind for event in game.events].count("cancelled") == 1


def test_back_leads_past_a_stage_that_was_not_asked():
    game = laid({"ship": "Sol", "shields": 10}, {"ship": "Ruk'tor"})
    game.play("repair")
    assert game.decision.said == ("repair", "shields")
    game.play("back")
    assert game.decision.said == ()


@pytest.mark.rule("17.8")
def test_armour_has_a_forecast():
    game = full(
        {"ship": "Sol"}, {"ship": "Ruk'tor", "shields": 10, "tabled": [{"title": "Skiff", "points": 4}]}, dice=[6]
    )
    game.play("fire phasers at seat 1")
    game.play("take the hit")
    hull = game.ships[1].hull
    assert game.forecast("choose Skiff of seat 1") == {"hull": [hull, hull], "shields": [10, 6]}
    assert game.forecast("pass") == {"hull": [hull, hull], "shields": [10, 2]}
    game.play("choose Skiff of seat 1")
    assert game.ships[1].shields == 6


@pytest.mark.rule("7.5")
def test_nothing_is_diverted_where_no_defence_is_left():
    silent = {"title": "Silent", "nature": "Attack", "weapon": "phasers"}
    silent |= {"effects": [{"on": "scoring", "do": "forbid", "action": "defend", "target": "the target"}]}
    game = laid({"ship": "Sol", "hand": ["Silent"]}, {"ship": "Ruk'tor"}, mode="full", pieces=[silent], dice=[6])
    game.play("fire phasers at seat 1 with card Silent")
    assert not any(option.startswith("divert") for option in game.decision.options)
    assert game.why_not("divert 5 to evade").rule == "11.1"
