"""What a captain does on tables laid out for it."""

from random import Random

import pytest

from incursions.games.incursions.bots import CaptainBot, Choice
from incursions.games.incursions.rules import Game
from tests.games.incursions.bots.tables import table


def asked(game: Game) -> Choice:
    """Return the choice of a captain in the asked seat."""
    question = game.decision
    return CaptainBot().explain(game.view(question.seat), question, Random(1))


def test_warps_into_a_wormhole_in_reach():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"}, map={"2,0": "Wormhole 1"})
    assert asked(game).text == "warp to 2,0"


def test_pays_for_the_way_to_a_wormhole():
    game = table({"ship": "One"}, {"ship": "Other"}, map={"3,0": "Wormhole 1"})
    assert asked(game).text == "warp to 3,0 with 2 power"


def test_comes_nearer_to_a_wormhole_out_of_reach():
    game = table({"ship": "One", "power": 0}, {"ship": "Other"}, map={"3,0": "Wormhole 1"})
    assert asked(game).text == "warp to 1,0"


def test_prefers_a_sure_hit_that_destroys_the_last_rival_to_a_wormhole():
    game = table(
        {"ship": "One", "at": "1,0"},
        {"ship": "Other", "at": "1,0", "hull": 3, "shields": 0, "power": 0},
        map={"2,0": "Wormhole 1"},
    )
    assert asked(game).text.startswith("fire phasers at seat 1 with 4 power")


def test_explores_while_no_wormhole_is_known():
    game = table({"ship": "One", "at": "2,0"}, {"ship": "Other"})
    assert asked(game).text.startswith("explore ")


def test_explores_near_the_start_hex_where_a_wormhole_is_soon_reached_again():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"})
    assert asked(game).text in ("explore north", "explore south-west")


def test_goes_to_a_free_side_if_its_own_hex_has_none():
    around = {
        "0,-1": "Open Space",
        "1,-1": "Open Space",
        "0,1": "Open Space",
        "-1,1": "Open Space",
        "-1,0": "Open Space",
    }
    game = table({"ship": "One"}, {"ship": "Other"}, map=around)
    assert asked(game).text.startswith("warp to ")


def test_fires_at_a_clearly_weaker_ship_in_reach():
    game = table({"ship": "One"}, {"ship": "Other", "hull": 10, "shields": 0})
    assert asked(game).text.startswith("fire ")


def test_hunts_a_wounded_ship_that_was_thrown_back_to_the_start_hex():
    wounded = {"ship": "Other", "hull": 10, "shields": 0}
    game = table({"ship": "One", "at": "3,0", "power": 0}, wounded, map={"3,0": "Open Space"})
    assert asked(game) == Choice("warp to 2,0", "Other is worth hunting")


def test_leaves_a_whole_ship_alone_while_leaving_promises_more():
    beside = {"ship": "One", "at": "1,0"}
    game = table(beside, {"ship": "Other", "at": "1,0"}, map={"1,0": "Open Space", "2,0": "Wormhole 1"})
    assert asked(game).text == "warp to 2,0"


def test_stays_in_a_wormhole_it_stands_in():
    game = table({"ship": "One", "at": "3,0"}, {"ship": "Other"}, map={"3,0": "Wormhole 1"})
    assert asked(game).text.split()[0] not in ("warp", "explore")


def test_repairs_when_weak_and_threatened():
    game = table({"ship": "One", "hull": 4, "shields": 0}, {"ship": "Other"})
    assert asked(game).text.startswith("repair ")


def under_fire(target: dict, *, score: tuple[int, ...], last: bool = True) -> Game:
    """Seat 0 has fired phasers at seat 1, in its last maneuver unless another follows."""
    game = table({"ship": "One"}, target, dice=[*score, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    if last:
        game.play("decline")
    power = len(score) - 1
    game.play(f"fire phasers at seat 1 with {power} power" if power else "fire phasers at seat 1")
    return game


def test_evades_with_all_it_has_when_evading_is_likely():
    game = under_fire({"ship": "Dodger"}, score=(6, 6, 6, 6, 6))
    assert asked(game).text == "evade with 2 power"  # 12 or less: certain


def test_adds_shield_power_when_evading_is_hopeless():
    game = under_fire({"ship": "Other", "power": 2}, score=(5, 5))
    assert asked(game).text == "add 2 power to shields"


def test_spends_no_power_on_a_scratch_while_more_may_come():
    game = under_fire({"ship": "Other", "shields": 19}, score=(1,), last=False)
    assert asked(game).text == "repair shields with no power"


def test_repairs_for_nothing_when_it_has_no_power():
    game = under_fire({"ship": "Other", "power": 0}, score=(6, 6))
    assert asked(game).text == "repair shields with no power"


def test_adds_shield_power_after_a_failed_evasion():
    game = table({"ship": "One"}, {"ship": "Other", "power": 3}, dice=[6, 6, 6, 6, 6])
    game.play("decline")
    game.play("fire phasers at seat 1 with 2 power")
    game.play("evade with 1 power")
    assert game.decision.topic == "shield power"
    assert asked(game).text == "add 2 power to shields"


def test_survives_if_it_can():
    game = under_fire({"ship": "Other", "hull": 5, "shields": 0}, score=(6, 6), last=False)
    assert asked(game).text == "add 2 power to shields"


@pytest.mark.parametrize("said", ["warp", "fire phasers", "fire torpedoes", "repair"])
def test_answers_in_the_midst_of_a_line(said):
    game = table({"ship": "One", "shields": 10}, {"ship": "Other"}, map={"3,0": "Wormhole 1"}, dice=[1, 2, 3])
    game.play(said)
    assert game.decision.said[0] == said
    game.play(asked(game).text)
    assert not game.decision or not game.decision.said
