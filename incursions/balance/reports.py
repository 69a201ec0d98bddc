"""Reports from the first game to the last: ask for one, play some of its games, cancel it, find what was lost.

The row says how many games are counted, and the games have numbers. So a task plays the next ones for a moment, and its
games count only if nobody else's did meanwhile: what a dead worker had played is played again, and none counts twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters
from incursions.balance.models import BalanceReport, ReportState
from incursions.bots.balance.games import DeckSet
from incursions.bots.balance.measuring import play_on
from incursions.bots.balance.tally import Tally

if TYPE_CHECKING:
    from incursions.accounts.models import User

PLAY_TASK = "incursions.balance.tasks.play_games"
SECONDS_AT_ONCE = 2.0
"""How long a task plays, and a game more: a worker that is asked to stop need not wait long."""
LOST_AFTER = timedelta(seconds=90)
"""Longer than any task takes: no game comes near a minute."""
MOST_REPORTS_AT_ONCE = 3
log = structlog.get_logger(__name__)


def start_report(
    *, by: User, titles: Sequence[str], seats: Sequence[int], games: int, seed: int, now: datetime | None = None
) -> BalanceReport:
    """Ask for a report on these starter decks as the catalogue has them now."""
    starters = current_starters()
    decks = DeckSet(tuple(starters[title] for title in titles), current_pieces())
    with transaction.atomic():
        report = BalanceReport.objects.create(
            by=by,
            titles=list(titles),
            seats=sorted(seats),
            games=games,
            seed=seed,
            deck_set=decks.to_data(),
            tallies=[Tally(number).to_data() for number in sorted(seats)],
            touched_at=now or timezone.now(),
        )
        queue_on_commit(report.public_id, 0)
    log.info("balance_report_started", report=report.public_id, user_id=by.pk, games=report.all_games)
    return report


def queue_on_commit(public_id: str, played: int) -> None:
    """After the commit, have the games played that follow the first `played`."""
    # Redis may be away: the row stands, and is found again.
    transaction.on_commit(lambda: queue(public_id, played), robust=True)


def queue(public_id: str, played: int) -> None:
    """Have the next games played."""
    current_app.send_task(
        PLAY_TASK, args=[public_id, played], expires=LOST_AFTER.seconds, ignore_result=True, retry=False
    )


def for_seconds(seconds: float) -> Callable[[], bool]:
    """Says False when so much time has passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


def play_games(public_id: str, played: int, *, goes_on: Callable[[], bool] | None = None) -> bool:
    """Play some of the games that follow the first `played`, at least one, and count them; then queue the next.

    Nothing comes of it if the report has been cancelled, or others have counted those games: then it returns False.
    """
    report = BalanceReport.objects.running().defer("deck_set").filter(public_id=public_id, played=played).first()
    if report is None:
        return False
    tallies = [Tally.from_data(tally) for tally in report.tallies]
    goes_on = goes_on or for_seconds(SECONDS_AT_ONCE)
    counted = play_on(_decks_of(public_id), tallies, report.games, report.seed, goes_on)
    return _count(report, tallies, played + counted)


def _count(report: BalanceReport, tallies: list[Tally], played: int) -> bool:
    """Write what was played, unless somebody was first; whether it was written."""
    now = timezone.now()
    is_over = played >= report.all_games
    ended = {"state": ReportState.FINISHED, "ended_at": now} if is_over else {}
    with transaction.atomic():
        still = BalanceReport.objects.running().filter(pk=report.pk, played=report.played)
        data = [tally.to_data() for tally in tallies]
        written = still.update(tallies=data, played=played, touched_at=now, **ended)
        if written and not is_over:
            queue_on_commit(report.public_id, played)
    if written and is_over:
        log.info("balance_report_finished", report=report.public_id, games=played)
    return bool(written)


def cancel_report(report: BalanceReport) -> bool:
    """Play no more games for it; what was played stays. Whether there was anything to cancel."""
    ended = {"state": ReportState.CANCELLED, "ended_at": timezone.now()}
    return bool(BalanceReport.objects.running().filter(pk=report.pk).update(**ended))


def queue_lost_reports(now: datetime | None = None) -> int:
    """Queue again the reports of which nothing was heard for long: their messages, or their worker, were lost."""
    now = now or timezone.now()
    queued = 0
    late = BalanceReport.objects.running().filter(touched_at__lte=now - LOST_AFTER)
    for pk, public_id, played in late.values_list("pk", "public_id", "played"):
        # Whoever moves the moment forward queues the task, so that of two sweeps one does.
        if late.filter(pk=pk, played=played).update(touched_at=now):
            queue(public_id, played)
            queued += 1
    return queued


@lru_cache(maxsize=MOST_REPORTS_AT_ONCE)
def _decks_of(public_id: str) -> DeckSet:
    """Decks and pieces of a report, which never change: a process reads their effects once."""
    return DeckSet.from_data(BalanceReport.objects.values_list("deck_set", flat=True).get(public_id=public_id))
