"""The average of a die, and the odds of dice."""

from __future__ import annotations

from functools import cache

AVERAGE_DIE = 3.5
CHANCE_OF_DOUBLES = 1 / 6
MANY_DICE = 40  # from here on dice lie so near their average that it stands for them
_WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of throwing each sum on 2D6


def chance_of_at_most(score: int) -> float:
    """Return the chance that 2D6 show `score` or less."""
    return sum(_WAYS[: max(0, min(score, 12) + 1)]) / 36


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
