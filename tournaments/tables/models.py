"""The queue of players who look for a match, and the matches they found."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from incursions.accounts.own_rows import exported_as, moves_with_guest
from tournaments.matches.fields import ModeColumn, PlainJSONField
from tournaments.matches.table_settings import Settings, find_preset
from tournaments.players.skill import Skill

AWAY_AFTER = timedelta(seconds=30)
"""A seeker without a page for longer keeps the place, and is not seated while away."""
GIVEN_UP_AFTER = timedelta(minutes=30)
KIND = ("game", "mode", "seats", "clocks", "rated")
"""The columns that seekers who are seated together have in common."""


class SeekerQuerySet(models.QuerySet["Seeker"]):
    """A queryset of the queue."""

    def waiting(self) -> Self:
        """Return the seekers for whom no match has been found yet, the earliest first."""
        return self.filter(match=None).order_by("since", "pk")

    def present(self, now: datetime) -> Self:
        """Return the seekers who had a page open lately."""
        return self.filter(seen_at__gt=now - AWAY_AFTER)

    def alike(self, seeker: Seeker) -> Self:
        """Return the seekers of the same kind of match."""
        return self.filter(**{name: getattr(seeker, name) for name in KIND})


@moves_with_guest("user", is_single=True)
@exported_as("searches", "user", "mode", "seats", "clocks", "rated", "loadout", "since", game="game")
class Seeker(ModeColumn):
    """A user who looks for a match, or whose last search found one. There is one row for each user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeker")
    seats = models.PositiveSmallIntegerField()
    clocks = models.CharField(max_length=10, help_text="The name of a preset")
    rated = models.BooleanField()
    loadout = PlainJSONField(null=True, help_text="What the player brings, as it was chosen")
    mu = models.FloatField(help_text="The rating at the start of the search")
    sigma = models.FloatField()
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    match = models.ForeignKey("matches.Match", models.CASCADE, null=True, related_name="seekers")
    found_at = models.DateTimeField(null=True)

    objects = SeekerQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["since"], condition=Q(match=None), name="seeker_waiting")]
        constraints = [
            models.CheckConstraint(
                condition=Q(match=None, found_at=None) | Q(match__isnull=False, found_at__isnull=False),
                name="seeker_found_has_time",
                violation_error_message="A match that was found was found at some time.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} looks for {self.get_mode_display()} with {self.seats} seats"

    @property
    def sought(self) -> tuple[Any, ...]:
        """The kind of match: equal for seekers who are seated together."""
        return tuple(getattr(self, name) for name in KIND)

    @property
    def skill(self) -> Skill:
        """The rating by which opponents are found."""
        return Skill(self.mu, self.sigma)

    @property
    def settings(self) -> Settings:
        """The settings of the table that is created when enough seekers are found."""
        clocks = find_preset(self.mode_kind, self.clocks).values
        return Settings(game=self.game, mode=self.mode, rated=self.rated, **clocks)
