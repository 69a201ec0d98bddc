"""How sure a share is: the interval of Wilson, which stays between 0 and 1 and is honest near both."""

from __future__ import annotations

from math import sqrt

IN_95_OF_100 = 1.959964  # standard deviations to either side


def wilson(score: float, games: int) -> tuple[float, float]:
    """The bounds within which the true share lies at 95 %, where `score` of `games` were won, a draw counted half.

    E. B. Wilson, Probable inference, 1927. Nothing played says nothing: 0 to 1.
    """
    if not games:
        return 0.0, 1.0
    share = score / games
    square = IN_95_OF_100**2
    middle = share + square / (2 * games)
    spread = IN_95_OF_100 * sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
