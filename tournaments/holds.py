"""The hold: who is asked in a window, and passed in it without a click, after a while that tells nothing (rules 13.10).

Whoever can do nothing is passed, and whoever has chosen to be (`tournaments.presets`): the others cannot tell which.

A hold is either short, or as long as the player might have thought: it is drawn from how long the player took for
windows lately. A pause of any length is then at most 1 / share times as likely with an answer in hand as without.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp, log
from random import Random, SystemRandom
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.rules import Game
    from tournaments.models import Seat


STOP_ACTIONS = ("set stop ", "clear stop ")
"""How the actions begin that set a stop for their own seat: they change nothing in the game (rules 13.14)."""
WINDOWS = ("answer", "cancel", "stop")
"""Topics of questions that ask whether somebody answers what others do (rules 13.10, 13.14)."""

IMITATED_IN_WINDOWS = 0.55
"""The share of holds that are as long as a thought, in windows of matches of two."""
IMITATED_ELSEWHERE = 0.4
"""The same for other questions, and in larger matches, where every window asks several."""
SHORTEST_HOLD_S, LONGEST_SHORT_HOLD_S = 0.2, 0.7
LONGEST_HOLD_S = 50.0
TRIES = 20
PAUSES_KEPT = 30
USUAL_S, USUAL_SPREAD = 3.5, 0.9
"""Median in seconds, and standard deviation of the logarithm, of thoughts of a player of whom nothing is known."""
USUAL_WEIGHT = 2
"""By so many pauses what is usual counts beside the pauses of the player."""
SMOOTHING = 0.15
"""Standard deviation of the logarithm by which a pause is varied when it is drawn again."""


def can_do_nothing(game: Game) -> bool:
    """Whether the seat that is asked has but the one way to let it be, as in a window without a card that fits."""
    question = game.decision
    if not game.has_cards or question is None or question.said:
        return False
    return list(question.options) == [question.least]


def is_passed(game: Game, seat: Seat) -> bool:
    """Return True if the question that the seat is asked is passed for it when the hold is over."""
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
    """Return True if the seat is asked in a window of a turn in which it has chosen to pass."""
    question = game.decision
    if seat.passes_turn != game.turns or question is None or question.said or question.topic not in WINDOWS:
        return False
    return not (seat.heeds_attacks and is_aimed_at(game, seat.index))


def is_aimed_at(game: Game, seat: int) -> bool:
    """Whether something announced by another names the seat: an attack on it, on its crew or equipment, a beam."""
    named = re.compile(rf"\bseat {seat}\b")
    announced = game.view(seat).get("announced", ())
    return any(each["seat"] != seat and named.search(each["line"]) for each in announced)


def add_pause(pauses: Sequence[int], milliseconds: int) -> list[int]:
    """Return the newest pauses of a player, with one more."""
    return [*pauses, milliseconds][-PAUSES_KEPT:]


def draw_short_hold(chance: Random) -> float:
    """Return the seconds of a hold that imitates nobody."""
    return chance.uniform(SHORTEST_HOLD_S, LONGEST_SHORT_HOLD_S)


def draw_thought(pauses: Sequence[int], longest_s: float, chance: Random) -> float:
    """Return the seconds, fewer than `longest_s`, that a player might think whose last pauses were these, in ms."""
    thoughts = (_draw_any_thought(pauses, chance) for _ in range(TRIES))
    return next((thought for thought in thoughts if thought < longest_s), SHORTEST_HOLD_S)


def _draw_any_thought(pauses: Sequence[int], chance: Random) -> float:
    if chance.random() * (len(pauses) + USUAL_WEIGHT) < USUAL_WEIGHT:
        return exp(chance.gauss(log(USUAL_S), USUAL_SPREAD))
    return chance.choice(pauses) / 1000 * exp(chance.gauss(0, SMOOTHING))


chance: Random = SystemRandom()
"""Where holds are drawn from: nobody can foresee it, as one could foresee what comes from a seed."""
