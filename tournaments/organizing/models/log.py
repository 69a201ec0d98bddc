"""What was done, which nobody changes: penalties, and the log of a tournament."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.append_only import AppendOnly
from tournaments.fields import PlainJSONField
from tournaments.organizing.enums import Did, PenaltyKind
from tournaments.organizing.models.entry import Entry
from tournaments.organizing.models.tournament import Tournament
from tournaments.reasons import LONGEST_REASON


class Penalty(AppendOnly):
    """What a judge gave a player, and why."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=16, choices=PenaltyKind)
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.reason}"


class LogLine(AppendOnly):
    """A change of a tournament: who made it, what was before and after. Played again they give the same standings."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    number = models.PositiveIntegerField(help_text="Among those of the tournament, from 1")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150, help_text="As the person was called then; empty for the server itself")
    role = models.CharField(max_length=12, blank=True, default="")
    did = models.CharField(max_length=12, choices=Did)
    words = models.CharField(max_length=300, help_text="What was done, as staff read it")
    before = PlainJSONField(null=True)
    after = PlainJSONField(null=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="log_line_number_once")]

    def __str__(self) -> str:
        return f"{self.number}. {self.words}"
