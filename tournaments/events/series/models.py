"""Models of series."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from incursions.kit.addresses import address
from incursions.kit.ids import new_public_id

LONGEST_NAME = 80
MOST_BEST = 52


class Series(models.Model):
    """A series of tournaments. `best`: the number of each player's results that count; 0 for all."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="series")
    best = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    tournaments = models.ManyToManyField("events.Tournament", related_name="series", blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the page of the series."""
        return address("series:series", self.public_id)
