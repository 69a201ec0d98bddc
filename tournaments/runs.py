"""Runs: games that bots play in the background for a row, a moment at a time, each counted once.

The row says how many games are counted, and the games have numbers. So a task plays the next ones for a moment, and its
games count only if nobody else's did meanwhile: what a dead worker had played is played again, and none counts twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Self, TypeAlias

from celery import current_app
from django.db import models, transaction
from django.utils import timezone

from tournaments.public_ids import new_public_id

LOST_AFTER = timedelta(seconds=90)
"""Longer than any task takes: no game comes near a minute."""

Queue: TypeAlias = Callable[[str, int], None]
"""Has the games of a run played that follow so many."""


class RunState(models.TextChoices):
    """Games are played for it, all of them were, or somebody had enough."""

    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RunQuerySet(models.QuerySet[Any]):
    """Reads of runs."""

    def running(self) -> Self:
        """Those for which games are to be played."""
        return self.filter(state=RunState.RUNNING)


class Run(models.Model):
    """One run. `played` counts its games; whoever adds some writes only if it still holds."""

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
        """Whether games are still to be played."""
        return self.state == RunState.RUNNING

    @property
    def all_games(self) -> int:
        """So many are to be played."""
        raise NotImplementedError

    @property
    def percent(self) -> int:
        """How much has been played."""
        return 100 * self.played // self.all_games


def ended_has_time(name: str, message: str) -> models.CheckConstraint:
    """The constraint of that name: a run that has ended says when, and no other does."""
    return models.CheckConstraint(
        condition=models.Q(state=RunState.RUNNING, ended_at=None)
        | (~models.Q(state=RunState.RUNNING) & models.Q(ended_at__isnull=False)),
        name=name,
        violation_error_message=message,
    )


def send(task: str, public_id: str, played: int) -> None:
    """Have a task play the games of a run that follow the first `played`."""
    arguments = [public_id, played]
    current_app.send_task(task, args=arguments, expires=LOST_AFTER.seconds, ignore_result=True, retry=False)


def queue_on_commit(queue: Queue, public_id: str, played: int) -> None:
    """Queue them after the commit."""
    # Redis may be away: the row stands, and is found again.
    transaction.on_commit(lambda: queue(public_id, played), robust=True)


def for_seconds(seconds: float) -> Callable[[], bool]:
    """Says False when so much time has passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


def count(run: Run, played: int, queue: Queue, **found: Any) -> bool:
    """Write what was found in the games up to `played`, unless somebody was first or had enough; then queue the next.

    Whether it was written.
    """
    now = timezone.now()
    is_over = played >= run.all_games
    ended = {"state": RunState.FINISHED, "ended_at": now} if is_over else {}
    with transaction.atomic():
        still = _running(type(run)).filter(pk=run.pk, played=run.played)
        written = still.update(played=played, touched_at=now, **found, **ended)
        if written and not is_over:
            queue_on_commit(queue, run.public_id, played)
    return bool(written)


def cancel(run: Run) -> bool:
    """Play no more games for it; what was played stays. Whether there was anything to cancel."""
    ended = {"state": RunState.CANCELLED, "ended_at": timezone.now()}
    return bool(_running(type(run)).filter(pk=run.pk).update(**ended))


def queue_lost(kind: type[Run], queue: Queue, now: datetime | None = None) -> int:
    """Queue again the runs of which nothing was heard for long: their messages, or their worker, were lost."""
    now = now or timezone.now()
    queued = 0
    late = _running(kind).filter(touched_at__lte=now - LOST_AFTER)
    for pk, public_id, played in late.values_list("pk", "public_id", "played"):
        # Whoever moves the moment forward queues the task, so that of two sweeps one does.
        if late.filter(pk=pk, played=played).update(touched_at=now):
            queue(public_id, played)
            queued += 1
    return queued


def _running(kind: type[Run]) -> models.QuerySet[Any]:
    return kind._default_manager.filter(state=RunState.RUNNING)
