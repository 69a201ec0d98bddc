"""Bots of the council vote by what the words of a motion do for their nation, and by what their own seat sees."""

from __future__ import annotations

from random import Random

import pytest

from incursions.engine.dice import SEED_BYTES
from incursions.games.wolves.bots.control import CouncilBot
from incursions.games.wolves.bots.live import plan_orders
from incursions.games.wolves.bots.voting import ENOUGH, OVER, SHORT, judge_motion
from incursions.games.wolves.rules.state import CONTROL
from tests.games.wolves.days import start_day

OWN = ["Lucas", "SAN", "Salvador"]
PRESIDENT = "Star Alpha President"


@pytest.fixture
def game():
    return start_day("start the event", ("Clock", "2 minutes pass"), seed=bytes(SEED_BYTES))


@pytest.mark.parametrize(
    ("text", "short", "enough", "over"),
    [
        ("Water is shared", 1, 0, -1),
        ("Rations are equal for all", 1, 0, -1),
        ("No water is shared", -1, 0, 1),
        ("repeal: Water is shared", -1, 0, 1),
        ("amend: Water is shared -> Nobody shares water", -2, 0, 2),
        ("Dione gives 4 water to Lucas", 1, 1, 1),
        ("Give SAN 4 water", 1, 1, 1),
        ("Salvador gets 2 water from all", 1, 1, 1),
        ("Lucas keeps its water", 1, 1, 1),
        ("Lucas gives 4 water to Dione", -1, -1, 1),
        ("Dione gets 4 water from Lucas", -1, -1, 1),
        ("Send 4 water from Lucas to Dione", -1, -1, 1),
        ("Every vessel takes two guests", -1, 1, 1),
        ("Dione gets 4 water", -1, 1, 1),
        ("We sing the old songs", 0, 0, 0),
    ],
)
def test_motion_is_judged_by_who_gives_and_who_gets(text, short, enough, over):
    for worth, level in ((short, SHORT), (enough, ENOUGH), (over, OVER)):
        assert judge_motion(text, OWN, {"water": level, "food": OVER}) == worth, level


def test_fuel_decides_on_jumps():
    assert judge_motion("decision: We jump together", OWN, {"fuel": SHORT}) == -1
    assert judge_motion("decision: We jump together", OWN, {"fuel": ENOUGH}) == 1


def vote(game, text):
    """Return the votes of the bots on a motion by seats of the council."""
    council = CouncilBot(game, Random(1))
    game.act(PRESIDENT, f"open the motion: {text}")
    return {seat: council.choose_vote(holder) for seat, holder in game.state.council.items()}


def test_members_vote_by_the_hold_of_their_own_vessel(game):
    game.state.vessels["Quellon"].hold["water"] = 60
    game.state.vessels["Dione"].hold["water"] = 2
    votes = vote(game, "Water is shared")
    assert (votes["Proxima"], votes["FAS"]) == ("nay", "yay")


def test_member_who_sees_no_panel_abstains(game):
    game.act(CONTROL, "put Dione Council Member in the brig")
    game.state.vessels["Dione"].hold["water"] = 2
    assert vote(game, "Water is shared")["FAS"] == "abstain"


def test_nation_has_more_vessels_than_that_of_its_member(game):
    votes = vote(game, "Dione gives 30 water to Endeavour")
    assert (votes["Rosal"], votes["FAS"]) == ("yay", "nay")


def test_bots_of_a_running_day_vote_by_need(game):
    members = [*game.state.council.values()]
    for seat in members:
        game.act(seat, "go to Star Alpha")
    game.state.vessels["Quellon"].hold["water"] = 60
    game.act(PRESIDENT, "open the motion: Water is shared")
    game.act("Clock", "4 minutes pass")
    bots = [seat for seat in members if seat != PRESIDENT]
    orders = plan_orders(game.copy(), bots, {}, "chance", game.last_at).orders
    assert ("Quellon Council Member", "vote nay") in orders
    assert ("Dione Council Member", "vote yay") in orders


def test_member_without_a_vessel_abstains(game):
    game.state.council["FAS"] = "News Media Reporter"
    assert vote(game, "Water is shared")["FAS"] == "abstain"
