"""Reports from the first game to the last: ask for one, play some of its games, cancel it, find what was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters
from incursions.balance.models import BalanceReport
from incursions.bots.balance.games import DeckSet
from incursions.bots.balance.measuring import play_on
from incursions.bots.balance.tally import Tally
from tournaments import runs

if TYPE_CHECKING:
    from incursions.accounts.models import User

PLAY_TASK = "incursions.balance.tasks.play_games"
SECONDS_AT_ONCE = 2.0
"""How long a task plays, and a game more: a worker that is asked to stop need not wait long."""
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
        runs.queue_on_commit(queue, report.public_id, 0)
    log.info("balance_report_started", report=report.public_id, user_id=by.pk, games=report.all_games)
    return report


def queue(public_id: str, played: int) -> None:
    """Have the next games played."""
    runs.send(PLAY_TASK, public_id, played)


def play_games(public_id: str, played: int, *, goes_on: Callable[[], bool] | None = None) -> bool:
    """Play some of the games that follow the first `played`, at least one, and count them; then queue the next.

    Nothing comes of it if the report has been cancelled, or others have counted those games: then it returns False.
    """
    report = BalanceReport.objects.running().defer("deck_set").filter(public_id=public_id, played=played).first()
    if report is None:
        return False
    tallies = [Tally.from_data(tally) for tally in report.tallies]
    goes_on = goes_on or runs.for_seconds(SECONDS_AT_ONCE)
    counted = play_on(_decks_of(public_id), tallies, report.games, report.seed, goes_on)
    played += counted
    written = runs.count(report, played, queue, tallies=[tally.to_data() for tally in tallies])
    if written and played >= report.all_games:
        log.info("balance_report_finished", report=report.public_id, games=played)
    return written


def cancel_report(report: BalanceReport) -> bool:
    """Play no more games for it; what was played stays. Whether there was anything to cancel."""
    return runs.cancel(report)


def queue_lost_reports(now: datetime | None = None) -> int:
    """Queue again the reports of which nothing was heard for long."""
    return runs.queue_lost(BalanceReport, queue, now)


@lru_cache(maxsize=MOST_REPORTS_AT_ONCE)
def _decks_of(public_id: str) -> DeckSet:
    """Decks and pieces of a report, which never change: a process reads their effects once."""
    return DeckSet.from_data(BalanceReport.objects.values_list("deck_set", flat=True).get(public_id=public_id))
