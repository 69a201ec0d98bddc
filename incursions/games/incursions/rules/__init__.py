"""The rules of Incursions. Setup, seed and actions define a whole match. Nothing here imports Django."""

from incursions.engine import SEED_BYTES, GameOver, IllegalAction, NotYourQuestion, Refusal, UnknownAction, commitment
from incursions.engine.standing import Result
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.setup import RULES_VERSION, basic_setup, full_setup

__all__ = [
    "RULES_VERSION",
    "SEED_BYTES",
    "Game",
    "GameOver",
    "IllegalAction",
    "NotYourQuestion",
    "Refusal",
    "Result",
    "UnknownAction",
    "basic_setup",
    "commitment",
    "full_setup",
]
