"""The rows of badges that were earned."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Award(models.Model):
    """A badge that somebody earned, in the match of this record. Those of struck matches are not shown."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="awards")
    badge = models.CharField(max_length=20)
    record = models.ForeignKey("tournaments.MatchRecord", models.CASCADE, related_name="awards")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "badge"], name="badge_once")]

    def __str__(self) -> str:
        return f"{self.badge} of {self.user}"
