"""Handle a computer clock that was set back: times of what runs and what is due move back with it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from django.db.models import F, Model, Q

from tournaments.events.enums import TournamentState
from tournaments.events.models import Table, Tournament
from tournaments.events.tables import set_on
from tournaments.live.presence.models import LONGEST_SILENCE, WebServer
from tournaments.live.pushes import show_change
from tournaments.matches.models import Match, Seat
from tournaments.matches.taking_back.models import TakeBack, TakeBackState
from tournaments.tables.quick.models import Seeker

if TYPE_CHECKING:
    from django.db.models import QuerySet

OF_MATCHES = ("started_at", "deadline_at", "bot_due_at", "paused_at")
SEEN_LAST: tuple[tuple[type[Model], str], ...] = (
    (WebServer, "seen_at"),
    (Seeker, "since"),
    (Seeker, "seen_at"),
)
OF_SEATS = ("since", "away_since", "came_at", "seen_at", "waited_for_since")
log = structlog.get_logger(__name__)


def set_back(step: timedelta, now: datetime) -> None:
    """Move the times of everything under way by a negative step. Called in the transaction that noticed it.

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
    Table.objects.postpone_no_shows(matches, step)
    _move_tournaments(step)
    for model, name in SEEN_LAST:
        model._default_manager.filter(**{f"{name}__gt": now}).update(**{name: now})
    for match in matches:
        show_change(match)
    log.warning("clock_set_back", seconds=round(-step.total_seconds(), 1), matches=len(matches))


def _move_tournaments(step: timedelta) -> None:
    """Move the times of running tournaments. An announced start is a time of day, which the clock now shows right."""
    for row in Tournament.objects.active().select_for_update().order_by("pk"):
        if row.state != TournamentState.OPEN:
            set_on(row, step)
            row.due_at = row.due_at and row.due_at + step
        row.paused_at = row.paused_at and row.paused_at + step
        row.save(update_fields=["builds_until", "next_round_at", "due_at", "paused_at"])


def _is_new(name: str, now: datetime) -> Q:
    return Q(**{f"{name}__gt": now - LONGEST_SILENCE, f"{name}__lte": now})


def _move(rows: QuerySet[Any], name: str, step: timedelta, now: datetime) -> None:
    rows.exclude(**{name: None}).exclude(_is_new(name, now)).update(**{name: F(name) + step})
