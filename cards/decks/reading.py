"""Decks and their contents for whoever asks: what may not be seen is refused as what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cards.decks import abilities
from cards.decks.contents import content_of
from cards.decks.errors import DeckError, no_such_deck, no_such_version
from cards.decks.models import Deck, DeckVersion

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.rules.construction import DeckContent

LARGEST_NUMBER = 2**31 - 1  # of the column


def find_deck(public_id: str, viewer: Viewer) -> Deck:
    """The deck of an address. Raises `DeckError` for one that is not there, or not to be seen, in the same words."""
    may_be_one = public_id.isascii() and public_id.isalnum()  # no database is asked for signs that it refuses
    decks = Deck.objects.visible_to(viewer).select_related("owner", "shown").filter(public_id=public_id)
    deck = decks.first() if may_be_one else None
    if deck is None:
        raise no_such_deck()
    return deck


def find_draft(public_id: str, viewer: Viewer) -> Deck:
    """The deck of an address, for who sees its draft. Raises `DeckError` for others, as `find_deck` does."""
    deck = find_deck(public_id, viewer)
    if not abilities.may_see_draft(viewer, deck):
        raise DeckError("not_yours", "Only its owner sees the draft of this deck.")
    return deck


def find_version(deck: Deck, number: int, viewer: Viewer) -> DeckVersion:
    """A version of a deck. Raises `DeckError` for one that is not there, or not to be seen, in the same words."""
    seen = DeckVersion.objects.visible_to(viewer, deck)
    version = seen.filter(number=number).first() if 0 < number <= LARGEST_NUMBER else None
    if version is None:
        raise no_such_version(number)
    return version


def version_with(deck: Deck, content_hash: str, viewer: Viewer) -> DeckVersion | None:
    """The newest version of a deck whose content's hash begins so, if there is one that the viewer may see."""
    seen = DeckVersion.objects.visible_to(viewer, deck)
    return seen.filter(content_hash__startswith=content_hash).first()


def content_seen(deck: Deck, viewer: Viewer) -> DeckContent:
    """What the viewer sees of the deck: the draft or the newest version. Raises `DeckError` if they may see neither."""
    if abilities.may_see_draft(viewer, deck):
        return content_of(deck.draft)
    if not abilities.may_see(viewer, deck):
        raise no_such_deck()
    return content_of(deck.content_shown)


def content_at(deck: Deck, version: int | None, viewer: Viewer) -> DeckContent:
    """A version's content, or without a number what the viewer sees of the deck. Raises `DeckError` as these."""
    if version is None:
        return content_seen(deck, viewer)
    return content_of(find_version(deck, version, viewer).content)


def origin_seen(deck: Deck, viewer: Viewer) -> Deck | None:
    """The deck that this one was copied from, if there is one that the viewer may see. One query."""
    if deck.origin_id is None:
        return None
    return Deck.objects.visible_to(viewer).filter(pk=deck.origin_id).first()
