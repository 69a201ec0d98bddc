"""Matches as cards of a list: who plays, how far it is, and a small map."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from tournaments import star_map, wording
from tournaments.games import game_of
from tournaments.models import Match, Seat

WORMHOLE = "wormhole"


@dataclass(frozen=True)
class TableCard:
    """One match in a list."""

    match: Match
    players: str
    when: str
    what: str
    stakes: str
    chart: SafeString


def table_cards(matches: Iterable[Match], now: datetime) -> list[TableCard]:
    """Cards of running matches, which come with their seats."""
    return [_card(match, now) for match in matches]


def players_of(match: Match, without: int | None = None) -> str:
    """Who sits at the table, free seats among them, bots of a kind counted; `without` leaves one user out."""
    seats = [seat for seat in match.seats.all() if without is None or seat.user_id != without]
    people = [seat.name for seat in seats if not seat.bot and not _awaits(seat, match)]
    bots = Counter(seat.name for seat in seats if seat.bot)
    free = sum(_awaits(seat, match) for seat in seats)
    counted = [*((name, f"{name}s", number) for name, number in bots.items()), ("a free seat", "free seats", free)]
    alike = [one if number == 1 else f"{number} {many}" for one, many, number in counted if number]
    return wording.listed([*people, *alike])


def _awaits(seat: Seat, match: Match) -> bool:
    return seat.is_free and match.is_open


def _card(match: Match, now: datetime) -> TableCard:
    view = game_of(match).view(None)
    seconds = max(int((match.deadline_at - now).total_seconds()), 0) if match.deadline_at else 0
    question = view["question"]
    watching = f" · {match.watching} watching" if match.watching else ""
    titles = {ship["seat"]: ship["title"] for ship in view["ships"]}
    return TableCard(
        match=match,
        players=players_of(match),
        when=f"round {view['round']} · {seconds // 60}:{seconds % 60:02} left{watching}",
        what=f"{titles[question['seat']]} is asked" if question else "just over",
        stakes=_stakes(view),
        chart=mark_safe(star_map.miniature(view)),  # noqa: S308 -- numbers and constants
    )


def _stakes(view: Mapping[str, Any]) -> str:
    """How near the end may be: ships afloat, and wormholes to leave by (rules 1.1, 1.2)."""
    afloat = sum(ship["out"] is None for ship in view["ships"])
    holes = sum(tile["kind"] == WORMHOLE for tile in view["map"])
    ways_out = wording.counted(holes, "wormhole") if holes else "no wormhole yet"
    return f"{afloat} of {wording.counted(len(view['ships']), 'ship')} afloat, {ways_out}"
