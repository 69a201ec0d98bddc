"""Rounds with their tables, who sits where, and who has no table."""

from __future__ import annotations

from django.db import models

from tournaments.fields import PlainJSONField
from tournaments.organizing.enums import RoundState, SitOutKind, Source
from tournaments.organizing.models.entry import Entry
from tournaments.organizing.models.tournament import Phase, Tournament


class Round(models.Model):
    """A round: paired, published, begun, over; or undone, which is kept and counts for nothing.

    `number` counts those of the tournament that hold, `in_phase` those of its phase. `bracket_part` names it in a
    bracket.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    in_phase = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAFT)
    pairing_seed = models.CharField(max_length=64)
    warnings = PlainJSONField(default=list)
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    began_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When its matches have had their time, extensions apart")
    ended_at = models.DateTimeField(null=True)
    tables_mailed_at = models.DateTimeField(null=True, help_text="When players who want it were told their tables")
    results_mailed_at = models.DateTimeField(null=True, help_text="And when their results")

    class Meta:
        ordering = ["tournament", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=~models.Q(state=RoundState.UNDONE),
                name="round_number_once",
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def is_shown(self) -> bool:
        """Whether everybody sees it."""
        return self.state in (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.OVER)


class Table(models.Model):
    """A table of a round, with the match that is played there."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField("tournaments.Match", models.SET_NULL, null=True, related_name="table")
    why = models.CharField(max_length=300, blank=True, default="", help_text="Why these players meet")
    bracket_match = models.PositiveSmallIntegerField(null=True, help_text="Its number in the bracket")
    is_featured = models.BooleanField(default=False)
    extension_s = models.PositiveIntegerField(default=0)
    is_disputed = models.BooleanField(default=False, help_text="Its players have reported different results")
    opened_at = models.DateTimeField(null=True)
    no_show_at = models.DateTimeField(null=True, db_index=True, help_text="When whoever is not there has lost")
    source = models.CharField(max_length=8, choices=Source, default=Source.NONE, blank=True)
    result_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=300, blank=True, default="", help_text="How it was decided, in words")

    class Meta:
        ordering = ["round", "number"]
        indexes = [models.Index(fields=["round"], condition=models.Q(source=""), name="table_undecided")]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"table {self.number}"

    @property
    def is_decided(self) -> bool:
        """Whether it has a result."""
        return self.source != Source.NONE


class Place(models.Model):
    """A player at a table, in the order of seats: where he came, what his ship had left, whether he was there."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, help_text="1 is the first; equal places are shared")
    left = models.PositiveSmallIntegerField(default=0, help_text="Hull and shields at the end")
    is_no_show = models.BooleanField(default=False)

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="place_index_once"),
            models.UniqueConstraint(fields=["table", "entry"], name="place_of_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.table_id}"


class Claim(models.Model):
    """What a player at a table-top event says became of the table: places and what was left, in the order of seats."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="claims")
    places = PlainJSONField()
    left = PlainJSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["table", "at"]
        constraints = [models.UniqueConstraint(fields=["table", "entry"], name="claim_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} of {self.table_id}"


class SitOut(models.Model):
    """A player without a table in a round, and why."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="sit_outs")
    kind = models.CharField(max_length=8, choices=SitOutKind)
    why = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["round", "entry"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.get_kind_display()}"
