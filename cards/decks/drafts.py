"""The draft of a deck, saved by itself, undone and redone; and the versions that its owner keeps, and others see."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from cards.decks.abilities import Visibility
from cards.decks.changing import locked_to_change, refuse_old, touch
from cards.decks.contents import content_of, data_of, entries
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckPiece, DeckVersion, DraftStep
from cards.decks.reading import find_version
from cards.decks.texts import name_of

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.games.incursions.rules.construction import DeckContent


MOST_STEPS = 50
MOST_VERSIONS = 200
WAYS = {"undo": -1, "redo": 1}


class Steps(NamedTuple):
    """The numbers of steps of a draft that can be undone and redone."""

    back: int
    forth: int


@transaction.atomic
def save_draft(deck: Deck, content: object, *, by: User, number: int) -> Deck:
    """Store a new draft as a step that can be undone. Steps that were undone before cannot be redone then.

    Raises `DeckError` for a content that cannot be kept, and for an old number. What the draft holds already, whoever
    saved it, is not saved again: a message sent twice does no harm.
    """
    read = content_of(content)
    row = locked_to_change(deck, by=by)
    if read.hash != row.draft_hash:
        refuse_old(row, number)
        _add_draft(row, read)
    return row


@transaction.atomic
def go_step(deck: Deck, way: str, *, by: User, number: int) -> Deck:
    """Undo the last step of the draft, or redo the step that was undone last, as `way` says (one of `WAYS`).

    Raises `DeckError` where there is no such step, and for an old number.
    """
    row = locked_to_change(deck, by=by, number=number)
    step = row.steps.filter(place=row.place + WAYS[way]).first()
    if step is None:
        raise DeckError(f"nothing_to_{way}", f"There is nothing to {way}.")
    row.place = step.place
    set_draft(row, content_of(step.content))
    touch(row)
    return row


undo = partial(go_step, way="undo")
redo = partial(go_step, way="redo")


def steps_of(deck: Deck) -> Steps:
    """Return how far undo and redo reach. One query."""
    counted = deck.steps.aggregate(
        back=Count("pk", filter=Q(place__lt=deck.place)), forth=Count("pk", filter=Q(place__gt=deck.place))
    )
    return Steps(**counted)


def set_draft(deck: Deck, content: DeckContent) -> None:
    """Let this be the draft of a row that is written later."""
    deck.draft, deck.draft_hash = data_of(content), content.hash


def add_step(deck: Deck) -> None:
    """Add the draft to its history, as the step after the present one. The oldest steps are forgotten."""
    deck.steps.filter(place__gt=deck.place).delete()
    deck.place += 1
    DraftStep.objects.create(deck=deck, place=deck.place, content=deck.draft)
    deck.steps.filter(place__lt=deck.place - MOST_STEPS).delete()


def _add_draft(deck: Deck, content: DeckContent) -> None:
    """Let this be the draft of a locked row, as the step after the present one, and save the row."""
    set_draft(deck, content)
    add_step(deck)
    touch(deck)


@transaction.atomic
def keep_version(deck: Deck, *, by: User, number: int, name: object = "") -> DeckVersion:
    """Keep the draft as the next version, which others see from now on. `number` says which draft is meant.

    Raises `DeckError` for a name that cannot be kept, for an old number, where the newest version is the same, and for
    a version too many.
    """
    called = "" if name == "" else name_of(name, "version name")
    row = locked_to_change(deck, by=by, number=number)
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
    row = locked_to_change(deck, by=by, number=number)
    content = content_of(find_version(row, version, by).content)
    if content.hash != row.draft_hash:
        _add_draft(row, content)
    return row


def version_of_draft(deck: Deck) -> DeckVersion | None:
    """Return the newest version if the draft has the same content, or else None."""
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
