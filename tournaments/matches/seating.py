"""Check who may sit at an open table and with what, and what the table still waits for.

Pure: rows are read elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from incursions.kit.words import join_names
from tournaments.matches.models import Match, Seat


class Holdup(NamedTuple):
    """A person's seat for which the match does not start, and the code of what it waits for."""

    seat: int
    what: str


AGREEMENT, READINESS, DECK, PRESENCE = "agreement", "readiness", "deck", "presence"
HERE_FOR = timedelta(seconds=60)
"""The time that a player counts as present at an open table after an act there, without a socket."""


def find_holdup(match: Match, seat: Seat) -> str:
    """Return the code of what a person's seat keeps the table waiting for; "" if nothing, or if nobody sits there."""
    if seat.user_id is None:
        return ""
    if not match.loadouts.can_play(seat.loadout, match.limits):
        return DECK
    if seat.terms != match.terms:
        return AGREEMENT
    if match.asks_ready and not seat.is_ready:
        return READINESS
    return PRESENCE if seat.waited_for_since is not None else ""


def list_holdups(match: Match, seats: Iterable[Seat], *, without_readiness: bool = False) -> list[Holdup]:
    """Return the seats that keep a table waiting, apart from free seats and absent players.

    `without_readiness`: ignore players who are not ready, as the host may.
    """
    found = (Holdup(seat.index, find_holdup(match, seat)) for seat in seats)
    ignored = ("", PRESENCE, READINESS if without_readiness else "")
    return [one for one in found if one.what not in ignored]


def is_here(seat: Seat, connected: Collection[int], now: datetime) -> bool:
    """Return True if the seat's player is at the table: by a socket, or by something done within the last minute."""
    if seat.user_id is None or seat.user_id in connected:
        return True
    return seat.seen_at is not None and now - seat.seen_at <= HERE_FOR


def admit(match: Match, user: User, invitation: str | None) -> None:
    """Raise `DomainError` if the user may not sit at this table: by_invitation, turned_away, accounts_only.

    `invitation` is None for a user who needs none.
    """
    if match.is_private and invitation is not None and not compare_digest(match.invitation, invitation):
        raise DomainError("by_invitation", "This table is by invitation. Ask its host for the link.")
    if user.pk in match.turned_away:
        raise DomainError("turned_away", "The host has given your seat at this table away. Choose another table.")
    if match.rated:
        check_account(user)


def check_account(user: User | AnonymousUser) -> None:
    """Raise accounts_only for guests and anonymous visitors: a rating needs an account."""
    if not user.is_authenticated or user.is_guest:
        raise DomainError("accounts_only", "Rated tables are for accounts. Sign up or sign in, or play casual.")


def check_terms(match: Match, terms: int | None) -> None:
    """Raise terms_changed if the table's settings are no longer those that the user has seen."""
    if terms not in {None, match.terms}:
        raise DomainError("terms_changed", "The settings of the table have changed. Look at them again.")


def describe_players(match: Match, without: int | None = None) -> str:
    """Return the players in words, with free seats, and bots of a kind counted; `without` leaves one user out."""
    seats = [seat for seat in match.seats.all() if without is None or seat.user_id != without]
    free = [seat for seat in seats if seat.is_free and match.is_open]
    people = [seat.name for seat in seats if not seat.bot and seat not in free]
    bots = Counter(seat.name for seat in seats if seat.bot)
    counted = [(name, f"{name}s", number) for name, number in bots.items()]
    counted.append(("a free seat", "free seats", len(free)))
    alike = [one if number == 1 else f"{number} {many}" for one, many, number in counted if number]
    return join_names([*people, *alike])
