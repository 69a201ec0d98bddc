"""Reports on the balance of a set of decks: what was asked for, what has been played, and how it ended."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from incursions.bots.balance.games import DeckSet
from incursions.bots.balance.report import Report, report_of
from incursions.bots.balance.tally import Tally
from tournaments.fields import PlainJSONField
from tournaments.runs import Run, RunQuerySet, ended_has_time


class BalanceReportQuerySet(RunQuerySet):
    """Reads of reports."""

    def light(self) -> BalanceReportQuerySet:
        """Without the two large columns, for whoever lists reports."""
        return self.defer("deck_set", "tallies")


class BalanceReport(Run):
    """One report. `played` counts the games of all its tables."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="balance_reports")
    titles = PlainJSONField(help_text="The decks by title")
    seats = PlainJSONField(help_text="At how many seats they are played")
    games = models.PositiveIntegerField(help_text="Of each number of seats")
    seed = models.PositiveIntegerField(default=1)
    deck_set = PlainJSONField(help_text="Decks and pieces as they were when the report was asked for")

    tallies = PlainJSONField(default=list)

    objects = BalanceReportQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["state", "touched_at"], name="report_by_state")]
        constraints = [
            ended_has_time("report_ended_has_time", "A report that has ended says when, and no other does."),
            models.CheckConstraint(
                condition=models.Q(games__gt=0),
                name="report_has_games",
                violation_error_message="A report is made of games.",
            ),
        ]

    def __str__(self) -> str:
        return f"balance report {self.public_id}"

    def get_absolute_url(self) -> str:
        """The page of the report."""
        return reverse("balance:report", args=[self.public_id])

    @property
    def all_games(self) -> int:
        """So many are to be played."""
        return self.games * len(self.seats)

    @property
    def report(self) -> Report:
        """What is known from the games played so far."""
        decks = DeckSet.from_data(self.deck_set).decks
        return report_of([Tally.from_data(tally) for tally in self.tallies], decks, self.seed)
