"""Deadlines: lapsed questions, the time limit of matches, late bots.

Deadlines are columns. Everything here may run late, twice or in two places: each run checks again under the row's
lock, and the second one finds nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.live.models import is_shut
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, MatchQuerySet
from tournaments.matches.pushes import queue_hurried_bots

AT_ONCE = 200
BOT_IS_LATE = timedelta(seconds=2)
SWEEP_IS_LATE = timedelta(seconds=5)
log = structlog.get_logger(__name__)


def find_overdue(now: datetime) -> MatchQuerySet:
    """Return running matches in which the time limit or the time of a question is over."""
    running = Match.objects.running().light().filter(paused_at=None).order_by("pk")
    by_seat = Match.objects.filter(seats__runs_out_at__lte=now).values("pk")
    return running.filter(Q(deadline_at__lte=now) | Q(pk__in=by_seat))


def sweep_deadlines(now: datetime | None = None, *, queue: Callable[[str, int], None] = queue_hurried_bots) -> int:
    """Settle what is due and queue late bots again; return how many matches were changed.

    Without `now` the clock is read for each match, so that the next questions begin when they are asked, however long
    the sweep takes.
    """
    due = _list_public_ids(find_overdue(now or timezone.now()))
    if due and is_shut(now or timezone.now()):
        due = []
    settled = sum(settle_match(public_id, now) for public_id in due)
    return settled + queue_late_bots(now or timezone.now(), queue)


def settle_match(public_id: str, now: datetime | None) -> bool:
    """Settle what is due in one match and return True if there was anything. A match that fails holds up no other."""
    with structlog.contextvars.bound_contextvars(match=public_id):
        try:
            with transaction.atomic():
                locked = LockedMatch.lock(public_id, now)
                locked.settle()
                locked.save()
        except DomainError:
            return False
        except Exception:
            log.exception("match_not_settled")
            return False
        return locked.match.last_action != locked.loaded_action


def queue_late_bots(now: datetime, queue: Callable[[str, int], None]) -> int:
    """Queue again the bots that are two seconds late: their task was lost, or they think."""
    late = Match.objects.running().filter(bot_due_at__lte=now - BOT_IS_LATE).order_by("bot_due_at")
    queued = 0
    for pk, public_id, last_action in late.values_list("pk", "public_id", "last_action")[:AT_ONCE]:
        # The sweep that moves `bot_due_at` forward queues the task, so that of two sweeps only one does.
        still_late = Match.objects.filter(pk=pk, last_action=last_action, bot_due_at__lte=now - BOT_IS_LATE)
        if still_late.update(bot_due_at=now):
            queue(public_id, last_action)
            queued += 1
    return queued


def reconcile_matches(now: datetime | None = None) -> int:
    """Settle what the sweep misses: running matches without a running clock, and matches left overdue."""
    left = find_overdue((now or timezone.now()) - SWEEP_IS_LATE)
    going_on = Match.objects.running().light().filter(paused_at=None, take_back=None)
    idle = going_on.filter(bot_due_at=None).exclude(seats__runs_out_at__isnull=False)
    restarted = sum(_restart_clocks(public_id, now) for public_id in _list_public_ids(idle.order_by("pk")))
    return restarted + sum(settle_match(public_id, now) for public_id in _list_public_ids(left))


def _restart_clocks(public_id: str, now: datetime | None) -> bool:
    """Restart the clock of the player who is asked; return True if none ran."""
    with transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        if not locked.match.is_running or locked.match.bot_due_at is not None or locked.bots_wait:
            return False
        return locked.restart_clocks()


def _list_public_ids(matches: MatchQuerySet) -> list[str]:
    return list(matches.values_list("public_id", flat=True)[:AT_ONCE])
