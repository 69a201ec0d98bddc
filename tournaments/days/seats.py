"""Making a day, and its seats: who is filled, personal links and codes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.megagames import Data, MegagameKind, SeatPlan
from incursions.kit.refusals import DomainError
from tournaments.days.bots import set_bots
from tournaments.days.models import LONGEST_NAME, Day, DayContent, DaySeat
from tournaments.days.schedule import NOT_PLANNED, Schedule
from tournaments.days.seating import set_players
from tournaments.live.models import find_last_open

MOST_CONTROL = 6
"""Seats of those who run a day (rules W3.10)."""
FIRST_PLACE = 100
"""The place of the first seat of players. Those of Control come before it."""


def make_day(
    host: User,
    game: str,
    name: str,
    players: int,
    *,
    schedule: Schedule = NOT_PLANNED,
    is_strict: bool = False,
    speed: str = "",
) -> Day:
    """Make a day with the content of the fixtures, and the seats that so many players fill. Raises `DomainError`.

    `speed` names the length of its phases; "" leaves them as the content has them.
    """
    epoch = find_last_open(timezone.now())
    day = Day(game=game, name=check_day_name(name), host=host, is_strict=is_strict, epoch=epoch, **schedule._asdict())
    kind = day.kind
    if not kind.fewest <= players <= kind.most:
        raise DomainError("malformed", f"{kind.title} is for {kind.fewest} to {kind.most} players.")
    with transaction.atomic():
        data = load_data(kind, speed)
        day.content = DayContent.objects.create(data=data)
        content = kind.read_content(data)  # what is cached by its row must outlive this transaction
        filled = set(kind.suggest_seats(content, players))
        plans = kind.list_seats(content)
        day.seats_filled = [plan.name for plan in plans if plan.name in filled]
        day.save()
        DayContent.objects.filter(pk=day.content_id).update(day=day)
        names = [kind.control, *(f"{kind.control} {number}" for number in range(2, MOST_CONTROL + 1))]
        rows = [DaySeat(day=day, name=name, team=kind.control, place=number) for number, name in enumerate(names)]
        DaySeat.objects.bulk_create([*rows, *_make_seats(day, plans, filled, FIRST_PLACE)])
    return day


def check_day_name(name: str) -> str:
    """Return the name of a day without spaces around it. Raises malformed."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise DomainError("malformed", f"Give the day a name of at most {LONGEST_NAME} characters.")
    return name


def _make_seats(day: Day, plans: Iterable[SeatPlan], filled: Collection[str], first_place: int) -> list[DaySeat]:
    """Return unsaved rows for seats of players, at places from the first on."""
    return [
        DaySeat(day=day, name=plan.name, team=plan.team, place=place, is_filled=plan.name in filled)
        for place, plan in enumerate(plans, start=first_place)
    ]


def follow_content(day: Day, content: Any) -> None:
    """Add the seats that are new in a content, and remove those that it no longer has. Raises wrong_state.

    A seat with a player stays: the content must have it, or the player another seat.
    """
    plans = {plan.name: plan for plan in day.kind.list_seats(content)}
    rows = {row.name: row for row in day.seats.exclude(team=day.kind.control)}
    gone = [row for name, row in rows.items() if name not in plans]
    taken = next((row for row in gone if row.player), None)
    if taken is not None:
        raise DomainError(
            "wrong_state", f"{taken.name} is the seat of {taken.player}. Give {taken.player} another one."
        )
    suggested = set(day.kind.suggest_seats(content, max(day.kind.fewest, len(day.seats_filled))))
    new = [plan for name, plan in plans.items() if name not in rows]
    filled = {*day.seats_filled, *(plan.name for plan in new if plan.name in suggested)}
    day.seats_filled = [name for name in plans if name in filled]
    day.seats.filter(pk__in=[row.pk for row in gone]).delete()
    next_place = max((row.place + 1 for row in rows.values()), default=FIRST_PLACE)
    DaySeat.objects.bulk_create(_make_seats(day, new, suggested, next_place))


def load_data(kind: MegagameKind, speed: str) -> Data:
    """Return the content of the fixtures with phases as long as a speed says."""
    data = kind.load_data(settings.ROOT)
    change = next((each.change for each in kind.speeds if each.name == speed), None)
    return data if change is None else change(data)


def find_seat_by_key(key: str) -> DaySeat:
    """Return the seat of a personal link. Raises not_found."""
    seat = DaySeat.objects.select_related("day").filter(key=key).first()
    if seat is None:
        raise DomainError("not_found", "This link leads to no seat. Ask Control for a new one.")
    return seat


def find_day_by_code(code: str) -> Day:
    """Return the day of a code. Raises not_found."""
    day = Day.objects.filter(code=code.strip().lower()).first() if code.isprintable() else None
    if day is None:
        raise DomainError("not_found", "No day has this code. Look at the projector, or ask Control for it.")
    return day


def check_in(seat: DaySeat, now: datetime | None = None) -> None:
    """Note that the player of a seat is there. A bot that had the seat leaves it to him."""
    if seat.is_bot:
        set_bots(seat.day, [seat.place], is_bot=False)
    if seat.checked_in_at is None:
        seat.checked_in_at = now or timezone.now()
        seat.save(update_fields=["checked_in_at"])


def name_player(seat: DaySeat, player: str) -> None:
    """Set the name of the player of a seat, which is filled from now on if it has one. Raises `DomainError`."""
    set_players(seat.day, [(seat, player)], seat.day.kind.control)
    seat.refresh_from_db()


def list_free_seats(day: Day) -> QuerySet[DaySeat]:
    """Return the seats that are to be filled and have no player yet."""
    return day.seats.filter(is_filled=True, player="", played_with=None).exclude(Q(team=day.kind.control))


def list_roles(day: Day, place: int, places: Collection[int]) -> list[DaySeat]:
    """Return the seats of a team that one device plays, with that of `place`; nothing if it plays only that one."""
    own = [seat for seat in day.seats.all() if seat.place in places]
    team = next(seat.team for seat in own if seat.place == place)
    roles = [seat for seat in own if seat.team == team]
    return roles if len(roles) > 1 else []
