"""Who may sit at a table, and with which deck: each check raises the refusal that its user understands."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from tournaments.deck_formats import format_words
from tournaments.errors import DomainError
from tournaments.seat_decks import starters_for

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from incursions.rules.construction import Format
    from tournaments.models import Match


def admit(match: Match, user: User, invitation: str | None) -> None:
    """Raise what keeps a user from a seat of this table: by_invitation, turned_away, accounts_only.

    `invitation` is None for whoever needs none.
    """
    if match.is_private and invitation is not None and not compare_digest(match.invitation, invitation):
        raise DomainError("by_invitation", "This table is by invitation. Ask its host for the link.")
    if user.pk in match.turned_away:
        raise DomainError("turned_away", "The host of this table has given your seat up. Choose another table.")
    if match.rated:
        check_account(user)


def check_account(user: User | AnonymousUser) -> None:
    """Raise accounts_only for a guest, and for somebody unknown: a rating belongs to whom one can tell from others."""
    if not user.is_authenticated or user.is_guest:
        raise DomainError("accounts_only", "Rated tables are for accounts. Sign up or sign in, or play casual.")


def check_terms(match: Match, terms: int | None) -> None:
    """Raise terms_changed if the table's settings are no longer those that somebody has seen."""
    if terms not in {None, match.terms}:
        raise DomainError("terms_changed", "The settings of the table have changed. Look at them again.")


def check_starter(title: str, held_to: Format | None) -> None:
    """Raise deck_needed for a starter deck that the table's limit does not allow; "" is none."""
    if title and held_to is not None and title not in starters_for(held_to):
        raise DomainError("deck_needed", f"“{title}” does not have {format_words(held_to)}.", rule="4.1")


def check_starters(held_to: Format | None, *, for_bots: bool = False) -> None:
    """Raise deck_needed if the table's limit leaves no starter deck to play."""
    if held_to is None or starters_for(held_to):
        return
    who = "so no bot can play" if for_bots else "so bring a deck of your own"
    raise DomainError("deck_needed", f"No starter deck has {format_words(held_to)}, {who}.", rule="4.1")
