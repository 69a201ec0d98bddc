"""How long the house holds a question that asks nothing of its player, so that a pause says nothing of a hand (13.10).

A hold is either short, or as long as the player might have thought: it is drawn from how long he took for windows
lately. A pause of any length is then at most 1 / share times as likely with an answer in hand as without.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random, SystemRandom

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
