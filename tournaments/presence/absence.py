"""Being away from the table as a pure value: since when, and how much grace is left before others may act on it.

Grace stops no clock. It is what the others wait before they may claim the seat, and it is bounded: each player has so
much of it in a match, and after that the least, which is longer than a line that breaks for a moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

GRACE_MS = 120_000
LEAST_GRACE_MS = 20_000
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Absence:
    """Away since that moment, having had so much grace left when it began."""

    since: datetime
    grace_ms: int

    @property
    def grace_ends_at(self) -> datetime:
        """From when on the others may claim the seat."""
        return self.since + max(self.grace_ms, LEAST_GRACE_MS) * MILLISECOND

    def is_over_grace(self, now: datetime) -> bool:
        """Whether they may at `now`."""
        return self.grace_ends_at <= now

    def grace_left_at(self, now: datetime) -> int:
        """The milliseconds of the match's grace that are left to a player who is back at `now`."""
        return max(0, self.grace_ms - max((now - self.since) // MILLISECOND, 0))
