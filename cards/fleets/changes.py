"""Changes of users' fleets: made, changed, shared, copied, deleted and restored.

A change names the `OwnFleet.number` that was seen. The functions raise `DeckError`.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cards.decks.abilities import Viewer
from cards.decks.contents import name_of
from cards.decks.errors import DeckError
from cards.fleets.models import LONGEST_NAME, OwnFleet, new_fleet_id
from cards.kept_rows import KeptRows
from incursions.accounts.models import User
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    USUAL_POINTS,
    Fleet,
)

MOST_FLEETS, MOST_FLEETS_OF_GUEST = 100, 10
MOST_DELETED = 50  # of an owner; the one deleted first goes for good
KEPT = KeptRows(OwnFleet, "fleet")
lock_fleet = KEPT.lock


def find_fleet_row(public_id: str, viewer: Viewer) -> OwnFleet:
    """Return the fleet of that id. One that the viewer may not see is refused as one that is not there."""
    row = OwnFleet.objects.visible_to(viewer).filter(public_id=public_id).select_related("owner").first()
    if row is None:
        raise KEPT.refuse_missing()
    return row


@transaction.atomic
def create_fleet(*, owner: User, name: object, fleet: Fleet, points: int = USUAL_POINTS, bases: int = 0) -> OwnFleet:
    """Create a private fleet of the owner's. Raises too_many, or invalid for what cannot be kept."""
    KEPT.refuse_too_many(owner, MOST_FLEETS, MOST_FLEETS_OF_GUEST)
    return OwnFleet.objects.create(
        owner=owner,
        name=name_of(name, longest=LONGEST_NAME),
        side=fleet.side,
        content=fleet.to_data()["ships"],
        points=_read_limit(points, "points", FEWEST_POINTS, MOST_POINTS),
        bases=_read_limit(bases, "bases", 0, MOST_BASES),
        changed_at=timezone.now(),
    )


@transaction.atomic
def change_fleet(
    row: OwnFleet,
    *,
    by: User,
    number: int,
    fleet: Fleet | None = None,
    name: object = None,
    points: int | None = None,
    bases: int | None = None,
    visibility: object = None,
) -> OwnFleet:
    """Store what is given of the fleet, all or nothing. Raises not_yours, deleted, moved_on or invalid."""
    kept = KEPT.lock_to_change(row, by=by, number=number)
    if fleet is not None:
        kept.side, kept.content = fleet.side, fleet.to_data()["ships"]
    if name is not None:
        kept.name = name_of(name, longest=LONGEST_NAME)
    if points is not None:
        kept.points = _read_limit(points, "points", FEWEST_POINTS, MOST_POINTS)
    if bases is not None:
        kept.bases = _read_limit(bases, "bases", 0, MOST_BASES)
    if visibility is not None:
        KEPT.check_visibility(visibility)
        kept.visibility = str(visibility)
    KEPT.touch(kept)
    return kept


@transaction.atomic
def renew_fleet_link(row: OwnFleet, *, by: User, number: int) -> OwnFleet:
    """Give the fleet a new address, so that the former link finds nothing."""
    kept = KEPT.lock_to_change(row, by=by, number=number)
    kept.public_id = new_fleet_id()
    KEPT.touch(kept)
    return kept


@transaction.atomic
def copy_fleet(row: OwnFleet, *, by: User, name: object = None) -> OwnFleet:
    """Create a private copy of a fleet that the user may see. Raises as `create_fleet`."""
    seen = find_fleet_row(row.public_id, by)
    called = seen.name if name is None else name
    return create_fleet(owner=by, name=called, fleet=seen.fleet, points=seen.points, bases=seen.bases)


@transaction.atomic
def delete_fleet(row: OwnFleet, *, by: User) -> OwnFleet:
    """Hide the fleet from everybody but its owner and the staff. Matches keep the copies they started with."""
    return KEPT.delete(row, by=by, most_deleted=MOST_DELETED)


@transaction.atomic
def restore_fleet(row: OwnFleet, *, by: User) -> OwnFleet:
    """Restore a deleted fleet with its visibility. A fleet that is not deleted stays as it is.

    Raises not_yours, and too_many where its owner has all the fleets there may be.
    """
    return KEPT.restore(row, by=by, most=MOST_FLEETS, most_of_guest=MOST_FLEETS_OF_GUEST)


@transaction.atomic
def withdraw_fleet(row: OwnFleet, *, by: User) -> OwnFleet:
    """Make a fleet private over its owner's head, who keeps all of it. Raises not_yours for all but staff."""
    return KEPT.withdraw(row, by=by)


def _read_limit(said: int, field: str, least: int, most: int) -> int:
    if not least <= said <= most:
        raise DeckError("invalid", f"{field.capitalize()}: choose a number from {least} to {most}.", field=field)
    return said
