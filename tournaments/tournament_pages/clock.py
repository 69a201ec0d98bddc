"""What a tournament counts down to, and in which words."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from tournaments.organizing.enums import RoundState, TournamentState
from tournaments.tournament_pages.rounds import round_words

if TYPE_CHECKING:
    from tournaments.tournament_pages.record import Record


class Clock(NamedTuple):
    """A moment that comes; `words` say what then, `warns` whether five minutes before it matters to who plays."""

    at: datetime
    words: str
    warns: bool = False

    @property
    def at_ms(self) -> int:
        """The moment in milliseconds."""
        return int(self.at.timestamp() * 1000)


def clock_of(record: Record) -> Clock | None:
    """What comes next in a tournament; None while nothing is due, and in a pause."""
    row = record.row
    if row.paused_at is not None:
        return None
    if row.state == TournamentState.OPEN:
        return None if row.starts_at is None else Clock(row.starts_at, "until the start")
    if row.state == TournamentState.BUILDING:
        return None if row.builds_until is None else Clock(row.builds_until, "left to build", warns=True)
    if row.state == TournamentState.RUNNING:
        return _of_rounds(record)
    return None


def _of_rounds(record: Record) -> Clock | None:
    current = record.current
    if current is not None and current.state == RoundState.PUBLISHED and current.starts_at is not None:
        return Clock(current.starts_at, f"until {round_words(record, current)} starts")
    if current is not None and current.state == RoundState.RUNNING and current.ends_at is not None:
        return Clock(current.ends_at, round_words(record, current), warns=True)
    if record.row.next_round_at is not None:
        return Clock(record.row.next_round_at, "until the next pairings")
    return None
