"""The model of requests to take back a decision."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q

from tournaments.matches.fields import PlainJSONField

STAYS_OPEN = timedelta(seconds=45)
MOST_IN_A_TURN = 3
LONGEST_KEY = 64


class TakeBackState(models.TextChoices):
    """The state of a request to take back."""

    ASKED = "asked", "waits for the others"
    DONE = "done", "taken back"
    DECLINED = "declined", "declined"
    WITHDRAWN = "withdrawn", "withdrawn"
    ENDED = "ended", "ended by the next move, or by time"


class TakeBack(models.Model):
    """A request to take back: done at once if free, else put to the other players. At most one is open at a table."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="take_backs")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=LONGEST_KEY, help_text="The client's own, of this act")
    turn = models.PositiveIntegerField(help_text="The number of the turn under way")
    version = models.PositiveIntegerField(help_text="So many moves had been made")
    to = models.PositiveIntegerField(help_text="So many actions would be left as they are")
    to_move = models.PositiveIntegerField(help_text="So many moves would be left as they are")
    why = models.CharField(max_length=120, blank=True, default="", help_text="Why it is not free; nothing where it is")
    agreed = PlainJSONField(default=list, help_text="The seats that have agreed")
    declined_by = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=9, choices=TakeBackState, default=TakeBackState.ASKED)
    asked_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["match", "pk"]
        indexes = [
            models.Index(fields=["ends_at"], condition=Q(state=TakeBackState.ASKED), name="take_back_open_until"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "key"], name="take_back_key_once"),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state=TakeBackState.ASKED),
                name="take_back_open_once",
                violation_error_message="One request at a time.",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} takes back to move {self.to_move}: {self.state}"
