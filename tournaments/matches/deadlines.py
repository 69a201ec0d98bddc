"""Deadlines: lapsed questions, the time limit of matches, late bots; and times that move after an outage.

Deadlines are columns. Everything here may run late, twice or in two places: each run checks again under the row's
lock, and the second one finds nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.live.models import LONGEST_SILENCE, MOST_GIVEN_BACK, is_shut
from tournaments.matches.clocks import MILLISECOND, Clock
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, MatchQuerySet, Seat
from tournaments.matches.pushes import queue_hurried_bots, show_change
from tournaments.matches.taking_back.models import TakeBack, TakeBackState

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
    restarted = 0
    for public_id in _list_public_ids(idle.order_by("pk")):
        with transaction.atomic():
            locked = LockedMatch.lock(public_id, now)
            is_idle = locked.match.is_running and locked.match.bot_due_at is None and not locked.bots_wait
            restarted += is_idle and locked.restart_clocks()
    return restarted + sum(settle_match(public_id, now) for public_id in _list_public_ids(left))


def _list_public_ids(matches: MatchQuerySet) -> list[str]:
    return list(matches.values_list("public_id", flat=True)[:AT_ONCE])


OF_MATCHES = ("started_at", "deadline_at", "bot_due_at", "paused_at")
OF_SEATS = ("since", "away_since", "came_at", "seen_at", "waited_for_since")
time_moved = Signal()
"""The times of locked `matches` move by `step`: those who keep deadlines for a match move them, too."""


def give_back_to_players(began: datetime, ended: datetime) -> int:
    """Move on clocks, limits and grace by the time in which nobody could answer. Return the number of matches."""
    gap = min(ended - began, MOST_GIVEN_BACK)
    matches = _lock_matches()
    time_moved.send(Match, matches=matches, step=gap)
    seats = Seat.objects.filter(match__in=matches)
    # A question that a worker asked during the outage begins now, when it can be seen.
    for seat in seats.filter(since__gt=began, since__lt=ended):
        seat.clock = Clock(seat.free_ms, seat.bank_ms, ended)
        seat.save(update_fields=["since", "runs_out_at"])
    seats.filter(since__lte=began).update(since=F("since") + gap, runs_out_at=F("runs_out_at") + gap)
    seats.filter(away_since__isnull=False).update(away_since=F("away_since") + gap)
    TakeBack.objects.filter(match__in=matches, state=TakeBackState.ASKED).update(ends_at=F("ends_at") + gap)
    for match in matches:
        _extend_limit(match, gap)
    return len(matches)


def give_back_to_waiting(began: datetime, ended: datetime) -> int:
    """Move on the limits of matches in which a bot or the hold was due. Return their number.

    Persons who were asked could answer.
    """
    waited = [match for match in _lock_matches() if match.bot_due_at and match.bot_due_at < ended - LONGEST_SILENCE]
    for match in waited:
        assert match.bot_due_at is not None
        _extend_limit(match, min(ended - max(began, match.bot_due_at), MOST_GIVEN_BACK))
    return len(waited)


def _lock_matches() -> list[Match]:
    """Return the running matches, locked in a fixed order. A paused match gets all its time back at its end."""
    return list(Match.objects.running().filter(paused_at=None).light().order_by("pk").select_for_update())


def _extend_limit(match: Match, gap: timedelta) -> None:
    if match.deadline_at is not None and match.paused_at is None:  # a paused match gets its time back when it resumes
        match.deadline_at += gap
    match.given_back_ms += gap // MILLISECOND
    match.save(update_fields=["deadline_at", "given_back_ms"])
    show_change(match)


def set_back(step: timedelta, now: datetime) -> int:
    """Move the times of the running matches by a negative step, and return their number.

    A time in the last seconds before `now` was written after the clock was set back, and stays.
    """
    running = Match.objects.running().exclude(_is_new("started_at", now))
    matches = list(running.light().order_by("pk").select_for_update())
    rows = Match.objects.filter(pk__in=[match.pk for match in matches])
    for name in OF_MATCHES:
        _move(rows, name, step, now)
    seats = Seat.objects.filter(match__in=matches)
    _move(seats.exclude(_is_new("since", now)), "runs_out_at", step, now)
    for name in OF_SEATS:
        _move(seats, name, step, now)
    requests = TakeBack.objects.filter(match__in=matches, state=TakeBackState.ASKED).exclude(_is_new("asked_at", now))
    requests.update(asked_at=F("asked_at") + step, ends_at=F("ends_at") + step)
    time_moved.send(Match, matches=matches, step=step)
    for match in matches:
        show_change(match)
    return len(matches)


def _is_new(name: str, now: datetime) -> Q:
    return Q(**{f"{name}__gt": now - LONGEST_SILENCE, f"{name}__lte": now})


def _move(rows: QuerySet[Any], name: str, step: timedelta, now: datetime) -> None:
    rows.exclude(**{name: None}).exclude(_is_new(name, now)).update(**{name: F(name) + step})
