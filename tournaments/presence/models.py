"""The rows of who is there. They are written seldom: what they say of two hundred sockets costs a few writes."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import models

LONGEST_SILENCE = timedelta(seconds=5)
"""Whoever has not been heard of for longer is taken not to have run."""


class House(models.Model):
    """The one row that says when any web process, and any worker, was last heard of."""

    ONLY = 1

    web_seen_at = models.DateTimeField(null=True)
    web_since = models.DateTimeField(null=True, help_text="Since when web processes have run without a gap")
    worker_seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "the house"

    @classmethod
    def locked(cls) -> House:
        """The row, made if need be, locked until the end of the transaction under way."""
        cls.objects.get_or_create(pk=cls.ONLY)
        return cls.objects.select_for_update().get(pk=cls.ONLY)


def is_shut(now: datetime) -> bool:
    """Whether no web process runs, so that nobody can answer anything. A house that never ran one is not shut."""
    return House.objects.filter(web_seen_at__lt=now - LONGEST_SILENCE).exists()


class Outage(models.Model):
    """A time in which no web process, or no worker, ran, and what was given back for it. Rows are only ever added."""

    class Of(models.TextChoices):
        """Who did not run."""

        WEB = "web", "web processes"
        WORKER = "worker", "workers"

    of = models.CharField(max_length=6, choices=Of)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    given_back_ms = models.PositiveBigIntegerField(help_text="To each of the matches, at most")
    matches = models.PositiveIntegerField(help_text="So many running matches were given time")

    class Meta:
        ordering = ["-ended_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(began_at__lt=models.F("ended_at")),
                name="outage_takes_time",
                violation_error_message="An outage ends after it began.",
            )
        ]

    def __str__(self) -> str:
        return f"no {self.get_of_display()} for {(self.ended_at - self.began_at).total_seconds():.0f} s"


class WebServer(models.Model):
    """A web process, and when it was last heard of: the sockets of one that is silent are gone."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"web process {self.id}"


class Attendance(models.Model):
    """A viewer of a table with an open socket in a web process; all whom nobody knows share a row that counts them."""

    server = models.ForeignKey(WebServer, models.CASCADE, related_name="attendances")
    match = models.ForeignKey("tournaments.Match", models.CASCADE, related_name="attendances")
    # No foreign key: a guest may become an account while the socket is open.
    viewer = models.BigIntegerField(null=True, help_text="The user; empty for those whom nobody knows")
    sockets = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["server", "match", "viewer"], name="attendance_once")]

    def __str__(self) -> str:
        return f"{self.sockets} of viewer {self.viewer} at {self.match_id}"
