"""A player who was away is back: by a socket, or by a move, which pages without scripts send. And grace in pauses."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Seat


def take_back(seat: Seat, now: datetime) -> None:
    """Note that the seat's player is there again, and no bot plays for him. The caller holds the lock of the match."""
    absence = seat.absence
    if absence is None:
        return
    seat.grace_ms, seat.away_since, seat.stand_in = absence.grace_left_at(now), None, ""
    seat.save(update_fields=["grace_ms", "away_since", "stand_in"])


def note_coming(seat: Seat, now: datetime) -> None:
    """Note when the seat's player was first here since the match began: by a socket, a move, or its page."""
    if seat.came_at is None and seat.user_id is not None:
        seat.came_at = now
        Seat.objects.filter(pk=seat.pk, came_at=None).update(came_at=now)


def let_grace_go_on(seats: list[Seat], paused_at: datetime, now: datetime) -> None:
    """Let the grace of those who are away run again when a pause ends: no more of it is gone than when it began."""
    for seat in seats:
        if seat.away_since is not None:
            seat.away_since = now - max(paused_at - seat.away_since, timedelta())
            seat.save(update_fields=["away_since"])
