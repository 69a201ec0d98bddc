"""What an owner says of a deck: its name, tags and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction

from cards.decks.changing import locked_to_change, refuse_old, touch
from cards.decks.models import Deck, DeckTag
from cards.decks.texts import name_of, notes_of, tags_of
from incursions.search.folding import fold

if TYPE_CHECKING:
    from incursions.accounts.models import User


@transaction.atomic
def describe_deck(
    deck: Deck, *, by: User, number: int, name: object = None, tags: object = None, notes: object = None
) -> Deck:
    """Give the deck another name, other tags, other notes; None leaves each as it is.

    Raises `DeckError` for what cannot be kept, and for an old number.
    """
    row = locked_to_change(deck, by=by)
    refuse_old(row, number)
    if name is not None:
        call_deck(row, name_of(name))
    if notes is not None:
        row.notes = notes_of(notes)
    if tags is not None:
        write_tags(row, tags_of(tags))
    touch(row)
    return row


def call_deck(deck: Deck, name: str) -> None:
    """Let this be the name of a row that is written later."""
    deck.name, deck.folded_name = name, fold(name)


def write_tags(deck: Deck, tags: Mapping[str, str]) -> None:
    """Let these be the tags of the deck, by what they are compared as."""
    deck.tags.all().delete()
    DeckTag.objects.bulk_create(DeckTag(deck=deck, tag=tag, folded=folded) for folded, tag in tags.items())
