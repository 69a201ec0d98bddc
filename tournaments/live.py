"""Live play: a move of a player, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import structlog
from django.db import transaction

from incursions.prepared_reads import PreparedRead
from incursions.rules import IllegalAction
from tournaments.errors import DomainError, illegal
from tournaments.holds import STOP_ACTIONS
from tournaments.locked_match import LockedMatch, moved_on, paused
from tournaments.models import Action

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from tournaments.models import Seat

ACTION_OF_KEY = PreparedRead(
    lambda key, match, seat: Action.objects.filter(key=key, match=match, seat=seat).only("number")
)


@dataclass(frozen=True, slots=True)
class Move:
    """What a client sends: the version it saw (None: whatever it is now), what it does, and its own id for this act."""

    version: int | None
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a move that was not refused: `code` is "applied" or "repeated"."""

    code: str
    version: int


def play_move(
    public_id: str, user: User | None, move: Move, *, arrived: datetime | None = None, now: datetime | None = None
) -> Answer:
    """Apply a move of the user's seat, which came in at `arrived`. The same key answers as it did.

    Raises `DomainError`: not_found, spectator, not_started, match_over, table_moved_on, not_your_seat, illegal. What
    was due by the clock is done before, and stays done when the move is refused.
    """
    with structlog.contextvars.bound_contextvars(match=public_id, user_id=None if user is None else user.pk):
        refusal: DomainError | None = None
        with transaction.atomic():
            locked = LockedMatch.lock(public_id, now)
            locked.is_move_of(user, arrived)
            seat = locked.seat_of(user)
            if seat is not None and _was_played(locked, seat, move.key):
                return Answer("repeated", locked.version_for(seat))
            if locked.match.is_running and seat is not None:
                locked.settle()
                locked.welcome(seat)
            refusal = _refuse(locked, seat, move)
            if refusal is None:
                refusal = _apply(locked, seat, move)
            locked.save()
        if refusal is not None:
            refusal.version = locked.version_for(seat)
            raise refusal
        return Answer("applied", locked.version_for(seat))


def _was_played(locked: LockedMatch, seat: Seat, key: str) -> bool:
    return bool(key) and ACTION_OF_KEY.first(key, locked.match.pk, seat.index) is not None


def _refuse(locked: LockedMatch, seat: Seat | None, move: Move) -> DomainError | None:
    """Why the move cannot be looked at, if it cannot."""
    match, game = locked.match, locked.game
    if seat is None:
        return DomainError("spectator", "You watch this match; only its players move.")
    if game is None:
        return DomainError("not_started", "The match begins when every seat is taken.")
    if game.result is not None:
        return DomainError("match_over", "The match is over.")
    if match.is_halted:
        return paused(match)
    if move.version not in {None, locked.version_for(seat)} and not _only_stops_since(locked, seat, move.version):
        return moved_on()
    if game.question_for(seat.index) is None and move.text not in game.standing(seat.index):
        return DomainError("not_your_seat", "Somebody else is asked now.")
    return None


def _only_stops_since(locked: LockedMatch, seat: Seat, seen: int | None) -> bool:
    """Return True if the seat has only set stops since version `seen`: its question is as its client saw it (13.14)."""
    since = locked.version_for(seat) - (seen or 0)
    return since > 0 and all(text.startswith(STOP_ACTIONS) for text in locked.last_texts(seat, since))


def _apply(locked: LockedMatch, seat: Seat | None, move: Move) -> DomainError | None:
    """Play the move; the refusal of the rules if they refuse it."""
    assert seat is not None
    try:
        locked.act(seat.index, move.text, key=move.key)
        locked.mover = seat.user_id
    except IllegalAction as cause:
        return illegal(cause)
    return None
