"""The battles of the fixtures as setups, and games of them that have gone on for a while."""

from functools import cache
from random import Random

from django.conf import settings

from incursions.engine import SEED_BYTES
from incursions.games.talon.battle_setups import make_setup_of
from incursions.games.talon.bots import SteadyBot
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.setup import Setup


@cache
def read_catalogue() -> Catalogue:
    return load(settings.ROOT)


@cache
def setup_of(mode: str, seats: int = 2) -> Setup:
    return make_setup_of(read_catalogue(), mode, seats)


def begin(mode: str, number: int, seats: int = 2) -> tuple[Random, Game]:
    """Return chances and a game that starts from them."""
    rng = Random(f"talon {mode} {number}")
    return rng, Game.start(setup_of(mode, seats), rng.randbytes(SEED_BYTES))


def play_on(game: Game, rng: Random, answers: int) -> None:
    """Let steady captains, and chance at times, give so many answers."""
    steady = SteadyBot()
    for _ in range(answers):
        if (question := game.decision) is not None:
            text = rng.choice(question.options) if rng.random() < 0.2 else steady.answer(game, question, rng).text
            game.play(text)
