"""Matches in lists: running ones as cards with a small map, open tables as filtered lines, those of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from urllib.parse import urlencode

from django.db.models import Count
from django.utils import timezone
from markupsafe import Markup

from incursions.accounts.models import User
from incursions.kit.markup import format_clock
from tournaments.matches.clocks import MILLISECOND
from tournaments.matches.enums import MatchState, Outcome
from tournaments.matches.game_kinds import game_kinds, mode_choices
from tournaments.matches.models import Match, seat_of
from tournaments.matches.seating import describe_players
from tournaments.matches.table_rows import game_of
from tournaments.matches.table_settings import clock_words, settings_data
from tournaments.players.recording import place_of

LISTED_FOR = timedelta(hours=12)
"""Tables that are older are not listed, and are found by their link alone."""
MOST_LISTED = 30
STAKES = {"rated": True, "casual": False}


@dataclass(frozen=True)
class TableCard:
    """A match in a list."""

    match: Match
    players: str
    when: str
    what: str
    stakes: str
    chart: Markup


def build_card(match: Match, now: datetime) -> TableCard:
    """Return the card of a running match, which comes with its seats."""
    seen = match.kind.table.glance(game_of(match).view(None))
    left = ""
    if match.is_timed and match.deadline_at is not None:
        left = f" · {format_clock((match.deadline_at - now) // MILLISECOND)} left"
    watching = f" · {match.watching} watching" if match.watching else ""
    return TableCard(
        match=match,
        players=describe_players(match),
        when=f"{seen.when}{left}{watching}",
        what=seen.what,
        stakes=seen.stakes,
        chart=seen.chart,
    )


@dataclass(frozen=True, slots=True)
class OpenTableFilter:
    """A filter of open tables; "" and 0 for any."""

    game: str = ""
    mode: str = ""
    seats: int = 0
    stake: str = ""

    @classmethod
    def from_query(cls, said: Mapping[str, str]) -> Self:
        """Return the filter in a query; unknown values are ignored."""
        game, mode = said.get("game", ""), said.get("mode", "")
        seats, stake = said.get("seats", ""), said.get("stake", "")
        counts = {str(count): count for kind in game_kinds().values() for count in kind.seat_counts}
        return cls(
            game=game if game in game_kinds() else "",
            mode=mode if mode in dict(mode_choices()) else "",
            seats=counts.get(seats, 0),
            stake=stake if stake in STAKES else "",
        )

    @property
    def query(self) -> str:
        """The filter as a query string."""
        said = {"game": self.game, "mode": self.mode, "seats": self.seats, "stake": self.stake}
        return urlencode({name: value for name, value in said.items() if value})


@dataclass(frozen=True)
class OpenTableLine:
    """An open table, as a list shows it."""

    match: Match
    players: str
    seats: int
    free: int
    clocks: str
    limits: str


def list_open_tables(wanted: OpenTableFilter) -> list[OpenTableLine]:
    """Return the `MOST_LISTED` newest open tables that fit the filter and are not too old to list, in two queries."""
    found = Match.objects.open_tables().filter(created_at__gte=timezone.now() - LISTED_FOR)
    if wanted.game:
        found = found.filter(game=wanted.game)
    if wanted.mode:
        found = found.filter(mode=wanted.mode)
    if wanted.stake:
        found = found.filter(rated=STAKES[wanted.stake])
    if wanted.seats:
        found = found.annotate(count=Count("seats")).filter(count=wanted.seats)
    return [_build_line(match) for match in found.light().with_seats()[:MOST_LISTED]]


def open_tables_data(lines: list[OpenTableLine]) -> list[dict[str, object]]:
    """Return open tables as plain data for clients of the API."""
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


def _build_line(match: Match) -> OpenTableLine:
    seats = match.seats.all()
    free = sum(seat.is_free for seat in seats)
    return OpenTableLine(match, describe_players(match), len(seats), free, clock_words(match), match.limit_words)


MOST_OWN = 5
STRUCK = "struck"
STATE_CLASSES = {
    "waiting": "info",
    "running": "good",
    Outcome.WON: "good",
    Outcome.DRAWN: "info",
    Outcome.LOST: "bad",
    STRUCK: "warn",
}


@dataclass(frozen=True)
class OwnMatch:
    """A match in the list of a player's own. `state` is "waiting", "running", "won", "drawn", "lost" or "struck".

    `at` is when the match ended, or began, or when the table was opened; `verb` says which of them it is.
    """

    match: Match
    players: str
    state: str
    verb: str
    at: datetime | None

    @property
    def css(self) -> str:
        """The CSS class of the state."""
        return STATE_CLASSES[self.state]


def list_own_matches(user: User) -> list[OwnMatch]:
    """Return the newest matches of a user, those under way first."""
    found = Match.objects.with_player(user).light().select_related("record").with_seats()
    under_way = list(found.exclude(state=MatchState.OVER).order_by("-created_at")[:MOST_OWN])
    return [_build_own(match, user) for match in [*under_way, *found.finished()[:MOST_OWN]]]


def _build_own(match: Match, user: User) -> OwnMatch:
    """Return the line of a match that came with its seats and its record."""
    players = describe_players(match, without=user.pk)
    if match.is_open:
        return OwnMatch(match, players, "waiting", "opened", match.created_at)
    if not match.is_over:
        return OwnMatch(match, players, "running", "began", match.started_at)
    own, record = seat_of(match.seats.all(), user), getattr(match, "record", None)
    assert own is not None, "the user has a seat at each of the own matches"
    assert match.result is not None, "a match that is over has a result"
    state = STRUCK if record is not None and record.is_struck else str(place_of(match.result, own.index)[1])
    return OwnMatch(match, players, state, "ended", match.ended_at)
