"""Changes to the visibility of a deck, by its owner and by the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.changing import describe_deck, lock_deck, locked_to_change, touch
from cards.decks.drafts import add_version, version_of_draft
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckVersion, new_deck_id

if TYPE_CHECKING:
    from incursions.accounts.models import User


@transaction.atomic
def share_deck(deck: Deck, visibility: str, *, by: User, number: int) -> Deck:
    """Let the deck be found so. A private deck that is shared is shown as its owner sees it: the draft is kept.

    Raises `DeckError` for another word, an old number, and a version too many.
    """
    if visibility not in Visibility.values:
        message = f"A deck is {', '.join(Visibility.values[:-1])} or {Visibility.values[-1]}."
        raise DeckError("invalid", message, field="visibility")
    row = locked_to_change(deck, by=by, number=number)
    if visibility != row.visibility:
        if row.visibility == Visibility.PRIVATE:
            version = version_of_draft(row) or add_version(row)
            DeckVersion.objects.filter(pk=version.pk).update(was_shown=True)
        row.visibility = visibility
        touch(row)
    return row


@transaction.atomic
def change_deck(deck: Deck, *, by: User, number: int, visibility: str | None = None, **said: object) -> Deck:
    """Let the deck be described so (`describe_deck`) and found so (`share_deck`): both, or nothing of it."""
    if said or visibility is None:
        deck = describe_deck(deck, by=by, number=number, **said)
        number = deck.number
    return deck if visibility is None else share_deck(deck, visibility, by=by, number=number)


@transaction.atomic
def renew_link(deck: Deck, *, by: User, number: int) -> Deck:
    """Give the deck a new address, so that the former link finds nothing. Raises `DeckError`."""
    row = locked_to_change(deck, by=by, number=number)
    row.public_id = new_deck_id()
    touch(row)
    return row


@transaction.atomic
def withdraw_deck(deck: Deck, *, by: User) -> Deck:
    """Make a deck private over its owner's head, who keeps all of it. Raises `DeckError` for all but staff."""
    row = lock_deck(deck, by=by)
    if not abilities.may_withdraw(by, row):
        raise DeckError("not_yours", "Only staff can take a deck out of sight.")
    if row.visibility != Visibility.PRIVATE:
        row.visibility = Visibility.PRIVATE
        touch(row)
    return row
