"""Points that never fall below 0, and of which none come off that are not there (rules 10.10).

`max` and `min` take three times as long as these, and every attack asks a dozen times.
"""

from __future__ import annotations


def never_below_0(points: int) -> int:
    """The points, or 0 (rules 10.10)."""
    return points if points > 0 else 0  # noqa: FURB136


def at_most(points: int, most: int) -> int:
    """The points, as far as there are so many."""
    return points if points < most else most  # noqa: FURB136
