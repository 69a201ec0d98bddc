"""Times of running matches that move: an outage is given back, and a clock that was set back is followed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.dispatch import Signal

from tournaments.live.models import LONGEST_SILENCE, MOST_GIVEN_BACK
from tournaments.matches.clocks import MILLISECOND, Clock
from tournaments.matches.models import Match, Seat
from tournaments.matches.pushes import show_change
from tournaments.matches.taking_back.models import TakeBack, TakeBackState

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
    """Move the time limit of a match by the outage, and record what was given back."""
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
    """Return the condition that a time is from the last seconds: it was written after the clock was set back."""
    return Q(**{f"{name}__gt": now - LONGEST_SILENCE, f"{name}__lte": now})


def _move(rows: QuerySet[Any], name: str, step: timedelta, now: datetime) -> None:
    """Move these times by a step, except empty ones and those from the last seconds."""
    rows.exclude(**{name: None}).exclude(_is_new(name, now)).update(**{name: F(name) + step})
