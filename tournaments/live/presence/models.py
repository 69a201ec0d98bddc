"""Models of presence. They are written seldom: two hundred sockets cost a few writes."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import models

from tournaments.live.rooms import RoomField

LONGEST_SILENCE = timedelta(seconds=5)
"""A process without a heartbeat for longer counts as stopped."""
MOST_GIVEN_BACK = timedelta(hours=24)
"""The most time given back, so that a wrongly set machine clock does not hold up matches for ever."""


class House(models.Model):
    """The single row with the last heartbeats of web processes and workers."""

    ONLY = 1

    web_seen_at = models.DateTimeField(null=True)
    web_since = models.DateTimeField(null=True, help_text="Since when web processes have run without a gap")
    worker_seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "the house"

    @classmethod
    def lock(cls) -> House:
        """Return the row, created if need be, locked until the end of the current transaction."""
        cls.objects.get_or_create(pk=cls.ONLY)
        return cls.objects.select_for_update().get(pk=cls.ONLY)


def is_shut(now: datetime) -> bool:
    """Return True if no web process runs, so that nobody can answer. False if none has ever run."""
    return House.objects.filter(web_seen_at__lt=now - LONGEST_SILENCE).exists()


class Outage(models.Model):
    """An outage of all web processes or workers, and the time given back for it. Rows are only ever added."""

    class Of(models.TextChoices):
        """The kind of process that did not run."""

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
    """A web process with its last heartbeat: the sockets of a silent one are gone."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"web process {self.id}"


class Attendance(models.Model):
    """A viewer with open sockets in a room of one web process. All anonymous viewers share a row with their number."""

    server = models.ForeignKey(WebServer, models.CASCADE, related_name="attendances")
    room = RoomField(db_index=True)
    # No foreign key: a guest may become an account while the socket is open.
    viewer = models.BigIntegerField(null=True, help_text="The user; empty for those whom nobody knows")
    sockets = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["server", "room", "viewer"], name="attendance_once")]

    def __str__(self) -> str:
        return f"{self.sockets} of viewer {self.viewer} at {self.room}"
