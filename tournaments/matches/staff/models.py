"""The audit log of matches: acts of the staff and their reasons. Rows are only ever added."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.matches.append_only import LONGEST_REASON, AppendOnly

LONGEST_WORDS = 200


class Kind(models.TextChoices):
    """The kind of an act of the staff."""

    PAUSE = "pause", "pause"
    RESUME = "resume", "resume"
    EXTEND_MATCH = "extend match", "extend the match"
    EXTEND_SEAT = "extend seat", "extend a seat's time"
    STEP_BACK = "step back", "step back"
    ADJUDICATE = "adjudicate", "adjudicate"
    STRIKE = "strike", "strike from ratings"
    HIDE = "hide message", "hide a message"


ORDERS = tuple(kind.value for kind in Kind if kind != Kind.HIDE)
"""The kinds that are ordered at the page of a match; messages are hidden at their own page."""


class StaffAct(AppendOnly):
    """An act of the staff at a match, in words for players, with its reason."""

    match = models.ForeignKey("matches.Match", models.PROTECT, related_name="acts_of_staff")
    number = models.PositiveSmallIntegerField(help_text="Among those of the match, from 1")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150, help_text="As the person was called then")
    kind = models.CharField(max_length=16, choices=Kind)
    words = models.CharField(max_length=LONGEST_WORDS, help_text="What was done, as players read it")
    reason = models.CharField(max_length=LONGEST_REASON)
    version = models.PositiveIntegerField(help_text="So many moves had been made")
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="staff_act_number_once"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="staff_act_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.words}: {self.reason}"
