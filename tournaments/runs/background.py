"""Runs: games that bots play in the background for a row, in short tasks, each game counted once.

The row stores how many games are counted, and the games have numbers. A task plays the next ones for a moment, and
its games count only if no other task has counted meanwhile: games of a dead worker are played again, and none counts
twice. A kind of run is a model of `Run` that defines how a game is played and where its results are kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any, ClassVar, Self

import structlog
from celery import current_app
from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from incursions.games.trials import Trials
from incursions.kit.ids import new_public_id
from tournaments.matches.game_kinds import game_kinds

PLAY_TASK = "tournaments.tasks.play_games"
HIGHEST_SEED = 2**31 - 1
LOST_AFTER = timedelta(seconds=90)
"""The time after which a task counts as lost: longer than any takes, because a game takes much less than a minute."""
log = structlog.get_logger(__name__)


@cache
def get_trials() -> Trials:
    """Return the trials of the first game that has any. A run names no game."""
    return next(kind.trials() for kind in game_kinds().values() if kind.trials is not None)


class RunState(models.TextChoices):
    """The state of a run."""

    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RunQuerySet(models.QuerySet[Any]):
    """A queryset of runs."""

    def running(self) -> Self:
        """Return the runs with games to play."""
        return self.filter(state=RunState.RUNNING)

    def to_play(self) -> Self:
        """Return the running ones with the columns that playing needs."""
        return self.running()


class Run(models.Model):
    """A run of games. `played` counts them; a task writes its games only if the count is unchanged."""

    finished_event: ClassVar[str]
    """The log event of a run whose games are all played."""
    seconds_at_once: ClassVar[float]
    """The seconds that a task plays; it finishes the game under way."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    state = models.CharField(max_length=10, choices=RunState, default=RunState.RUNNING)
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(help_text="When games were last counted, or queued again")
    ended_at = models.DateTimeField(null=True)
    played = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def is_running(self) -> bool:
        """True if games are still to be played."""
        return self.state == RunState.RUNNING

    @property
    def all_games(self) -> int:
        """The number of games to play."""
        raise NotImplementedError

    @property
    def percent(self) -> int:
        """The percentage of games played."""
        return 100 * self.played // self.all_games

    def play_game(self, number: int) -> Any:
        """Play the game of this number: any task plays the same one at any time."""
        raise NotImplementedError

    def results_with(self, games: list[Any]) -> dict[str, object]:
        """Return the columns of results after these games, the next ones in the order of their numbers."""
        raise NotImplementedError


def ended_has_time(name: str, message: str) -> models.CheckConstraint:
    """Return the constraint of that name: a run has an end time if it has ended, and only then."""
    return models.CheckConstraint(
        condition=models.Q(state=RunState.RUNNING, ended_at=None)
        | (~models.Q(state=RunState.RUNNING) & models.Q(ended_at__isnull=False)),
        name=name,
        violation_error_message=message,
    )


def queue(kind: type[Run], public_id: str, played: int) -> None:
    """Queue a task that plays the games of a run after the first `played`."""
    arguments = [kind._meta.label, public_id, played]
    current_app.send_task(PLAY_TASK, args=arguments, expires=LOST_AFTER.seconds, ignore_result=True, retry=False)


def queue_on_commit(run: Run, played: int = 0) -> None:
    """After the commit, queue the games after the first `played`."""
    # If Redis is down the task is lost, and `queue_lost` finds the row.
    transaction.on_commit(lambda: queue(type(run), run.public_id, played), robust=True)


def play_on(kind: type[Run], public_id: str, played: int, *, goes_on: Callable[[], bool] | None = None) -> bool:
    """Play some of the games after the first `played`, at least one, count them, and queue the next.

    Return False if the run was cancelled or another task has counted those games.
    """
    run = _rows(kind).to_play().filter(public_id=public_id, played=played).first()
    if run is None:
        return False
    end = time.monotonic() + run.seconds_at_once
    goes_on = goes_on or (lambda: time.monotonic() < end)
    games: list[Any] = []
    for number in range(run.played, run.all_games):
        games.append(run.play_game(number))
        if not goes_on():
            break
    return _count(run, played + len(games), run.results_with(games))


def cancel(run: Run) -> bool:
    """Cancel the remaining games of a run and return True if it was running. Games played stay counted."""
    ended = {"state": RunState.CANCELLED, "ended_at": timezone.now()}
    return bool(_rows(type(run)).running().filter(pk=run.pk).update(**ended))


def queue_lost(now: datetime | None = None) -> int:
    """Queue again the runs without progress for long: their task or worker was lost."""
    now = now or timezone.now()
    queued = 0
    for kind in (model for model in apps.get_models() if issubclass(model, Run)):
        late = _rows(kind).running().filter(touched_at__lte=now - LOST_AFTER)
        for pk, public_id, played in late.values_list("pk", "public_id", "played"):
            # The sweep that moves `touched_at` forward queues the task, so that of two sweeps only one does.
            if late.filter(pk=pk, played=played).update(touched_at=now):
                queue(kind, public_id, played)
                queued += 1
    return queued


def _rows(kind: Any) -> RunQuerySet:
    """Return all runs of a kind."""
    return kind.objects.all()


def _count(run: Run, played: int, results: dict[str, object]) -> bool:
    """Write the results of the games up to `played`, unless the run has moved on or ended; then queue the next."""
    now = timezone.now()
    is_over = played >= run.all_games
    ended = {"state": RunState.FINISHED, "ended_at": now} if is_over else {}
    with transaction.atomic():
        still = _rows(type(run)).running().filter(pk=run.pk, played=run.played)
        written = bool(still.update(played=played, touched_at=now, **results, **ended))
        if written and not is_over:
            queue_on_commit(run, played)
    if written and is_over:
        log.info(run.finished_event, run=run.public_id, games=played)
    return written
