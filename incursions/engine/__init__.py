"""The rules-enforcing kernel: dice, hexes, facings, questions, reaction windows and the log. It knows no game."""

from incursions.engine.dice import SEED_BYTES, Dice, FixedDice, OutOfDiceError, Throw, WitnessedDice, commitment
from incursions.engine.errors import (
    GameOver,
    IllegalAction,
    NotYourQuestion,
    Refusal,
    UnknownAction,
)
from incursions.engine.events import Event, EventKind
from incursions.engine.frames import Choice, Frame, ReactionWindow
from incursions.engine.game import Game, MissingLogError
from incursions.engine.log import LogEntry, find_undone
from incursions.engine.questions import Option, Question

__all__ = [
    "SEED_BYTES",
    "Choice",
    "Dice",
    "Event",
    "EventKind",
    "FixedDice",
    "Frame",
    "Game",
    "GameOver",
    "IllegalAction",
    "LogEntry",
    "MissingLogError",
    "NotYourQuestion",
    "Option",
    "OutOfDiceError",
    "Question",
    "ReactionWindow",
    "Refusal",
    "Throw",
    "UnknownAction",
    "WitnessedDice",
    "commitment",
    "find_undone",
]
