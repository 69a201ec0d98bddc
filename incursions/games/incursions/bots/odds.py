"""The chance of an evasion, computed once."""

from __future__ import annotations

from functools import cache

from incursions.games.incursions.rules.odds import chance_of_at_least


@cache
def chance_to_evade(score: int) -> float:
    """Return the chance of 2D6 equal to or under `score` (rules 11.2)."""
    return 1 - chance_of_at_least(2, score + 1)
