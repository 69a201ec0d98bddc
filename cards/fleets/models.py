"""The rows of users' own fleets. Whoever writes them goes through `changes`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from cards.decks.abilities import Viewer
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


def new_fleet_id() -> str:
    """Return a random id for links, the only key to a fleet of somebody else (some 99 bits)."""
    return random_name(FLEET_ID_LENGTH)


class OwnFleetQuerySet(models.QuerySet["OwnFleet"]):
    """Queries of fleets."""

    def own(self, viewer: Viewer) -> OwnFleetQuerySet:
        """Return the viewer's fleets, the last changed first; none for a viewer without a row."""
        return self.filter(owner=viewer.pk).order_by("-changed_at", "-pk") if viewer.pk is not None else self.none()


@moves_with_guest("owner")
@exported_as("fleets", "owner", "public_id", "name", "side", "content", "points", "bases", "changed_at")
class OwnFleet(models.Model):
    """A fleet of a user, for tables of so many points and Bases. Everybody who has its link sees it.

    `number` rises with every change: a writer names the one that was seen.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_fleet_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="fleets")
    name = models.CharField(max_length=LONGEST_NAME)
    side = models.CharField(max_length=8, choices=[(side, side.capitalize()) for side in SIDES])
    content = models.JSONField(help_text="The ships, each with name and class")
    points = models.PositiveIntegerField(default=USUAL_POINTS)
    bases = models.PositiveIntegerField(default=0)
    number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()

    objects = OwnFleetQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["owner", "-changed_at", "-id"], name="fleet_own")]
        constraints = [
            models.CheckConstraint(name="fleet_has_name", condition=~Q(name="")),
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
    def fleet(self) -> Fleet:
        """The fleet, as the rules judge it."""
        return read_fleet({"side": self.side, "ships": self.content})

    @property
    def limits(self) -> FleetLimits:
        """The limits of the tables that it is meant for."""
        return FleetLimits(self.points, self.bases)

    @property
    def draft(self) -> dict[str, Any]:
        """The words that forms show of it after its name, where a deck has its ship."""
        return {"ship": f"{self.side.capitalize()}, {len(self.content)} ships"}
