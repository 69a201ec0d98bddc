"""Record that a player comes to a table or returns to it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournaments.live.presence.attendance import connected_users
from tournaments.matches.models import Match, Seat


def take_back(seat: Seat, now: datetime) -> None:
    """Record that the seat's player is back, and remove a stand-in. The caller holds the lock of the match."""
    absence = seat.absence
    if absence is None:
        return
    seat.grace_ms, seat.away_since, seat.stand_in = absence.grace_left_at(now), None, ""
    seat.save(update_fields=["grace_ms", "away_since", "stand_in"])


def record_arrival(seat: Seat, now: datetime) -> None:
    """Record when the seat's player was first here since the match began: by a socket, a move, or its page."""
    if seat.came_at is None and seat.user_id is not None:
        seat.came_at = now
        Seat.objects.filter(pk=seat.pk, came_at=None).update(came_at=now)


def begin_presence(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Store who is at the table when its match starts. A player who left the open table is away from `now` on."""
    connected = connected_users(match.room)
    for seat in seats:
        if seat.user_id in connected:
            seat.came_at, seat.away_since = now, None
        elif seat.away_since is not None:
            seat.away_since = now if seat.user_id is not None else None
        else:
            continue
        seat.save(update_fields=["came_at", "away_since"])
