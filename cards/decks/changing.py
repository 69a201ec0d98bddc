"""The way into every change of a deck: its row is locked, the person may do it; and its name, tags and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from cards.decks import abilities
from cards.decks.errors import DeckError, no_such_deck
from cards.decks.models import Deck, DeckTag
from cards.decks.texts import name_of, notes_of, tags_of
from incursions.games.incursions.search.folding import fold

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.accounts.models import User


def lock_deck(deck: Deck, *, by: User) -> Deck:
    """Return the deck, read anew and locked until the transaction ends. Raises `DeckError` if the user may not see it.

    Its newest version is read when it is asked for: whoever waited for the lock would be given the deck as it is now,
    but what is joined to it as it was before.
    """
    row = Deck.objects.select_for_update().visible_to(by).filter(pk=deck.pk).first()
    if row is None:
        raise no_such_deck()
    return row


def locked_to_change(deck: Deck, *, by: User, number: int | None = None) -> Deck:
    """Return the deck, locked, if the user may change it and `number` is its number or None.

    Raises `DeckError` for others, for a deleted deck, and for an old number.
    """
    row = lock_deck(deck, by=by)
    refuse_others(row, by)
    if number is not None:
        refuse_old(row, number)
    return row


def refuse_others(deck: Deck, by: Viewer) -> None:
    """Raise `DeckError` unless they may change the deck."""
    if abilities.may_change(by, deck):
        return
    if abilities.is_owner(by, deck):
        raise DeckError("deleted", "The deck is deleted. Restore it first.")
    raise DeckError("not_yours", "Only its owner can change this deck. You can make a copy of it.")


def refuse_old(deck: Deck, number: int) -> None:
    """Raise `DeckError` unless this is the number of the deck: somebody has another deck in mind (two tabs)."""
    if deck.number != number:
        message = "The deck was changed elsewhere in the meantime. Nothing was saved; look at it as it is now."
        raise DeckError("moved_on", message, number=deck.number)


def touch(deck: Deck) -> None:
    """Note that the deck is another now, and write it."""
    deck.number += 1
    deck.changed_at = timezone.now()
    deck.save()


@transaction.atomic
def describe_deck(
    deck: Deck, *, by: User, number: int, name: object = None, tags: object = None, notes: object = None
) -> Deck:
    """Change the deck's name, tags and notes; None leaves each as it is.

    Raises `DeckError` for what cannot be kept, and for an old number.
    """
    row = locked_to_change(deck, by=by, number=number)
    if name is not None:
        rename(row, name_of(name))
    if notes is not None:
        row.notes = notes_of(notes)
    if tags is not None:
        write_tags(row, tags_of(tags))
    touch(row)
    return row


def rename(deck: Deck, name: str) -> None:
    """Set the name of a row that is saved later."""
    deck.name, deck.folded_name = name, fold(name)


def write_tags(deck: Deck, tags: Mapping[str, str]) -> None:
    """Replace the tags of the deck, given by their folded spellings."""
    deck.tags.all().delete()
    DeckTag.objects.bulk_create(DeckTag(deck=deck, tag=tag, folded=folded) for folded, tag in tags.items())
