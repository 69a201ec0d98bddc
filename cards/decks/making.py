"""Decks as a whole: made, copied, deleted and restored, given to an account, and made visible or hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.changing import describe_deck, lock_deck, locked_to_change, rename, touch, write_tags
from cards.decks.contents import content_of
from cards.decks.drafts import add_step, add_version, set_draft, version_of_draft
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckVersion, new_deck_id
from cards.decks.reading import content_seen, find_deck, find_version
from cards.decks.texts import name_of, notes_of, tags_of
from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.games.incursions.rules.construction import DeckContent

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
    """Raise `DeckError` if the owner has all the decks there may be. The user's row is locked: two may come at once."""
    kept = User.objects.select_for_update().get(pk=owner.pk)
    most = MOST_DECKS_OF_GUEST if kept.is_guest else MOST_DECKS
    if Deck.objects.own(kept).count() >= most:
        more = " With an account you can keep more." if kept.is_guest else ""
        raise DeckError("too_many", f"You have {most} decks, and no more can be kept. Delete one first.{more}")


def _make(
    owner: User, name: str, content: DeckContent, *, tags: dict[str, str], notes: str, origin: Deck | None = None
) -> Deck:
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
    row = locked_to_change(deck, by=by)
    row.deleted_at = timezone.now()
    row.save(update_fields=["deleted_at"])
    too_many = list(Deck.objects.own_deleted(by).values_list("pk", flat=True)[MOST_DELETED:])
    Deck.objects.filter(pk__in=too_many).delete()
    return row


@transaction.atomic
def restore_deck(deck: Deck, *, by: User) -> Deck:
    """Restore a deleted deck with its visibility. A deck that is not deleted stays as it is.

    Raises `DeckError` for who may not, and where its owner has too many decks.
    """
    row = lock_deck(deck, by=by)
    if not abilities.may_see_draft(by, row):
        raise DeckError("not_yours", "Only its owner can restore this deck.")
    if abilities.may_restore(by, row):
        refuse_too_many(row.owner)
        row.deleted_at = None
        row.save(update_fields=["deleted_at"])
    return row


@receiver(guest_merged)
def move_decks(guest: User, account: User, **_: Any) -> None:
    """Give all decks of the guest to the account, deleted ones too; even where that is more than it may make."""
    Deck.objects.filter(owner=guest).update(owner=account)


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
