"""What the desk tells everybody: lines of the log that concern all, without who wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.organizing.enums import Did, Role
from tournaments.tournament_pages.record import cached_part

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.tournament_pages.record import Record

SHOWN = frozenset(
    {
        Did.OPENED,
        Did.CANCELLED,
        Did.STARTED,
        Did.PHASE,
        Did.PUBLISHED,
        Did.UNDONE,
        Did.EXTENDED,
        Did.PAUSED,
        Did.RESUMED,
        Did.FINISHED,
    }
)
WITH_REASON = frozenset({Did.CANCELLED, Did.EXTENDED, Did.PAUSED})
MOST = 12


class Told(NamedTuple):
    """A line: when, what, by which part of the staff."""

    at: datetime
    words: str
    by: str


@cached_part
def notices_of(record: Record) -> list[Told]:
    """Return the last notices, the newest first."""
    return [
        Told(
            line.at,
            line.words + (f": {line.reason}" if line.reason and line.did in WITH_REASON else ""),
            Role(line.role).label.lower() if line.role else "",
        )
        for line in record.lines(SHOWN, MOST)
    ]
