"""The hold: who is asked in a window, and passed in it without a click, after a while that tells nothing (rules 13.10).

Whoever can do nothing is passed, and whoever has chosen to be (`tournaments.presets`): the others cannot tell which.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.rules import Game
    from tournaments.models import Seat

STOP_ACTIONS = ("set stop ", "clear stop ")
"""How the actions begin that set a stop for their own seat: they change nothing in the game (rules 13.14)."""
WINDOWS = ("answer", "cancel", "stop")
"""Topics of questions that ask whether somebody answers what others do (rules 13.10, 13.14)."""


def can_do_nothing(game: Game) -> bool:
    """Whether the seat that is asked has but the one way to let it be, as in a window without a card that fits."""
    question = game.decision
    if not game.has_cards or question is None or question.said:
        return False
    return list(question.options) == [question.least]


def is_passed(game: Game, seat: Seat) -> bool:
    """Whether the question that the seat is asked is passed for it when the hold is over."""
    if wants_to_pass(game, seat):
        return True
    question = game.decision
    is_called = question is not None and question.topic in WINDOWS and seat.asks_always
    return can_do_nothing(game) and not is_called


def is_window(game: Game) -> bool:
    """Return True if the open question asks whether somebody answers what others do."""
    question = game.decision
    return question is not None and question.topic in WINDOWS


def wants_to_pass(game: Game, seat: Seat) -> bool:
    """Whether the seat is asked in a window of a turn in which it has chosen to pass."""
    question = game.decision
    if seat.passes_turn != game.turns or question is None or question.said or question.topic not in WINDOWS:
        return False
    return not (seat.heeds_attacks and is_aimed_at(game, seat.index))


def is_aimed_at(game: Game, seat: int) -> bool:
    """Whether something announced by another names the seat: an attack on it, on its crew or equipment, a beam."""
    named = re.compile(rf"\bseat {seat}\b")
    announced = game.view(seat).get("announced", ())
    return any(each["seat"] != seat and named.search(each["line"]) for each in announced)
