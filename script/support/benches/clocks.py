"""Measures deadlines: a thousand matches end by their limit within 40 seconds while one of two workers is killed.

Each has to be closed once, soon after its limit, and no move that comes after the limit may be taken.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from statistics import quantiles

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import loadouts_of
from tournaments.matches.life import new_match, start_match
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_settings import Settings

LONG_MINUTES = 60
LEAD = timedelta(seconds=2)
PATIENCE_S = 60.0
TIME = "time"
AT_ONCE = 25
SEATS = 2


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a run: how many matches end within how many seconds, and when a worker is killed."""

    matches: int = 1000
    within_s: float = 40.0
    killed_after_s: float = 20.0


def figures(start_worker: Callable[[], subprocess.Popen[bytes]], size: Size | None = None) -> dict[str, float]:
    """Return the matches closed, and closed twice, how late (seconds), and late moves that were taken.

    `start_worker` starts a second worker beside the one that runs; it is killed in the middle.
    """
    size = size or Size()
    ids = lay_matches(size.matches)
    worker = start_worker()
    began = set_limits(ids, size.within_s)
    late_moves = _wait(ids, began, size, worker)
    return summary(ids) | {"clocks.late_moves": late_moves}


def lay_matches(count: int) -> list[int]:
    """Return the keys of so many matches of Tournament that have begun, each of two players of its own."""
    settings = Settings(mode="tournament", minutes=LONG_MINUTES, bank_s=LONG_MINUTES * 60)
    loadouts = loadouts_of(settings.game).assign([None] * SEATS, settings.limits)
    players = User.objects.bulk_create(User(username=f"clock-{number}") for number in range(SEATS * count))
    ids: list[int] = []
    for first in range(0, count, AT_ONCE):
        with transaction.atomic():
            for number in range(first, min(first + AT_ONCE, count)):
                match, own = new_match(None, settings), players[SEATS * number : SEATS * (number + 1)]
                seats = Seat.objects.bulk_create(
                    Seat(match=match, index=index, user=player, loadout=loadout)
                    for index, (player, loadout) in enumerate(zip(own, loadouts, strict=True))
                )
                start_match(match, seats, timezone.now())
                ids.append(match.pk)
    return ids


def set_limits(ids: list[int], within_s: float) -> datetime:
    """Let the matches end one after the other from soon on, evenly spread; when the first does."""
    began = timezone.now() + LEAD
    step = timedelta(seconds=within_s / len(ids))
    matches = [Match(pk=pk, deadline_at=began + number * step) for number, pk in enumerate(ids)]
    Match.objects.bulk_update(matches, ["deadline_at"], batch_size=200)
    return began


def _wait(ids: list[int], began: datetime, size: Size, worker: subprocess.Popen[bytes]) -> int:
    """Kill the worker in the middle, move too late now and then, until all are over; how many such moves were taken."""
    chance, taken = Random(1), 0
    until = began + timedelta(seconds=size.within_s + PATIENCE_S)
    while timezone.now() < until:
        if worker.poll() is None and timezone.now() - began > timedelta(seconds=size.killed_after_s):
            worker.kill()
            worker.wait()
        taken += _moves_late(ids, chance)
        if not Match.objects.filter(pk__in=ids, state=MatchState.RUNNING).exists():
            break
        time.sleep(0.25)
    worker.kill()
    worker.wait()
    return taken


def _moves_late(ids: list[int], chance: Random) -> bool:
    """Return True if a move was taken in a match whose limit is over and that nobody has closed yet."""
    running = Match.objects.light().filter(pk__in=ids, state=MatchState.RUNNING)
    found = list(running.filter(deadline_at__lt=timezone.now())[:10])
    if not found:
        return False
    match = chance.choice(found)
    for seat in Seat.objects.filter(match=match).select_related("user"):
        try:
            play_move(match.public_id, seat.user, Move(None, "pass"))
        except DomainError:
            continue
        return True
    return False


def summary(ids: list[int]) -> dict[str, float]:
    """Summarize how late these matches were closed, and how many were closed twice."""
    over = Match.objects.filter(pk__in=ids, state=MatchState.OVER)
    late = [
        (ended - due).total_seconds()
        for due, ended in over.values_list("deadline_at", "ended_at")
        if due is not None and ended is not None
    ]
    closings = Action.objects.filter(match__in=ids, text=TIME).values("match").annotate(times=Count("pk"))
    parts = quantiles(late, n=100)
    return {
        "clocks.matches": len(ids),
        "clocks.closed": len(late),
        "clocks.closed_twice": closings.filter(times__gt=1).count(),
        "clocks.late_median_s": round(parts[49], 3),
        "clocks.late_p99_s": round(parts[98], 3),
        "clocks.late_max_s": round(max(late), 3),
    }
