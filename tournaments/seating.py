"""What an open table still waits for, seat by seat. Pure: rows are read elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from tournaments.seat_decks import can_play

if TYPE_CHECKING:
    from tournaments.models import Match, Seat


class Holdup(NamedTuple):
    """A seat that somebody sits in and for which the match does not begin, and what it waits for, in code."""

    seat: int
    what: str


AGREEMENT, READINESS, DECK, PRESENCE = "agreement", "readiness", "deck", "presence"
HERE_FOR = timedelta(seconds=60)
"""How long a player counts as being at an open table after doing something there, without a socket."""


def holdup_of(match: Match, seat: Seat) -> str:
    """What the seat of a person keeps the table waiting for; "" if nothing, or nobody sits there."""
    if seat.user_id is None:
        return ""
    if not can_play(seat, match.format):
        return DECK
    if seat.terms != match.terms:
        return AGREEMENT
    if match.asks_ready and not seat.is_ready:
        return READINESS
    return PRESENCE if seat.waited_for_since is not None else ""


def holdups(match: Match, seats: Iterable[Seat], *, without_readiness: bool = False) -> list[Holdup]:
    """Return all that keeps a table waiting, apart from free seats and absent players.

    `without_readiness` as its host may overrule it.
    """
    found = (Holdup(seat.index, holdup_of(match, seat)) for seat in seats)
    ignored = ("", PRESENCE, READINESS if without_readiness else "")
    return [one for one in found if one.what not in ignored]


def is_here(seat: Seat, connected: Collection[int], now: datetime) -> bool:
    """Return True if the seat's player is at the table: by a socket, or by something done within the last minute."""
    if seat.user_id is None or seat.user_id in connected:
        return True
    return seat.seen_at is not None and now - seat.seen_at <= HERE_FOR
