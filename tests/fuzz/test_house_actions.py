"""What may happen at any moment besides answers: conceding, forfeits, taking and stepping back, the end of time."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from incursions.games.incursions.rules import Game, IllegalAction
from tests.fuzz.contract import as_text, check_replayed, state
from tests.fuzz.decks import dealt
from tests.fuzz.invariants import check_table
from tests.fuzz.tables import seeded
from tests.fuzz.talon import invariants as talon
from tests.fuzz.talon import setups as battles
from tests.sampling import sample

GAMES, SAMPLE = 120, 48
FULL_GAMES, FULL_SAMPLE = 24, 8
TALON_GAMES, TALON_SAMPLE = 240, 24
CHUNKS = 8
MOST_ACTIONS = 300
COUNTS = ("number", "private", "asked", "dice", "brought_by")


def table(game: Game) -> str:
    """Return the state without counts and stops, which a step back keeps, and with hidden orders sorted."""
    data = game.to_data()
    for piles in (data, *data.get("players", ())):
        piles.pop("stops", None)
        piles.update({name: sorted(piles[name]) for name in ("deck", "pile") if name in piles})
    return as_text({key: value for key, value in data.items() if key not in COUNTS})


def some_action(game: Game, rng: Random) -> tuple[int | None, str]:
    """Mostly an answer; at times something that the house or any seat may do just now."""
    chance = rng.random()
    asked = game.decision.seat
    if chance < 0.80:
        return asked, rng.choice(game.decision.options)
    if chance < 0.94:
        return asked, rng.choice([*(game.standing(asked) if game.decision.said else []), game.least])
    house = game.standing(None)
    if chance < 0.98:
        steps_back = [text for text in house if text.startswith("step back")]
        return (None, rng.choice(steps_back)) if steps_back else (asked, game.least)
    if chance < 0.998:
        seats = [seat for seat in range(len(game.setup["seats"])) if not game.is_out(seat)]
        return rng.choice([(rng.choice(seats), "concede"), (None, f"forfeit seat {rng.choice(seats)}")])
    return None, "time"


def play_with_the_house(rng: Random, game: Game, check_table: Callable[[Any], None]) -> None:
    """Play on with interruptions, compare every step back with what was there, and replay the whole log."""
    seed = game.dice.seed
    happened = [game.events]
    tables, in_force = {0: table(game)}, [0]
    while game.decision is not None and game.number < MOST_ACTIONS:
        check_table(game)
        seat, text = some_action(game, rng)
        asked = game.asked
        happened.append(game.act(seat, text))
        if text.startswith("step back to "):
            target = int(text.removeprefix("step back to "))
            in_force = [earlier for earlier in in_force if earlier <= target]
            assert table(game) == tables[in_force[-1]]
            assert game.dice.epoch == game.number
            assert game.asked > asked
        tables[game.number] = table(game)
        in_force.append(game.number)
    check_table(game)
    assert [entry.number for entry in game.log] == list(range(1, game.number + 1))
    check_replayed(game, game.setup, seed, happened)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_house_actions(chunk):
    for number in sample(range(GAMES), SAMPLE)[chunk::CHUNKS]:
        play_with_the_house(*seeded(number), check_table)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_house_actions_beyond_basic(chunk):
    for number in sample(range(FULL_GAMES), FULL_SAMPLE)[chunk::CHUNKS]:
        play_with_the_house(*dealt(number), check_table)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_house_actions_in_talon(chunk):
    for number in sample(range(TALON_GAMES), TALON_SAMPLE)[chunk::CHUNKS]:
        play_with_the_house(*battles.dealt(number), talon.check_table)


@pytest.mark.parametrize("number", range(20))
def test_a_restored_game_steps_back_like_the_original(number):
    rng, game = seeded(number)
    for _ in range(40):
        if game.decision is not None:
            game.play(rng.choice(game.decision.options))
    restored = Game.from_data(json.loads(state(game)), game.setup, game.log)
    if game.decision is None:
        with pytest.raises(IllegalAction):
            game.act(None, "step back to 3")
        return
    assert restored.act(None, "step back to 7") == game.act(None, "step back to 7")
    assert state(restored) == state(game)
    for text in ("step back to 99999", "step back to -1", "step back to x", "forfeit seat 9", "forfeit seat x", "now"):
        with pytest.raises(IllegalAction):
            game.act(None, text)
    assert state(restored) == state(game)


@pytest.mark.parametrize("number", range(25))
def test_time_ends_a_game_at_any_point_with_a_place_for_every_seat(number):
    rng, game = seeded(number)
    for _ in range(rng.randrange(60)):
        if game.decision is not None:
            game.play(rng.choice(game.decision.options))
    if game.decision is not None:
        game.act(None, "time")
        assert game.result.ending == "time"
    seats = sorted(seat for together in game.result.places for seat in together)
    assert seats == list(range(len(game.ships)))
    assert game.result.winner is None or game.result.places[0] == [game.result.winner]
