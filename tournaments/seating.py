"""What an open table still waits for, seat by seat. Pure: rows are read elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tournaments.seat_decks import can_play

if TYPE_CHECKING:
    from tournaments.models import Match, Seat


class Holdup(NamedTuple):
    """A seat that somebody sits in and for which the match does not begin, and what it waits for, in code."""

    seat: int
    what: str


AGREEMENT, READINESS, DECK = "agreement", "readiness", "deck"


def holdup_of(match: Match, seat: Seat) -> str:
    """What the seat of a person keeps the table waiting for; "" if nothing, or nobody sits there."""
    if seat.user_id is None:
        return ""
    if not can_play(seat, match.format):
        return DECK
    if seat.terms != match.terms:
        return AGREEMENT
    return READINESS if match.asks_ready and not seat.is_ready else ""


def holdups(match: Match, seats: Iterable[Seat], *, without_readiness: bool = False) -> list[Holdup]:
    """All that keeps a table waiting, free seats apart; `without_readiness` as its host may overrule it."""
    found = (Holdup(seat.index, holdup_of(match, seat)) for seat in seats)
    return [one for one in found if one.what and not (without_readiness and one.what == READINESS)]
