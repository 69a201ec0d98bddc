"""Who may watch a match under way: those alone whom every player at the table lets watch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied

from incursions.accounts.privacy import WATCHING, may

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from tournaments.models import Match, Seat

NOT_SHOWN = "A player at this table chose who may watch. When the match is over, everybody can see how it went."


def may_watch(match: Match, seats: Iterable[Seat], viewer: User | None) -> bool:
    """May the viewer see the match while it runs? Whoever sits there may; so may everybody when it is over.

    The seats come with their users.
    """
    seats = list(seats)
    if not match.is_running or any(seat.is_of(viewer) for seat in seats):
        return True
    return all(may(viewer, WATCHING, seat.user) for seat in seats if seat.user is not None)


def refuse_watching(match: Match, seats: Iterable[Seat], viewer: User | None) -> None:
    """Raise `PermissionDenied` for whoever may not watch."""
    if not may_watch(match, seats, viewer):
        raise PermissionDenied(NOT_SHOWN)
