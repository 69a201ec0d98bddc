"""Models of collections: seeds of boosters, boosters given and opened, and the pieces of each player."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from incursions.engine import SEED_BYTES, commitment
from tournaments.matches.fields import PlainJSONField

IN_A_RUN = 10
"""The boosters drawn from one seed. When all are open it is published, and the next run has a new seed."""


def new_seed() -> bytes:
    """Return a random seed for the boosters of a run."""
    return secrets.token_bytes(SEED_BYTES)


class BoosterRun(models.Model):
    """A run of boosters: a seed whose hash is shown first, and the stock to draw from, both fixed at its start."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="booster_runs")
    number = models.PositiveIntegerField(help_text="Among those of the player, from 1")
    seed = models.BinaryField(max_length=SEED_BYTES, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    stock = PlainJSONField(help_text="Recipe and titles, as incursions.games.incursions.rules.sealed.Stock writes them")
    began_at = models.DateTimeField()

    class Meta:
        ordering = ["user", "number"]
        constraints = [models.UniqueConstraint(fields=["user", "number"], name="booster_run_once")]

    def __str__(self) -> str:
        return f"boosters {self.number} of {self.user_id}"

    def save(self, *args: object, **named: object) -> None:
        """Save the row; a new one gets the commitment to its seed."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.seed))
        super().save(*args, **named)  # type: ignore[arg-type]


class CasualBooster(models.Model):
    """A booster given for a match. `content` is set when it is opened."""

    run = models.ForeignKey(BoosterRun, models.CASCADE, related_name="boosters")
    number = models.PositiveSmallIntegerField(help_text="In its run, from 1")
    match = models.ForeignKey("matches.Match", models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)
    content = PlainJSONField(null=True)

    class Meta:
        ordering = ["run", "number"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="casual_booster_once"),
            models.UniqueConstraint(fields=["run", "match"], name="casual_booster_of_match_once"),
        ]

    def __str__(self) -> str:
        return f"booster {self.number} of {self.run}"


class CollectedPiece(models.Model):
    """The number of copies of a title that a player has."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="collected")
    title = models.CharField(max_length=60)
    copies = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["user", "title"]
        constraints = [models.UniqueConstraint(fields=["user", "title"], name="collected_title_once")]

    def __str__(self) -> str:
        return f"{self.copies} {self.title}"
