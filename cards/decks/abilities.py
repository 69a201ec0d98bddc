"""Permissions on decks and fleets: predicates for one, and conditions for queries over many.

The draft of a deck is visible to its owner; others see its newest version. A fleet is shared as it is, and what is said
of drafts holds of its number. Staff see all of both and edit none: they withdraw (`may_withdraw`) or restore them
(`may_restore`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

from incursions.accounts.models import User

Viewer: TypeAlias = User | AnonymousUser
if TYPE_CHECKING:
    from cards.decks.models import Deck

NOTHING = Q(pk__in=())
EVERYTHING = ~NOTHING  # an empty condition would fall out of what it is joined with


class Shared(Protocol):
    """A row that its owner keeps, shares and deletes."""

    owner_id: int
    visibility: str

    @property
    def is_deleted(self) -> bool: ...


class Visibility(models.TextChoices):
    """The visibility of a deck or fleet: for its owner alone, for everybody with the link, or for everybody."""

    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"


BY_LINK = (Visibility.UNLISTED, Visibility.PUBLIC)
LISTED = Q(deleted_at=None, visibility=Visibility.PUBLIC)
"""The condition that `is_listed` holds."""


def is_owner(viewer: Viewer, row: Shared) -> bool:
    """Return True if the row is the viewer's."""
    return viewer.pk is not None and viewer.pk == row.owner_id


def is_staff(viewer: Viewer) -> bool:
    """Return True if the viewer looks after the house."""
    return viewer.is_active and viewer.is_staff


def may_see(viewer: Viewer, row: Shared) -> bool:
    """Return True if the address of the row leads there. Then it may be copied, compared and exported, too."""
    return may_see_draft(viewer, row) or (not row.is_deleted and row.visibility in BY_LINK)


def may_see_draft(viewer: Viewer, row: Shared) -> bool:
    """Return True if the viewer is shown the draft, rather than the newest version."""
    return is_owner(viewer, row) or is_staff(viewer)


def may_change(viewer: Viewer, row: Shared) -> bool:
    """Return True if the viewer may change everything of the row, and delete it."""
    return is_owner(viewer, row) and not row.is_deleted


def may_restore(viewer: Viewer, row: Shared) -> bool:
    """Return True if the viewer may take the row back from the deleted ones."""
    return row.is_deleted and may_see_draft(viewer, row)


def may_withdraw(viewer: Viewer, row: Shared) -> bool:
    """Return True if the viewer may make the row private over its owner's head."""
    return not row.is_deleted and is_staff(viewer)


def is_listed(row: Shared) -> bool:
    """Return True if the row is in public lists, counts and searches, which are equal for everybody."""
    return not row.is_deleted and row.visibility == Visibility.PUBLIC


def seen_by(viewer: Viewer) -> Q:
    """Return the condition for rows for which `may_see` holds."""
    own_draft = EVERYTHING if is_staff(viewer) else _owned_by(viewer)
    return own_draft | Q(deleted_at=None, visibility__in=BY_LINK)


def own(viewer: Viewer, *, deleted: bool = False) -> Q:
    """Return the condition for the viewer's rows for which `may_change` holds, or for the deleted ones, to restore."""
    return _owned_by(viewer) & Q(deleted_at__isnull=not deleted)


def versions_seen(viewer: Viewer, deck: Deck) -> Q:
    """Return the versions of a deck that the viewer may see. Versions saved in private stay private after sharing."""
    if may_see_draft(viewer, deck):
        return EVERYTHING
    return Q(was_shown=True) if may_see(viewer, deck) else NOTHING


def _owned_by(viewer: Viewer) -> Q:
    """Return the condition for rows of the viewer; of nobody for a viewer without a row."""
    return NOTHING if viewer.pk is None else Q(owner=viewer.pk)
