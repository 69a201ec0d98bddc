"""The list of open tables, and what somebody wants of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self
from urllib.parse import urlencode

from django.db.models import Count
from django.utils import timezone

from incursions.rules.setup import FEWEST_SEATS, MOST_SEATS
from tournaments.enums import Mode
from tournaments.models import Match
from tournaments.table_cards import players_of
from tournaments.table_settings import clock_words, hex_words, settings_data

LISTED_FOR = timedelta(hours=12)
"""A table at which nobody has sat down for so long is found by its link alone."""
MOST_LISTED = 30
STAKES = {"rated": True, "casual": False}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; "" and 0 for anything."""

    mode: str = ""
    seats: int = 0
    stake: str = ""

    @classmethod
    def read(cls, said: Mapping[str, str]) -> Self:
        """What an address says; what it cannot mean is left out."""
        mode, seats, stake = said.get("mode", ""), said.get("seats", ""), said.get("stake", "")
        counts = {str(count): count for count in range(FEWEST_SEATS, MOST_SEATS + 1)}
        return cls(mode if mode in Mode.values else "", counts.get(seats, 0), stake if stake in STAKES else "")

    @property
    def query(self) -> str:
        """The same for an address."""
        said = {"mode": self.mode, "seats": self.seats, "stake": self.stake}
        return urlencode({name: value for name, value in said.items() if value})


@dataclass(frozen=True)
class OpenTableLine:
    """A table that waits for players, as a list shows it."""

    match: Match
    players: str
    seats: int
    free: int
    clocks: str
    hex_points: str


def tables_wanted(wanted: Wanted) -> list[OpenTableLine]:
    """The tables that fit, the newest first. Two queries however many there are."""
    found = Match.objects.open_tables().filter(created_at__gte=timezone.now() - LISTED_FOR)
    if wanted.mode:
        found = found.filter(mode=wanted.mode)
    if wanted.stake:
        found = found.filter(rated=STAKES[wanted.stake])
    if wanted.seats:
        found = found.annotate(count=Count("seats")).filter(count=wanted.seats)
    return [_line(match) for match in found.light().with_seats()[:MOST_LISTED]]


def open_tables_data(lines: list[OpenTableLine]) -> list[dict[str, Any]]:
    """The same for clients of the API."""
    return [
        {
            "id": line.match.public_id,
            "url": line.match.get_absolute_url(),
            "free": line.free,
            "players": [seat.name for seat in line.match.seats.all() if not seat.is_free],
            "settings": settings_data(line.match, line.seats),
        }
        for line in lines
    ]


def _line(match: Match) -> OpenTableLine:
    seats = match.seats.all()
    free = sum(seat.is_free for seat in seats)
    return OpenTableLine(match, players_of(match), len(seats), free, clock_words(match), hex_words(match))
