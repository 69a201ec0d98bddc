"""Random games of Talon: every invariant at every question, the slow ones at one in 60, and each game replayed.

Ships rarely blow up in short games, so in some games all of them begin as wrecks among missiles.
"""

from random import Random

import pytest

from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import Missile
from tests.fuzz.talon.playing import play_and_check, play_on
from tests.fuzz.talon.setups import CLOSE, SEED_BYTES, SKIRMISH, made_setup
from tests.sampling import sample

GAMES, SAMPLE = 10_000, 60
WRECKS, WRECKS_SAMPLE = 1000, 30
CHUNKS = 10
ONE_IN = 60
MISSILES = 12
EFFECTS = ("shields down", "helm down", "thrusters", "power drop", "power loss")


def wrecked(number: int) -> tuple[Game, Random]:
    """Return a game of ships near their end, with effects by chance, and missiles in flight."""
    rng = Random(f"wrecks {number}")
    setup = made_setup(number, SKIRMISH) | {"rounds": 2, "wins": {}}
    game = Game.start(setup, rng.randbytes(SEED_BYTES))
    for ship in game.ships:
        ship.marked = len(ship.printed.hull) - 1 if rng.random() < 0.8 else 0
        ship.fighters = min(ship.fighters, rng.randint(1, 3))
        ship.shields = tuple(rng.randint(0, most) for most in ship.shields)
        ship.effects = tuple(rng.sample(EFFECTS, rng.choice((0, 0, 1, 2))))
        ship.power = ship.reckon_power()
    open_hexes = [(q, r) for q, r in CLOSE if f"{q},{r}" not in setup["terrain"]]
    crowded = rng.sample(open_hexes, min(4, len(open_hexes)))
    for missile in range(1, MISSILES + 1):
        side, at = rng.randrange(2), rng.choice(crowded)
        targets = [ship.index for ship in game.ships if ship.side != side and ship.at != at]
        if targets:
            game.missiles[missile] = Missile(missile, side, at, rng.choice(targets))
            game.missiles[missile].is_damaged = rng.random() < 0.5
            game.missiles[missile].owes_flight = game.step == "movement" and game.side == side
    game.next_missile = MISSILES + 1
    game.withdraw_questions()
    game.advance()
    return game, rng


@pytest.mark.long
@pytest.mark.rule("T25.11")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_battles(chunk):
    for number in sample(range(GAMES), SAMPLE)[chunk::CHUNKS]:
        play_and_check(number, ONE_IN)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_battles_of_wrecks(chunk):
    for number in sample(range(WRECKS), WRECKS_SAMPLE)[chunk::CHUNKS]:
        play_on(*wrecked(number), ONE_IN)
