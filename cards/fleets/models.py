"""The rows of users' own fleets. Whoever writes them goes through `changes`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from cards.decks import abilities
from cards.decks.abilities import Viewer, Visibility
from incursions.accounts.own_rows import exported_as, moves_with_guest
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    USUAL_POINTS,
    Fleet,
    FleetLimits,
    read_fleet,
)
from incursions.kit.ids import random_name

FLEET_ID_LENGTH = 20
LONGEST_NAME = 60
LAST_CHANGED = ("-changed_at", "-pk")


def new_fleet_id() -> str:
    """Return a random id for links, the only key to a fleet of somebody else (some 99 bits)."""
    return random_name(FLEET_ID_LENGTH)


class OwnFleetQuerySet(models.QuerySet["OwnFleet"]):
    """Queries of fleets."""

    def visible_to(self, viewer: Viewer) -> OwnFleetQuerySet:
        """Return the fleets that the viewer may open by their address. Not for lists: unlisted ones are among them."""
        return self.filter(abilities.seen_by(viewer))

    def own(self, viewer: Viewer) -> OwnFleetQuerySet:
        """Return the viewer's fleets, the last changed first."""
        return self.filter(abilities.own(viewer)).order_by(*LAST_CHANGED)

    def own_deleted(self, viewer: Viewer) -> OwnFleetQuerySet:
        """Return the viewer's deleted fleets, the last deleted first."""
        return self.filter(abilities.own(viewer, deleted=True)).order_by("-deleted_at", "-pk")

    def listed(self) -> OwnFleetQuerySet:
        """Return the public fleets with their owners, the last changed first."""
        return self.filter(abilities.LISTED).select_related("owner").order_by(*LAST_CHANGED)


@moves_with_guest("owner")
@exported_as(
    *("fleets", "owner", "public_id", "name", "visibility", "side", "content", "points", "bases"),
    *("changed_at", "deleted_at"),
)
class OwnFleet(models.Model):
    """A fleet of a user, for tables of so many points and Bases. Others see it as it is, if it is shared.

    `number` rises with every change: a writer names the one that was seen.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_fleet_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="fleets")
    name = models.CharField(max_length=LONGEST_NAME)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    side = models.CharField(max_length=8, choices=[(side, side.capitalize()) for side in SIDES])
    content = models.JSONField(help_text="The ships, each with name and class")
    points = models.PositiveIntegerField(default=USUAL_POINTS)
    bases = models.PositiveIntegerField(default=0)
    number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    objects = OwnFleetQuerySet.as_manager()

    class Meta:
        verbose_name = "fleet"
        indexes = [
            models.Index(fields=["owner", "-changed_at", "-id"], name="fleet_own"),
            models.Index(
                fields=["-changed_at", "-id"], condition=Q(deleted_at=None, visibility="public"), name="fleet_listed"
            ),
        ]
        constraints = [
            models.CheckConstraint(name="fleet_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="fleet_visibility_is_one", condition=Q(visibility__in=Visibility.values)),
            models.CheckConstraint(name="fleet_side_is_one", condition=Q(side__in=SIDES)),
            models.CheckConstraint(
                name="fleet_points_in_range", condition=Q(points__gte=FEWEST_POINTS, points__lte=MOST_POINTS)
            ),
            models.CheckConstraint(name="fleet_bases_in_range", condition=Q(bases__lte=MOST_BASES)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the fleet's page, where its owner changes it."""
        return reverse("fleets:fleet", args=[self.public_id])

    @property
    def is_deleted(self) -> bool:
        """True if the fleet is gone for all but its owner and the staff."""
        return self.deleted_at is not None

    @property
    def fleet(self) -> Fleet:
        """The fleet, as the rules judge it."""
        return read_fleet({"side": self.side, "ships": self.content})

    @property
    def limits(self) -> FleetLimits:
        """The limits of the tables that it is meant for."""
        return FleetLimits(self.points, self.bases)

    @property
    def short_words(self) -> str:
        """The side and the number of ships, which forms show after the name."""
        count = len(self.content)
        return f"{self.side.capitalize()}, {count} ship{'' if count == 1 else 's'}"
