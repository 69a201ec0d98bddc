"""The average of a die, and the odds of two dice."""

from __future__ import annotations

AVERAGE_DIE = 3.5
CHANCE_OF_DOUBLES = 1 / 6
_WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of throwing each sum on 2D6


def chance_of_at_most(score: int) -> float:
    """Return the chance that 2D6 show `score` or less."""
    return sum(_WAYS[: max(0, min(score, 12) + 1)]) / 36
