"""Models of voyages: the progress of users in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from incursions.accounts.own_rows import exported_as, moves_with_guest


@exported_as("voyages", "user", "game", "voyage", "step", "finished_at")
@moves_with_guest("user", once="voyage")
class VoyageProgress(models.Model):
    """The progress of a user in a voyage: the number of steps taken, and the match that followed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="voyages")
    game = models.CharField(max_length=32)
    voyage = models.CharField(max_length=20)
    step = models.PositiveSmallIntegerField(default=0)
    skipped = models.BooleanField(default=False, help_text="Some step was skipped since the start")
    finished_at = models.DateTimeField(null=True)
    match = models.ForeignKey("matches.Match", models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "voyage"], name="voyage_once")]

    def __str__(self) -> str:
        return f"{self.voyage} of {self.user}"
