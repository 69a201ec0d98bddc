"""Versions of a deck: contents that its owner keeps deliberately, and that others see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from cards.decks.changing import locked_to_change, refuse_old, touch
from cards.decks.contents import content_of, entries
from cards.decks.drafts import add_step, set_draft
from cards.decks.enums import Visibility
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckPiece, DeckVersion
from cards.decks.reading import find_version
from cards.decks.texts import version_name_of

if TYPE_CHECKING:
    from incursions.accounts.models import User

MOST_VERSIONS = 200


@transaction.atomic
def keep_version(deck: Deck, *, by: User, number: int, name: object = "") -> DeckVersion:
    """Keep the draft as the next version, which others see from now on. `number` says which draft is meant.

    Raises `DeckError` for a name that cannot be kept, for an old number, where the newest version is the same, and for
    a version too many.
    """
    called = version_name_of(name)
    row = locked_to_change(deck, by=by)
    refuse_old(row, number)
    if version_of_draft(row) is not None:
        raise DeckError("unchanged", "Nothing has changed since the newest version.")
    version = add_version(row, called)
    row.save()
    return version


@transaction.atomic
def take_version(deck: Deck, version: int, *, by: User, number: int) -> Deck:
    """Let the draft be as that version, a step that can be undone.

    Raises `DeckError` for an old number, and for a version that is not there.
    """
    row = locked_to_change(deck, by=by)
    refuse_old(row, number)
    content = content_of(find_version(row, version, by).content)
    if content.hash != row.draft_hash:
        set_draft(row, content)
        add_step(row)
        touch(row)
    return row


def version_of_draft(deck: Deck) -> DeckVersion | None:
    """The newest version, if the draft has the same content."""
    return deck.shown if deck.shown is not None and deck.shown.content_hash == deck.draft_hash else None


def add_version(deck: Deck, name: str = "") -> DeckVersion:
    """Keep the draft of a locked row, which is written later. Raises `DeckError` for a version too many."""
    number = 1 if deck.shown is None else deck.shown.number + 1  # none is ever taken away alone
    if number > MOST_VERSIONS:
        message = f"The deck has {MOST_VERSIONS} versions, and no more can be kept. Go on in a copy of it."
        raise DeckError("too_many", message)
    now = timezone.now()
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        name=name,
        content=deck.draft,
        content_hash=deck.draft_hash,
        kept_at=now,
        was_shown=deck.visibility != Visibility.PRIVATE,
    )
    deck.shown, deck.shown_at = version, now
    _write_pieces(deck, version)
    return version


def _write_pieces(deck: Deck, version: DeckVersion) -> None:
    deck.pieces.all().delete()
    DeckPiece.objects.bulk_create(
        DeckPiece(deck=deck, **entry._asdict()) for entry in entries(content_of(version.content))
    )
