"""Bots of a day that runs: which seats they have, and the sweep in which they give a few orders each second."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple

import structlog
from django.db.models import F
from django.utils import timezone

from incursions.games.megagames import BotOrder
from incursions.kit.refusals import DomainError
from tournaments.days.day_games import game_of
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day, DayBots
from tournaments.live.models import is_shut

MOST_ORDERS = 4
"""The orders that bots give in one sweep of a day: between two sweeps people come to their turn."""
IDLE = timedelta(seconds=2)
"""The time after which bots look again that found nothing to do."""
AFTER_ERROR = timedelta(seconds=30)
BUDGET_S = 0.8
"""The seconds after which a sweep leaves the rest of the days to the next one."""
log = structlog.get_logger(__name__)


class PlannedOrders(NamedTuple):
    """The orders that bots have still to give, their memory, and the last entry when they planned."""

    orders: Sequence[BotOrder]
    memory: Mapping[str, Any]
    number: int


def set_bots(day: Day, places: Collection[int], *, is_bot: bool, now: datetime | None = None) -> None:
    """Give seats of a day to bots, or take them back. Orders that a bot has planned for such a seat are lost."""
    now = now or timezone.now()
    with LockedDay.lock(day.public_id, now) as locked:
        locked.day.seats.filter(place__in=places).update(is_bot=is_bot)
        has_bots = locked.day.seats.filter(is_bot=True).exists()
        due = {"due_at": now if has_bots else None}
        DayBots.objects.update_or_create(day=locked.day, defaults=due)
        locked.show_again()


def list_bot_seats(day: Day) -> list[str]:
    """Return the names of the seats that bots have."""
    return list(day.seats.filter(is_bot=True).values_list("name", flat=True))


def sweep_bots(now: datetime | None = None) -> None:
    """Let the bots of all days that run give their next orders, unless no web process runs. Runs once a second."""
    ends = time.monotonic() + BUDGET_S
    now = now or timezone.now()
    if is_shut(now):
        return
    waiting = DayBots.objects.filter(due_at__lte=now, day__is_started=True, day__is_over=False).order_by("due_at")
    for row in waiting.select_related("day").defer("day__position"):
        try:
            give_next_orders(row, now)
        except Exception:
            log.exception("bots_failed", day=row.day.public_id)
            DayBots.objects.filter(pk=row.pk).update(due_at=now + AFTER_ERROR, revision=F("revision") + 1)
        if time.monotonic() > ends:
            return


def give_next_orders(row: DayBots, now: datetime) -> None:
    """Give the next orders of a day's bots. They plan outside the lock of the day, so that nobody waits for them."""
    planned = PlannedOrders([BotOrder(*order) for order in row.orders], row.memory, row.number)
    if not planned.orders:
        planned = plan_orders(row, now)
    if not planned.orders:
        store_plan(row, planned, now + IDLE)
        return
    with LockedDay.lock(row.day.public_id, now) as locked:
        if not DayBots.objects.filter(pk=row.pk, revision=row.revision).exists():
            return  # another sweep was here meanwhile
        locked.settle()
        remaining = give_first_orders(locked, planned)
        store_plan(row, planned._replace(orders=remaining), now)


def plan_orders(row: DayBots, now: datetime) -> PlannedOrders:
    """Return the next orders of the bots of a day, tried out on a copy of the game."""
    day = row.day
    game, kind = game_of(day).copy(), day.kind
    seats = [*list_bot_seats(day), kind.clerk]
    number = game.number
    chance = blake2b(bytes(day.seed), person=b"bots").hexdigest()
    orders, memory = kind.plan_bots(game, seats, row.memory, chance, day.seconds_at(now))
    return PlannedOrders(orders, memory, number)


def give_first_orders(locked: LockedDay, planned: PlannedOrders) -> list[BotOrder]:
    """Give the first of the planned orders, and return those that are left for the next sweep.

    Orders that are refused are dropped. After an undo none is left, and the bots plan again.
    """
    if locked.game.find_undo_after(planned.number) is not None:
        return []
    seats = {*list_bot_seats(locked.day), locked.day.kind.clerk}
    for seat, text in planned.orders[:MOST_ORDERS]:
        if seat not in seats:
            continue
        try:
            locked.give(seat, text)
        except DomainError as refused:
            log.info("bot_refused", day=locked.day.public_id, seat=seat, text=text, rule=refused.rule)
    return list(planned.orders[MOST_ORDERS:])


def store_plan(row: DayBots, planned: PlannedOrders, due_at: datetime) -> None:
    """Store the memory and the orders of bots, unless another sweep or a change of seats has come first."""
    changed = {"memory": planned.memory, "orders": planned.orders, "number": planned.number, "due_at": due_at}
    unchanged = DayBots.objects.filter(pk=row.pk, revision=row.revision, due_at__isnull=False)
    unchanged.update(**changed, revision=F("revision") + 1)
