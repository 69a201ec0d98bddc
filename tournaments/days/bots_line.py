"""The line of a day's pages that says which seats are bots'."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q
from django.template.loader import render_to_string

from tournaments.days.models import DaySeat


class TeamBots(NamedTuple):
    """A team, how many of its seats bots and people have, and the words about the bots."""

    name: str
    bots: int
    people: int
    words: str


def describe_teams(seats: Iterable[DaySeat]) -> list[TeamBots]:
    """Return the teams of these seats in their order."""
    teams: dict[str, list[DaySeat]] = {}
    for seat in seats:
        teams.setdefault(seat.team, []).append(seat)
    return [describe_team(name, rows) for name, rows in teams.items()]


def describe_team(name: str, seats: list[DaySeat]) -> TeamBots:
    """Return what bots have of a team."""
    bots = [seat.name.removeprefix(f"{name} ") for seat in seats if seat.is_bot]
    words = "all bots" if len(bots) == len(seats) else f"bots: {', '.join(bots)}" if bots else "no bots"
    return TeamBots(name, len(bots), len(seats) - len(bots), words)


@lru_cache(maxsize=64)
def draw_bots(public_id: str, _revision: int) -> str:
    """Return the line about the bots of a day; it changes only with the day's revision."""
    seats = list(
        DaySeat.objects.filter(Q(is_filled=True) | Q(is_bot=True), day__public_id=public_id)
        .select_related("day")
        .only("name", "team", "is_bot", "day__game")
    )
    control = seats[0].day.kind.control if seats else ""
    shown = [seat for seat in seats if seat.team != control or seat.name == control]
    teams = [team for team in describe_teams(shown) if team.bots]
    count = sum(team.bots for team in teams)
    return render_to_string("days/bots_line.html", {"teams": teams, "count": count, "total": len(shown)})
