"""Reports on the balance of a set of decks: what was asked for, what has been played, and how it ended."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from incursions.bots.balance.games import DeckSet
from incursions.bots.balance.report import Report, report_of
from incursions.bots.balance.tally import Tally
from tournaments.fields import PlainJSONField
from tournaments.models import new_public_id


class ReportState(models.TextChoices):
    """Games are played for it, all of them were, or somebody had enough."""

    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class BalanceReportQuerySet(models.QuerySet["BalanceReport"]):
    """Reads of reports."""

    def light(self) -> BalanceReportQuerySet:
        """Without the two large columns, for whoever lists reports."""
        return self.defer("deck_set", "tallies")

    def running(self) -> BalanceReportQuerySet:
        """Those for which games are to be played."""
        return self.filter(state=ReportState.RUNNING)


class BalanceReport(models.Model):
    """One report. `played` counts the games of all its tables; whoever adds some writes only if it still holds."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    state = models.CharField(max_length=10, choices=ReportState, default=ReportState.RUNNING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="balance_reports")
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(help_text="When games were last counted, or queued again")
    ended_at = models.DateTimeField(null=True)

    titles = PlainJSONField(help_text="The decks by title")
    seats = PlainJSONField(help_text="At how many seats they are played")
    games = models.PositiveIntegerField(help_text="Of each number of seats")
    seed = models.PositiveIntegerField(default=1)
    deck_set = PlainJSONField(help_text="Decks and pieces as they were when the report was asked for")

    played = models.PositiveIntegerField(default=0)
    tallies = PlainJSONField(default=list)

    objects = BalanceReportQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["state", "touched_at"], name="report_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state=ReportState.RUNNING, ended_at=None)
                | (~models.Q(state=ReportState.RUNNING) & models.Q(ended_at__isnull=False)),
                name="report_ended_has_time",
                violation_error_message="A report that has ended says when, and no other does.",
            ),
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
    def is_running(self) -> bool:
        """Whether games are still to be played."""
        return self.state == ReportState.RUNNING

    @property
    def all_games(self) -> int:
        """So many are to be played."""
        return self.games * len(self.seats)

    @property
    def report(self) -> Report:
        """What is known from the games played so far."""
        decks = DeckSet.from_data(self.deck_set).decks
        return report_of([Tally.from_data(tally) for tally in self.tallies], decks, self.seed)
