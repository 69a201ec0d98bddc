"""What is opened in a sealed tournament, and what is built of it (rules 22)."""

from __future__ import annotations

from django.db import models

from tournaments.fields import PlainJSONField
from tournaments.organizing.models.entry import Entry
from tournaments.organizing.models.tournament import Tournament


class PoolStock(models.Model):
    """What the pools of a tournament were drawn from: they can be drawn again whatever becomes of the catalogue."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="stock")
    data = PlainJSONField(help_text="Recipe and titles, as incursions.rules.sealed.Stock writes them")
    catalogue = models.CharField(max_length=32, help_text="The version that the titles were taken from")

    def __str__(self) -> str:
        return f"What the pools of {self.tournament_id} were drawn from"


class PoolBuild(models.Model):
    """What a player makes of a pool while the time to build runs: saved at every change, with steps to go back.

    `number` rises with each change, so that an old page cannot overwrite a newer one. `packs_opened` counts the starter
    pack and the boosters that the player has turned over.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="build")
    content = PlainJSONField()
    number = models.PositiveIntegerField(default=1)
    place = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    packs_opened = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"What {self.entry_id} builds"


class BuildStep(models.Model):
    """A build as it was after a change, for undo and redo."""

    build = models.ForeignKey(PoolBuild, models.CASCADE, related_name="steps")
    place = models.PositiveIntegerField()
    content = PlainJSONField()

    class Meta:
        ordering = ["build", "place"]
        constraints = [models.UniqueConstraint(fields=["build", "place"], name="build_step_once")]

    def __str__(self) -> str:
        return f"step {self.place} of {self.build_id}"
