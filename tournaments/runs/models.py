"""Rows of games that bots play in the background: test flights, and reports on the balance of decks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Self

import structlog
from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters
from cards.decks.abilities import Viewer
from cards.decks.contents import content_of
from cards.decks.models import LONGEST_NAME
from incursions.accounts.models import User
from incursions.accounts.own_rows import exported_as, moves_with_guest
from incursions.games.trials import Report
from tournaments.matches.fields import PlainJSONField
from tournaments.runs.background import Run, RunQuerySet, ended_has_time, get_trials, queue_on_commit

FEWEST_GAMES, USUAL_GAMES, MOST_GAMES = 12, 60, 240
log = structlog.get_logger(__name__)


class FlightField(models.Model):
    """The opponents of test flights: the starter decks and all pieces of a version of the catalogue.

    Stored once for all flights that began with this version.
    """

    token = models.CharField(max_length=32, unique=True, help_text="Of the version of the catalogue")
    data = PlainJSONField(help_text="Decks and pieces")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"the field of {self.token}"


class FlightQuerySet(RunQuerySet):
    """A queryset of flights."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Return the flights that the viewer may see: the viewer's own or, for staff, all."""
        if viewer.is_active and viewer.is_staff:
            return self.all()
        return self.own(viewer)

    def own(self, viewer: Viewer) -> Self:
        """Return the flights that the viewer began; none if anonymous."""
        return self.none() if viewer.pk is None else self.filter(by=viewer.pk)

    def light(self) -> Self:
        """Return the flights without the large deck column, for lists."""
        return self.defer("content")

    def to_play(self) -> Self:
        """Return the running flights with their field, without its decks and pieces, which are cached per process."""
        return self.running().select_related("field").defer("field__data")


@moves_with_guest("by")
@exported_as(
    "test_flights", "by", "public_id", "name", "content", "opponents", "games", "outcomes", "state", "created_at"
)
class Flight(Run):
    """A test flight of a deck, stored as its owner saw it then and shown only to the owner and the staff.

    So it outlives the deck and tells nothing of later versions; only viewers who may see the deck get a link to it.
    """

    finished_event = "flight_finished"
    seconds_at_once = 0.5  # flights that are under way together take turns

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="flights")
    deck = models.ForeignKey("cards.Deck", models.SET_NULL, null=True, related_name="flights")
    name = models.CharField(max_length=LONGEST_NAME, help_text="Of the deck")
    content = PlainJSONField(help_text="Of the deck")
    field = models.ForeignKey(FlightField, models.RESTRICT, related_name="flights")
    opponents = PlainJSONField(help_text="The decks of the field by title")
    games = models.PositiveSmallIntegerField(default=USUAL_GAMES)
    seed = models.PositiveIntegerField()
    outcomes = PlainJSONField(default=list, help_text="What came of each game")

    objects = FlightQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["by", "-created_at", "-id"], name="flight_of"),
            models.Index(fields=["state", "touched_at"], name="flight_by_state"),
        ]
        constraints = [
            ended_has_time("flight_ended_has_time", "A flight that has ended says when, and no other does."),
            models.CheckConstraint(name="flight_has_games", condition=Q(games__gte=1, games__lte=MOST_GAMES)),
        ]

    def __str__(self) -> str:
        return f"test flight of {self.name}"

    def get_absolute_url(self) -> str:
        """Return the address of the flight's page."""
        return reverse("flights:flight", args=[self.public_id])

    @property
    def all_games(self) -> int:
        """The number of games to play."""
        return self.games

    def play_game(self, number: int) -> Any:
        """Play the game of this number, and log the reason if it fails."""
        field, content = _load_field(self.field.token), content_of(self.content)
        outcome = get_trials().fly(field, self.name, content, self.seed, number)
        if outcome.failure:
            log.error("flight_game_failed", flight=self.public_id, reason=outcome.failure)
        return outcome

    def results_with(self, games: Sequence[Any]) -> dict[str, object]:
        """Return the outcomes with those of these games added."""
        return {"outcomes": [*self.outcomes, *games]}

    @property
    def won(self) -> str:
        """The share of games won so far, in percent; "" if none was finished."""
        return get_trials().format_win_rate(self.outcomes)


@lru_cache(maxsize=4)
def _load_field(token: str) -> Any:
    """Return the decks and pieces of a field. They never change, so a process caches them."""
    return get_trials().load_decks(FlightField.objects.values_list("data", flat=True).get(token=token))


MOST_REPORTS_AT_ONCE = 3


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
