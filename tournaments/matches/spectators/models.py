"""The model of hands that players show to spectators."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.matches.spectators.delays import LONGEST, SHORTEST, Delay, Unit


class HandShown(models.Model):
    """A seat whose hand spectators may see after a delay, with the player who allowed it.

    The permission is the player's own. It ends when another user takes the seat.
    """

    seat = models.OneToOneField("matches.Seat", models.CASCADE, primary_key=True, related_name="hand_shown")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    after = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=7, choices=Unit)

    class Meta:
        verbose_name_plural = "hands shown"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(after__gte=SHORTEST, after__lte=LONGEST),
                name="hand_shown_after_a_while",
                violation_error_message=f"A hand is shown {SHORTEST} to {LONGEST} turns or minutes later.",
            )
        ]

    def __str__(self) -> str:
        return f"the hand of {self.seat}, {self.delay} later"

    @property
    def delay(self) -> Delay:
        """The delay after which the hand is shown."""
        return Delay(self.after, Unit(self.unit))
