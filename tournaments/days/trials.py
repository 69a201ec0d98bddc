"""Days that one person tries against bots, and the teams of a day that bots may have."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.megagames import MegagameKind
from incursions.kit.refusals import DomainError
from tournaments.days.bots import set_bots
from tournaments.days.bots_line import TeamBots, describe_teams
from tournaments.days.game_kinds import megagames
from tournaments.days.locked_day import give_command
from tournaments.days.models import LONGEST_PLAYER, Day, DayBots, DaySeat
from tournaments.days.seats import make_day

MOST_TRIALS = 12
"""The days that are tried at once. The bots of one take 10 ms of a processor a second; its pages take more."""


@cache
def read_seats(game: str) -> dict[str, list[str]]:
    """Return the seats of a game by team, Control left out."""
    kind = megagames()[game]
    content = kind.read_content(kind.load_data(settings.ROOT))
    filled = set(kind.suggest_seats(content, kind.most))
    teams: dict[str, list[str]] = {}
    for plan in kind.list_seats(content):
        if plan.name in filled:
            teams.setdefault(plan.team, []).append(plan.name)
    return teams


def list_choices(kind: MegagameKind) -> dict[str, list[str]]:
    """Return the seats that can be tried alone, by team."""
    return read_seats(kind.name)


class Trial(NamedTuple):
    """A choice of a seat, with its whole team if `has_team`, and of a speed."""

    seat: str
    speed: str
    has_team: bool = False


def make_trial(host: User, kind: MegagameKind, trial: Trial, now: datetime | None = None) -> list[DaySeat]:
    """Make a day with bots on all seats but the own ones, start it unless that is Control's, and return those.

    The bots of the host's earlier trials rest. Raises `DomainError`.
    """
    now, name = now or timezone.now(), trial.seat
    DayBots.objects.filter(is_trial=True, day__host=host).update(due_at=None)
    if DayBots.objects.filter(is_trial=True, due_at__isnull=False, day__is_over=False).count() >= MOST_TRIALS:
        raise DomainError("busy", "Many people are trying a day right now. Try again in a few minutes.")
    day = make_day(host, kind.name, f"{name}, alone", kind.most, speed=trial.speed)
    seats = list(list_seats(day))
    chosen = next(seat for seat in seats if seat.name == name)
    own = [chosen, *(seat for seat in seats if trial.has_team and seat.team == chosen.team and seat != chosen)]
    player = str(host)[:LONGEST_PLAYER]
    day.seats.filter(pk__in=[seat.pk for seat in own]).update(player=player, checked_in_at=now)
    set_bots(day, [seat.place for seat in seats if seat not in own], is_bot=True, now=now)
    DayBots.objects.filter(day=day).update(is_trial=True)
    if chosen.team != kind.control:
        give_command(day.public_id, kind.control, kind.opening, by=host, now=now)
    return own


def list_seats(day: Day) -> QuerySet[DaySeat]:
    """Return the seats that bots may have: those to be filled, all of a team that nobody fills, and Control once."""
    control = day.kind.control
    played = day.seats.filter(is_filled=True).values("team")
    seats = day.seats.filter(Q(is_filled=True) | ~Q(team__in=played))
    return seats.exclude(Q(team=control) & ~Q(name=control))


def list_teams(day: Day) -> list[TeamBots]:
    """Return the teams of a day with what bots have of them."""
    return describe_teams(list_seats(day))


def give_teams_to_bots(day: Day) -> None:
    """Give all seats of players to bots."""
    seats = list_seats(day).exclude(team=day.kind.control)
    set_bots(day, [seat.place for seat in seats], is_bot=True)
