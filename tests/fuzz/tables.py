"""Games to try the engine with: seeded set-ups of the house's own pieces, and random players."""

from functools import cache
from pathlib import Path
from random import Random

from incursions.games.incursions.rules import SEED_BYTES, Game, basic_setup
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.state.setup import ROUND_LIMIT

FIXTURES = Path(__file__).parents[2] / "fixtures"
TURNS_IN_A_HURRY = 18


@cache
def catalogue() -> Catalogue:
    return load(FIXTURES)


@cache
def house_setup(seats: int, round_limit: int = ROUND_LIMIT) -> dict:
    pieces = catalogue()
    return basic_setup(seats, list(pieces.ships.values()), list(pieces.tiles.values()), round_limit=round_limit)


def setup_of(number: int) -> dict:
    """Return the setup of the game of this number: 2 to 6 seats by turns.

    Random players wander about for long, so all but one game in 100 agree on fewer rounds than the usual 100 (1.9).
    """
    seats = 2 + number % 5
    return house_setup(seats, ROUND_LIMIT if number % 100 == 0 else TURNS_IN_A_HURRY // seats)


def seeded(number: int) -> tuple[Random, Game]:
    """Return the random numbers of the players and the game of this number, at its first question."""
    rng = Random(f"game {number}")
    return rng, Game.start(setup_of(number), rng.randbytes(SEED_BYTES))
