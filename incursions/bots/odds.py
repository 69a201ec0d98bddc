"""Dice probabilities, computed once."""

from __future__ import annotations

from functools import cache

AVERAGE_DIE = 3.5
DOUBLES = 1 / 6
MANY_DICE = 40  # from here on dice lie so near their average that it stands for them


@cache
def chance_of_at_least(dice: int, score: int) -> float:
    """Return the chance that so many six-sided dice show `score` or more together."""
    if score <= dice:
        return 1.0
    if score > 6 * dice:
        return 0.0
    if dice > MANY_DICE:
        return float(score <= AVERAGE_DIE * dice)
    return sum(chance_of_at_least(dice - 1, score - face) for face in range(1, 7)) / 6


@cache
def chance_to_evade(score: int) -> float:
    """Return the chance of 2D6 equal to or under `score` (rules 11.2)."""
    return 1 - chance_of_at_least(2, score + 1)
