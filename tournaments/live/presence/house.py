"""Heartbeats of web processes and workers; time in which none ran is given back to the players.

Nothing is forfeited because our servers restarted. While no web process runs nothing lapses, and when one runs again
the clocks of all running matches move on by the gap, in one transaction, and an `Outage` records it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from tournaments.events.models import Table
from tournaments.events.tables import give_back
from tournaments.live.presence.clock_set_back import set_back
from tournaments.live.presence.models import LONGEST_SILENCE, House, Outage, WebServer
from tournaments.live.pushes import show_change
from tournaments.matches.clocks import MILLISECOND, Clock
from tournaments.matches.models import Match, Seat
from tournaments.matches.taking_back.models import TakeBack, TakeBackState

MOST_GIVEN_BACK = timedelta(hours=24)
"""The most time given back, so that a wrongly set machine clock does not hold up matches for ever."""
log = structlog.get_logger(__name__)


def record_web_process(server: UUID, now: datetime) -> bool:
    """Record that a web process runs at `now`. Give the time of an outage back; follow a clock that was set back.

    Return True if the row of this server is new, so that no viewer belongs to it yet.
    """
    with transaction.atomic():
        house = House.lock()
        seen_at = house.web_seen_at
        if seen_at is not None and seen_at - now > LONGEST_SILENCE:
            set_back(now - seen_at, now)
            house.web_since = house.web_since and min(house.web_since, now)
            house.worker_seen_at = house.worker_seen_at and min(house.worker_seen_at, now)
        if seen_at is not None and now - seen_at > LONGEST_SILENCE:
            _give_back_to_players(seen_at, now)
            seen_at = None
            if house.worker_seen_at is not None:
                house.worker_seen_at = max(house.worker_seen_at, now)  # so that no time is given back twice
        if seen_at is None:
            house.web_since = now
        house.web_seen_at = now
        house.save(update_fields=["web_seen_at", "web_since", "worker_seen_at"])
        return WebServer.objects.update_or_create(pk=server, defaults={"seen_at": now})[1]


def record_worker(now: datetime) -> None:
    """Record that a worker runs at `now`. After an outage matches that waited for a worker get that time back.

    If no web process runs either, all matches get their time back when one does.
    """
    with transaction.atomic():
        house = House.lock()
        seen_at = house.worker_seen_at
        house.worker_seen_at = now
        house.save(update_fields=["worker_seen_at"])
        is_shut = house.web_seen_at is not None and now - house.web_seen_at > LONGEST_SILENCE
        if seen_at is not None and now - seen_at > LONGEST_SILENCE and not is_shut:
            _give_back_to_waiting(seen_at, now)


def _give_back_to_players(began: datetime, ended: datetime) -> None:
    """Move on clocks, limits of matches and grace by the time in which nobody could answer."""
    gap = min(ended - began, MOST_GIVEN_BACK)
    give_back(gap)
    matches = _lock_matches()
    Table.objects.postpone_no_shows(matches, gap)
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
    _record(Outage.Of.WEB, began, ended, gap, len(matches))


def _give_back_to_waiting(began: datetime, ended: datetime) -> None:
    """Move on the limits of matches in which a bot or the hold was due; persons who were asked could answer."""
    waited = [match for match in _lock_matches() if match.bot_due_at and match.bot_due_at < ended - LONGEST_SILENCE]
    for match in waited:
        assert match.bot_due_at is not None
        _extend_limit(match, min(ended - max(began, match.bot_due_at), MOST_GIVEN_BACK))
    if waited:
        _record(Outage.Of.WORKER, began, ended, min(ended - began, MOST_GIVEN_BACK), len(waited))


def _lock_matches() -> list[Match]:
    """Return the running matches, locked in a fixed order. A paused match gets all its time back at its end."""
    return list(Match.objects.running().filter(paused_at=None).light().order_by("pk").select_for_update())


def _extend_limit(match: Match, gap: timedelta) -> None:
    if match.deadline_at is not None and match.paused_at is None:  # a paused match gets its time back when it resumes
        match.deadline_at += gap
    match.given_back_ms += gap // MILLISECOND
    match.save(update_fields=["deadline_at", "given_back_ms"])
    show_change(match)


def _record(of: Outage.Of, began: datetime, ended: datetime, gap: timedelta, matches: int) -> None:
    Outage.objects.create(of=of, began_at=began, ended_at=ended, given_back_ms=gap // MILLISECOND, matches=matches)
    log.warning("outage", of=of.value, seconds=round((ended - began).total_seconds(), 1), matches=matches)
