"""Who may watch a match under way: those alone whom every player at the table lets watch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.accounts.privacy import WATCHING, may
from incursions.prepared_reads import PreparedRead
from tournaments.enums import MatchState
from tournaments.models import Seat

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from tournaments.models import Match

PLAYERS = PreparedRead(
    lambda public_id, state: Seat.objects.filter(
        match__public_id=public_id, match__state=state, user__isnull=False
    ).select_related("user"),
    "user",
)
NOT_SHOWN = "A player at this table chose who may watch. When the match is over, everybody can see how it went."


def may_watch(match: Match, seats: Iterable[Seat], viewer: User | None) -> bool:
    """May the viewer see the match while it runs? Whoever sits there may; so may everybody when it is over.

    The seats come with their users.
    """
    seats = list(seats)
    if not match.is_running or any(seat.is_of(viewer) for seat in seats):
        return True
    return _all_allow(seats, viewer)


def _all_allow(seats: Iterable[Seat], viewer: User | None) -> bool:
    return all(may(viewer, WATCHING, seat.user) for seat in seats if seat.user is not None)


def is_shown(public_id: str, viewer: User | None) -> bool:
    """Return True if the viewer may see the match of that id as it is now: one query."""
    players = PLAYERS.rows(public_id, MatchState.RUNNING)
    return any(seat.is_of(viewer) for seat in players) or _all_allow(players, viewer)
