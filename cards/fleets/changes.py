"""Changes of users' fleets: each is made by the owner, who names the number of the fleet that was seen."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cards.decks.abilities import Viewer
from cards.decks.errors import DeckError
from cards.fleets.models import LONGEST_NAME, OwnFleet
from incursions.accounts.models import User
from incursions.games.talon.rules.battles import MOST_SHIPS
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    USUAL_POINTS,
    Fleet,
    FleetShip,
    suggest_names,
)
from incursions.kit.words import clean_text

MOST_FLEETS, MOST_FLEETS_OF_GUEST = 100, 10


def find_fleet_row(public_id: str) -> OwnFleet:
    """Return the fleet of that id. Raises `DeckError` not_found."""
    row = OwnFleet.objects.filter(public_id=public_id).select_related("owner").first()
    if row is None:
        raise DeckError("not_found", "There is no such fleet.")
    return row


def is_owner(viewer: Viewer, row: OwnFleet) -> bool:
    """Return True if the fleet is the viewer's."""
    return viewer.pk is not None and viewer.pk == row.owner_id


@transaction.atomic
def create_fleet(*, owner: User, name: object, fleet: Fleet, points: int = USUAL_POINTS, bases: int = 0) -> OwnFleet:
    """Create a fleet of the owner's. Raises `DeckError` too_many, or invalid for a name that cannot be."""
    kept = User.objects.select_for_update().get(pk=owner.pk)
    most = MOST_FLEETS_OF_GUEST if kept.is_guest else MOST_FLEETS
    if OwnFleet.objects.own(kept).count() >= most:
        more = " With an account you can keep more." if kept.is_guest else ""
        raise DeckError("too_many", f"You have {most} fleets, the maximum. Delete one first.{more}")
    return OwnFleet.objects.create(
        owner=kept,
        name=_read_name(name),
        side=fleet.side,
        content=fleet.to_data()["ships"],
        points=points,
        bases=bases,
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
) -> OwnFleet:
    """Store what is given of the fleet. Raises `DeckError` not_yours, moved_on or invalid."""
    kept = OwnFleet.objects.select_for_update().get(pk=row.pk)
    if not is_owner(by, kept):
        raise DeckError("not_yours", "Only its owner can change this fleet. Copy it, and change the copy.")
    if kept.number != number:
        raise DeckError("moved_on", "The fleet was changed elsewhere in the meantime. Look at it as it is now.")
    if fleet is not None:
        kept.side, kept.content = fleet.side, fleet.to_data()["ships"]
    if name is not None:
        kept.name = _read_name(name)
    if points is not None:
        kept.points = min(max(points, FEWEST_POINTS), MOST_POINTS)
    if bases is not None:
        kept.bases = min(max(bases, 0), MOST_BASES)
    kept.number += 1
    kept.changed_at = timezone.now()
    kept.save()
    return kept


@transaction.atomic
def delete_fleet(row: OwnFleet, *, by: User) -> None:
    """Delete the fleet. Matches keep the copies that they were started with. Raises `DeckError` not_yours."""
    if not is_owner(by, row):
        raise DeckError("not_yours", "Only its owner can delete this fleet.")
    row.delete()


def add_ship(fleet: Fleet, class_name: str) -> Fleet:
    """Return the fleet with one more ship of a class, under a name of its own. Raises `DeckError` invalid."""
    if len(fleet.ships) >= MOST_SHIPS:
        raise DeckError("invalid", f"A fleet has at most {MOST_SHIPS} ships.")
    (name,) = suggest_names(fleet.side, 1, [ship.name for ship in fleet.ships])
    return fleet._replace(ships=(*fleet.ships, FleetShip(name, class_name)))


def drop_ship(fleet: Fleet, class_name: str) -> Fleet:
    """Return the fleet without the last ship of a class."""
    places = [place for place, ship in enumerate(fleet.ships) if ship.class_name == class_name]
    kept = tuple(ship for place, ship in enumerate(fleet.ships) if place not in places[-1:])
    return fleet._replace(ships=kept)


def name_ships(fleet: Fleet, names: list[str]) -> Fleet:
    """Return the fleet with these names, by ship; an empty one leaves the name. They are judged with the fleet."""
    cleaned = [clean_text(name)[:LONGEST_NAME] for name in names[: len(fleet.ships)]]
    cleaned += [""] * (len(fleet.ships) - len(cleaned))
    ships = tuple(ship._replace(name=name) if name else ship for ship, name in zip(fleet.ships, cleaned, strict=True))
    return fleet._replace(ships=ships)


def _read_name(name: object) -> str:
    cleaned = clean_text(name) if isinstance(name, str) else ""
    if not cleaned or len(cleaned) > LONGEST_NAME or not cleaned.isprintable():
        raise DeckError("invalid", f"A fleet has a name of 1 to {LONGEST_NAME} characters.")
    return cleaned
