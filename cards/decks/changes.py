"""Changes of decks: made, described, shared and deleted; their drafts with undo, and the versions that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.dispatch import receiver
from django.utils import timezone

from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.contents import content_of, data_of, entries, name_of, notes_of, tags_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckPiece, DeckTag, DeckVersion, DraftStep, new_deck_id
from cards.decks.reading import content_seen, find_deck, find_version
from cards.kept_rows import KeptRows
from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import fold

KEPT = KeptRows(Deck, "deck")
lock_deck = KEPT.lock
locked_to_change = KEPT.lock_to_change
refuse_others = KEPT.refuse_others
refuse_old = KEPT.refuse_old
touch = KEPT.touch


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
    """Set the draft of a row that is saved later."""
    deck.draft, deck.draft_hash = data_of(content), content.hash


def add_step(deck: Deck) -> None:
    """Add the draft to its history, as the step after the present one. The oldest steps are forgotten."""
    deck.steps.filter(place__gt=deck.place).delete()
    deck.place += 1
    DraftStep.objects.create(deck=deck, place=deck.place, content=deck.draft)
    deck.steps.filter(place__lt=deck.place - MOST_STEPS).delete()


def _add_draft(deck: Deck, content: DeckContent) -> None:
    """Set the draft of a locked row, add it as the step after the present one, and save the row."""
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
        message = f"The deck has {MOST_VERSIONS} versions, the maximum. Copy the deck and continue there."
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
    deck.pieces.all().delete()
    pieces = entries(content_of(version.content))
    DeckPiece.objects.bulk_create(DeckPiece(deck=deck, **piece._asdict()) for piece in pieces)
    return version


MOST_DECKS = 500
MOST_DECKS_OF_GUEST = 50  # anybody becomes a guest by asking
MOST_DELETED = 200  # of an owner; the one deleted first goes for good


@transaction.atomic
def create_deck(*, owner: User, name: object, content: object = None, tags: object = (), notes: object = "") -> Deck:
    """Create a private deck. `content` is plain data; without it the deck is empty.

    Raises `DeckError` for what cannot be kept, and for a deck too many.
    """
    return _make(
        owner, name_of(name), content_of({} if content is None else content), tags=tags_of(tags), notes=notes_of(notes)
    )


@transaction.atomic
def copy_deck(deck: Deck, *, by: User, version: int | None = None, name: object = None) -> Deck:
    """Create a private copy of a version of the deck, or else of what the player sees of the deck.

    Tags and notes are their author's, and go with a copy of the owner's own. Raises `DeckError` as
    `create_deck`, and for a deck or version that may not be seen.
    """
    seen = find_deck(deck.public_id, by)
    content = content_seen(seen, by) if version is None else content_of(find_version(seen, version, by).content)
    called = seen.name if name is None else name_of(name)
    if not abilities.is_owner(by, seen):
        return _make(by, called, content, tags={}, notes="", origin=seen)
    tags = {tag.folded: tag.tag for tag in seen.tags.all()}
    return _make(by, called, content, tags=tags, notes=seen.notes, origin=seen)


def refuse_too_many(owner: User) -> None:
    """Raise `DeckError` too_many if the owner has all the decks there may be."""
    KEPT.refuse_too_many(owner, MOST_DECKS, MOST_DECKS_OF_GUEST)


def _make(
    owner: User, name: str, content: DeckContent, *, tags: dict[str, str], notes: str, origin: Deck | None = None
) -> Deck:
    """Create a private deck with its first step. Raises `DeckError` if the owner has too many."""
    refuse_too_many(owner)
    deck = Deck(owner=owner, notes=notes, origin=origin, changed_at=timezone.now())
    rename(deck, name)
    set_draft(deck, content)
    deck.save()
    add_step(deck)
    deck.save(update_fields=["place"])
    write_tags(deck, tags)
    return deck


@transaction.atomic
def delete_deck(deck: Deck, *, by: User) -> Deck:
    """Hide the deck from everybody but its owner and the staff. Raises `DeckError` if the user may not."""
    return KEPT.delete(deck, by=by, most_deleted=MOST_DELETED)


@transaction.atomic
def restore_deck(deck: Deck, *, by: User) -> Deck:
    """Restore a deleted deck with its visibility. A deck that is not deleted stays as it is.

    Raises `DeckError` for who may not, and where its owner has too many decks.
    """
    return KEPT.restore(deck, by=by, most=MOST_DECKS, most_of_guest=MOST_DECKS_OF_GUEST)


@receiver(guest_merged)
def move_decks(guest: User, account: User, **_: Any) -> None:
    """Give the account all decks of the guest, deleted ones too, even beyond the number that it may create."""
    Deck.objects.filter(owner=guest).update(owner=account)


@transaction.atomic
def share_deck(deck: Deck, visibility: str, *, by: User, number: int) -> Deck:
    """Set the visibility of the deck. If it was private, its draft becomes the version that others see.

    Raises `DeckError` for another word, an old number, and a version too many.
    """
    KEPT.check_visibility(visibility)
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
    """Describe the deck (`describe_deck`) and set its visibility (`share_deck`), both or neither."""
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
    return KEPT.withdraw(deck, by=by)
