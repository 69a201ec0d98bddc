"""The steps that the chart tells: what happened in the last moves, with the places of ships on the chart."""

import pytest

from incursions.games.contract import RecentMove
from incursions.games.incursions.table.chart import centre
from incursions.games.incursions.table.moments import READERS, list_steps
from tests.games.incursions.rules.tables import laid
from tests.markup import read_words
from tests.pages.games import new_game, positions

GATE = {"1,0": "Wormhole 1"}


def steps_of(game, *lines, own=None):
    """Return the steps after these lines."""
    moves = []
    for number, line in enumerate(lines, 1):
        game.play(line)
        moves.append(RecentMove(number, [event.to_data() for event in game.events]))
    return list_steps(game.view(own), moves, own)


def told(steps):
    return [(step.kind, step.verdict, step.dice) for step in steps]


def test_a_ship_thrown_back_rolls_in_the_wormhole_and_slides_from_there_to_the_start_hex():
    steps = steps_of(laid(map=GATE, dice=[2, 5]), "warp to 1,0")
    assert told(steps) == [("sail", "", ()), ("roll", "No doubles", (2, 5)), ("sail", "", ())]
    gate, start = centre((1, 0)), centre((0, 0))
    assert [step.path for step in steps] == [(start, gate), (), (gate, start)]
    assert steps[1].at == gate
    assert {step.seats for step in steps if step.path} == {(0,)}
    assert read_words(steps[1].said) == "Sol rolls 25 in the wormhole: no doubles."


def test_doubles_lead_out():
    steps = steps_of(laid(map=GATE, dice=[4, 4]), "warp to 1,0")
    assert told(steps)[1:] == [("roll", "Doubles", (4, 4)), ("vanish", "Leaves the quadrant", ()), ("note", "", ())]
    assert [step.sound for step in steps] == ["", "chord", "", ""]
    assert steps[1].is_good


def test_hits_and_the_end_of_a_ship_stand_over_it():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "shields": 2, "hull": 1}, {"ship": "Sol"}, dice=[6])
    steps = steps_of(game, "fire phasers at seat 1", "take the hit")
    assert [step.kind for step in steps] == ["roll", "hit", "blast"]
    assert read_words(steps[0].said).startswith("Sol fires phasers at Ruk'tor: 6 ")
    assert steps[1].verdict == "Shields \N{MINUS SIGN}2, hull \N{MINUS SIGN}1"
    assert [step.seats for step in steps[1:]] == [(1,), (1,)]
    assert [step.move for step in steps] == [1, 2, 2]


def test_a_caught_ship_rolls_to_escape():
    steps = steps_of(
        laid({"ship": "Sol", "caught": 7}, {"ship": "Ruk'tor"}, mode="full", dice=[6, 6]), "roll to escape"
    )
    assert told(steps)[0] == ("roll", "Still caught", (6, 6))
    assert not steps[0].is_good


def test_a_way_whose_beginning_is_not_told_has_only_its_end():
    moves = [RecentMove(1, [{"number": 1, "kind": "transported", "facts": {"seat": 1, "at": [0, 0]}}])]
    (step,) = list_steps(laid(map=GATE).view(None), moves, None)
    assert step.path == (centre((0, 0)),)


@pytest.mark.parametrize("seed", [b"\1" * 32, b"\2" * 32])
def test_every_move_of_played_games_can_be_told(seed):
    *_, game = positions(2, seed, most=10_000)
    fresh, kinds = new_game(2, seed), set()
    for number, entry in enumerate(game.log, 1):
        events = [event.to_data() for event in fresh.act(entry.seat, entry.text)]
        steps = list_steps(fresh.view(None), [RecentMove(number, events)], None)
        kinds |= {event["kind"] for event in events}
        assert len(steps) == sum(event["kind"] in READERS for event in events)
        for step in steps:
            assert "None" not in step.said
    assert {"explored", "scored", "damaged"} <= kinds
