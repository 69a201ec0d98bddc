"""A player who was away is back: by a socket, or by a move, which pages without scripts send."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Seat


def take_back(seat: Seat, now: datetime) -> None:
    """Note that the seat's player is there again, and no bot plays for him. The caller holds the lock of the match."""
    absence = seat.absence
    if absence is None:
        return
    seat.grace_ms, seat.away_since, seat.stand_in = absence.grace_left_at(now), None, ""
    seat.save(update_fields=["grace_ms", "away_since", "stand_in"])
