"""The steps of the last moves that the chart animates, with the points of ships on the chart."""

import pytest

from incursions.games.incursions.table.chart import centre
from incursions.games.incursions.table.moments import READERS, list_steps
from incursions.games.tables import RecentMove
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


def outline(steps):
    return [(step.kind, step.verdict, step.dice) for step in steps]


def test_missed_roll_in_a_wormhole_leads_to_the_start_hex():
    steps = steps_of(laid(map=GATE, dice=[2, 5]), "warp to 1,0")
    assert outline(steps) == [("sail", "", ()), ("roll", "No doubles", (2, 5)), ("sail", "", ())]
    gate, start = centre((1, 0)), centre((0, 0))
    assert [step.path for step in steps] == [(start, gate), (), (gate, start)]
    assert steps[1].at == gate
    assert {step.seats for step in steps if step.path} == {(0,)}
    assert read_words(steps[1].sentence) == "Sol rolls 25 in the wormhole: no doubles."


def test_doubles_in_a_wormhole_end_with_the_ship_leaving():
    steps = steps_of(laid(map=GATE, dice=[4, 4]), "warp to 1,0")
    assert outline(steps)[1:] == [("roll", "Doubles", (4, 4)), ("vanish", "Leaves the quadrant", ()), ("note", "", ())]
    assert [step.sound for step in steps] == ["", "chord", "", ""]
    assert steps[1].is_good


def test_last_hit_is_followed_by_a_blast():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "shields": 2, "hull": 1}, {"ship": "Sol"}, dice=[6])
    steps = steps_of(game, "fire phasers at seat 1", "take the hit")
    assert [step.kind for step in steps] == ["roll", "hit", "blast"]
    assert read_words(steps[0].sentence).startswith("Sol fires phasers at Ruk'tor. Score: 6 ")
    assert steps[1].verdict == "Shields \N{MINUS SIGN}2, hull \N{MINUS SIGN}1"
    assert [step.seats for step in steps[1:]] == [(1,), (1,)]
    assert [step.move for step in steps] == [1, 2, 2]


def test_failed_escape_roll_is_not_good():
    steps = steps_of(
        laid({"ship": "Sol", "caught": 7}, {"ship": "Ruk'tor"}, mode="full", dice=[6, 6]), "roll to escape"
    )
    assert outline(steps)[0] == ("roll", "Still caught", (6, 6))
    assert not steps[0].is_good


def test_transport_from_an_unknown_hex_has_only_its_end():
    moves = [RecentMove(1, [{"number": 1, "kind": "transported", "facts": {"seat": 1, "at": [0, 0]}}])]
    (step,) = list_steps(laid(map=GATE).view(None), moves, None)
    assert step.path == (centre((0, 0)),)


@pytest.mark.parametrize("seed", [b"\1" * 32, b"\2" * 32])
def test_every_event_with_a_reader_makes_a_step(seed):
    *_, game = positions(2, seed, most=10_000)
    fresh, kinds = new_game(2, seed), set()
    for number, entry in enumerate(game.log, 1):
        events = [event.to_data() for event in fresh.act(entry.seat, entry.text)]
        steps = list_steps(fresh.view(None), [RecentMove(number, events)], None)
        kinds |= {event["kind"] for event in events}
        assert len(steps) == sum(event["kind"] in READERS for event in events)
        for step in steps:
            assert "None" not in step.sentence
    assert {"explored", "scored", "damaged"} <= kinds
