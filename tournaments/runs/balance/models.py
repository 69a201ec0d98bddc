"""Reports on the balance of a set of decks: what was asked for, what has been played, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import structlog
from django.conf import settings
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters
from tournaments.matches.fields import PlainJSONField
from tournaments.runs.background import Run, RunQuerySet, ended_has_time, get_trials, queue_on_commit

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.games.contract import Report

MOST_REPORTS_AT_ONCE = 3
log = structlog.get_logger(__name__)


class BalanceReportQuerySet(RunQuerySet):
    """Reads of reports."""

    def light(self) -> Self:
        """Return the reports without the two large columns, for lists."""
        return self.defer("deck_set", "tallies")

    def to_play(self) -> Self:
        """Return the running ones without their decks, which a process keeps."""
        return self.running().defer("deck_set")

    @transaction.atomic
    def start(
        self,
        *,
        by: User,
        titles: Sequence[str],
        seats: Sequence[int],
        games: int,
        seed: int,
        now: datetime | None = None,
    ) -> BalanceReport:
        """Create a report on these starter decks as the catalogue has them now, and queue its first games."""
        starters = current_starters()
        trials = get_trials()
        report: BalanceReport = self.create(
            by=by,
            titles=list(titles),
            seats=sorted(seats),
            games=games,
            seed=seed,
            deck_set=trials.pack_decks([starters[title] for title in titles], current_pieces()),
            tallies=trials.start_tallies(sorted(seats)),
            touched_at=now or timezone.now(),
        )
        queue_on_commit(report)
        log.info("balance_report_started", run=report.public_id, user_id=by.pk, games=report.all_games)
        return report


class BalanceReport(Run):
    """A report. `played` counts the games of all its tables, those of the fewest seats first."""

    finished_event = "balance_report_finished"
    seconds_at_once = 2.0

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
        """Return the URL of the report."""
        return reverse("balance:report", args=[self.public_id])

    @property
    def all_games(self) -> int:
        """The number of games to play at all its tables."""
        return self.games * len(self.seats)

    def play_game(self, number: int) -> Any:
        """Play the game of that number."""
        level, game = divmod(number, self.games)
        return get_trials().play_game(_decks_of(self.public_id), self.seats[level], self.seed, game)

    def results_with(self, games: Sequence[Any]) -> dict[str, object]:
        """Return the tallies with these games counted."""
        counted = [(number // self.games, game) for number, game in enumerate(games, self.played)]
        return {"tallies": get_trials().count_games(_decks_of(self.public_id), self.tallies, counted)}

    @property
    def report(self) -> Report:
        """The report on the games played so far."""
        trials = get_trials()
        return trials.make_report(trials.load_decks(self.deck_set), self.tallies, self.seed)


@lru_cache(maxsize=MOST_REPORTS_AT_ONCE)
def _decks_of(public_id: str) -> Any:
    """Return the decks and pieces of a report, cached because they never change."""
    return get_trials().load_decks(BalanceReport.objects.values_list("deck_set", flat=True).get(public_id=public_id))
