"""A player keeps the deck that was registered out of the pool among the own decks, when it is a secret no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cards.decks.errors import DeckError
from cards.decks.making import create_deck
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from cards.decks.models import Deck
    from incursions.accounts.models import User
    from tournaments.organizing.models import Entry


def may_keep(entry: Entry) -> bool:
    """Whether there is a registered deck, and decks lie open or the tournament is over for its player."""
    row = entry.tournament
    return entry.deck_content is not None and (row.are_decks_open or not row.is_active or not entry.is_in)


def keep_deck(entry: Entry, *, by: User) -> Deck:
    """A private deck of the player's own with what is registered, named after the tournament.

    Raises `DomainError`: not_yours, not_registered, wrong_state, too_many_decks.
    """
    if not entry.is_of(by):
        raise DomainError("not_yours", "A pool's deck is kept by its own player.")
    if entry.deck_content is None:
        raise DomainError("not_registered", "No deck of this pool is registered.")
    if not may_keep(entry):
        message = "You can keep the deck when the decks of the tournament lie open, or it is over for you."
        raise DomainError("wrong_state", message)
    try:
        return create_deck(owner=by, name=entry.tournament.name, content=entry.deck_content)
    except DeckError as refusal:
        code = "too_many_decks" if refusal.code == "too_many" else "malformed"
        raise DomainError(code, refusal.message) from refusal
