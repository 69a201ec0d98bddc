"""The rules-enforcing kernel: dice, hexes, questions, reaction windows and the log. It knows no particular game."""

from incursions.engine.dice import SEED_BYTES, Dice, DiceRanOut, FixedDice, Throw, WitnessedDice, commitment
from incursions.engine.errors import GameOver, IllegalAction, NotYourQuestion, Refusal, UnknownAction
from incursions.engine.events import Event, EventKind
from incursions.engine.frames import Choice, Frame
from incursions.engine.game import Game, LogMissing
from incursions.engine.log import LogEntry, undone
from incursions.engine.questions import Option, Question
from incursions.engine.windows import ReactionWindow

__all__ = [
    "SEED_BYTES",
    "Choice",
    "Dice",
    "DiceRanOut",
    "Event",
    "EventKind",
    "FixedDice",
    "Frame",
    "Game",
    "GameOver",
    "IllegalAction",
    "LogEntry",
    "LogMissing",
    "NotYourQuestion",
    "Option",
    "Question",
    "ReactionWindow",
    "Refusal",
    "Throw",
    "UnknownAction",
    "WitnessedDice",
    "commitment",
    "undone",
]
