"""Random days of Den of Wolves: orders of all seats, with every invariant after each, replays, undo and secrets."""

from __future__ import annotations

import json
from random import Random

import pytest

from incursions.engine.dice import SEED_BYTES
from incursions.engine.errors import IllegalAction
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.effects import list_deck
from incursions.games.wolves.rules.fleet_map import SPACES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CONTROL, State
from tests.fuzz.wolves.orders import OrderMaker
from tests.fuzz.wolves.twins import make_twin
from tests.games.wolves.days import load_content
from tests.sampling import sample

DAYS, SAMPLE, CHUNKS = 170, 6, 2
ORDERS = 600
ONE_IN = 25
"""The slow checks are made at one order in so many."""


@pytest.fixture(scope="module")
def content():
    return load_content()


def check(game: Game) -> None:
    """Assert what is always true of a day (rules W4.6, W7.2, W12.9, W13.4, W14.5)."""
    state = game.state
    assert 0 <= state.pursuit <= game.content.fleet.pursuit_top
    for vessel in state.vessels.values():
        assert all(number >= 0 for number in vessel.hold.values()), vessel.name
        assert 0 <= vessel.morale <= game.content.fleet.morale_track.top
        damaged = sum(bool(station.card) for station in vessel.stations.values())
        assert len(list_deck(game, vessel)) + damaged == len(vessel.stations)
    for point in {vessel.point for vessel in state.alive}:
        for quadrant in QUADRANTS:
            there = state.list_quadrant(quadrant, point)
            assert sum(game.find_printed(vessel).size for vessel in there) <= SPACES
    for shuttle in state.shuttles.values():
        assert all(number > 0 for number in shuttle.goods.values())


def check_slowly(game: Game, rng: Random) -> None:
    """Assert that views are plain data, that the state survives as JSON, and that copies are independent."""
    seat = rng.choice([*game.state.places, CONTROL, None])
    json.dumps(game.view(seat))
    game.read_log(seat)
    data = game.state.to_data()
    assert State.from_data(json.loads(json.dumps(data))).to_data() == data
    twin = game.copy()
    twin.state.vessels["Dione"].hold["food"] += 1
    twin.state.vessels["Dione"].stations["Bridge"].riot = "up"
    assert game.state.to_data() == data


def check_secrets(game: Game, rng: Random) -> None:
    """Assert that a seat is shown the same if only what it may not know is another (console: secrets)."""
    if not game.state.is_revealed:
        seat = rng.choice(list(game.state.places))
        assert make_twin(game, seat, rng).view(seat) == game.view(seat)


def play(content, number: int) -> None:
    """Play a random day, with all checks."""
    rng = Random(f"day {number}")
    seed = number.to_bytes(SEED_BYTES, "big")
    setup = {"content": content, "strict_places": rng.random() < 0.5}
    game, replayed = (Game.start(setup, seed) for _ in range(2))
    for one in (game, replayed):
        one.act(CONTROL, "start the event", 0)
    maker, at = OrderMaker(game, rng), 0
    for _ in range(ORDERS):
        at += rng.choice((0, 0, 1, 5, 20))
        is_slow = rng.random() < 1 / ONE_IN
        before = (game.state.to_data(), game.dice.to_data(), game.number) if is_slow else None
        count = game.number
        seat, text = maker.make()
        try:
            game.act(seat, text, at)
        except IllegalAction:
            assert before in (None, (game.state.to_data(), game.dice.to_data(), game.number)), (seat, text)
            continue
        check(game)
        if game.number > count:
            entry = game.log[-1]
            replayed.act(entry.seat, entry.text, entry.at)
        if is_slow:
            check_slowly(game, rng)
            check_secrets(game, rng)
            assert replayed.to_data()["state"] == game.to_data()["state"], (seat, text)
            check_undo(game)
    assert replayed.to_data() == game.to_data()


def check_undo(game: Game) -> None:
    """Assert that undoing the last entry restores the state before it, but for the time (rules W26.3)."""
    twin = game.copy()
    if twin.state.is_revealed or not twin.log:
        return
    before = twin.state.to_data()
    twin.act(CONTROL, "set fuel of Dione to 77 because of a test")
    twin.act(CONTROL, f"undo to entry {twin.number - 1} because of a test")
    assert {**twin.state.to_data(), "now": 0} == {**before, "now": 0}
    assert twin.struck[-1] == twin.number - 1


@pytest.mark.long
@pytest.mark.rule("W26.9")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_days(content, chunk):
    for number in sample(range(DAYS), SAMPLE)[chunk::CHUNKS]:
        play(content, number)
