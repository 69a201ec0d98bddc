"""Deleted decks: out of sight, and back again with everything that they had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from cards.decks import abilities
from cards.decks.changing import locked, locked_to_change
from cards.decks.errors import DeckError
from cards.decks.making import refuse_too_many
from cards.decks.models import Deck

if TYPE_CHECKING:
    from incursions.accounts.models import User

MOST_DELETED = 200  # of an owner; the one deleted first goes for good


@transaction.atomic
def delete_deck(deck: Deck, *, by: User) -> Deck:
    """Let nobody but its owner and the staff see the deck. Raises `DeckError` for who may not."""
    row = locked_to_change(deck, by=by)
    row.deleted_at = timezone.now()
    row.save(update_fields=["deleted_at"])
    too_many = list(Deck.objects.deleted(by).values_list("pk", flat=True)[MOST_DELETED:])
    Deck.objects.filter(pk__in=too_many).delete()
    return row


@transaction.atomic
def restore_deck(deck: Deck, *, by: User) -> Deck:
    """Give a deleted deck back as it was, to whoever found it before too. One that is not deleted is left as it is.

    Raises `DeckError` for who may not, and where its owner has too many decks.
    """
    row = locked(deck, by=by)
    if not abilities.may_see_draft(by, row):
        raise DeckError("not_yours", "Only its owner can restore this deck.")
    if abilities.may_restore(by, row):
        refuse_too_many(row.owner)
        row.deleted_at = None
        row.save(update_fields=["deleted_at"])
    return row
