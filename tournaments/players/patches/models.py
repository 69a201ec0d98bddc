"""Models of patches."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from incursions.kit.addresses import address
from incursions.kit.ids import new_public_id

LONGEST_WORDS = 60


class PatchKind(models.TextChoices):
    """The kind of a patch."""

    WINNER = "winner", "Winner"
    FINALIST = "finalist", "Finalist"
    RACE = "race", "Best of a race"
    FAIR_PLAY = "fair play", "Fair play"
    FIRST_EVENT = "first event", "First event"


class Patch(models.Model):
    """A patch awarded at a tournament. Its texts are stored and do not change later."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    entry = models.ForeignKey("events.Entry", models.CASCADE, related_name="patches")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="patches")
    kind = models.CharField(max_length=12, choices=PatchKind)
    title = models.CharField(max_length=LONGEST_WORDS)
    race = models.CharField(max_length=20, blank=True, default="")
    ship = models.CharField(max_length=60, blank=True, default="")
    place = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True, default="", help_text="Why staff gave it")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "pk"]
        verbose_name_plural = "patches"
        constraints = [models.UniqueConstraint(fields=["entry", "kind"], name="patch_once")]

    def __str__(self) -> str:
        return f"{self.title} of {self.entry}"

    def get_absolute_url(self) -> str:
        """Return the address of the page of the patch."""
        return address("patches:patch", self.public_id)
