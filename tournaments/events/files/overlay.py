"""The overlay of a table for streams: players, clocks, hull and shields, and points, as far as the viewer may see."""

from __future__ import annotations

from typing import TypedDict

from incursions.kit.refusals import DomainError
from tournaments.events.enums import RoundState
from tournaments.events.history import standings_of
from tournaments.events.models import Table
from tournaments.events.seen_tournament import SeenTournament
from tournaments.matches.models import Match
from tournaments.players.profiles.watching import may_watch
from tournaments.tables.table_rows import table_for


class PlayerOverlay(TypedDict):
    """A player in an overlay; what the viewer may not see is None."""

    number: int
    name: str
    points: float | None
    place: int | None
    ship: str | None
    hull: int | None
    shields: int | None
    left_ms: int | None
    runs_out_at_ms: int | None


class TableOverlay(TypedDict):
    """The table of an overlay."""

    number: int
    players: list[PlayerOverlay]
    ends_at_ms: int | None
    ending: str


class Overlay(TypedDict):
    """The overlay of a table for streams; `round` and `table` are None before there are any."""

    name: str
    state: str
    version: int
    round: int | None
    table: TableOverlay | None


def overlay_data(seen: SeenTournament, number: int | None = None) -> Overlay:
    """Return the data of that table in the current round, or of the featured or first table.

    Raises `DomainError` no_such_table. If a player hides the match, the data has names only.
    """
    row = seen.tournament
    shown = seen.rounds().exclude(state=RoundState.DRAFT).last()
    found: Overlay = {
        "name": row.name,
        "state": row.state,
        "version": row.version,
        "round": None,
        "table": None,
    }
    if shown is None:
        return found
    tables = shown.tables.order_by("-is_featured", "number")
    table = (tables if number is None else tables.filter(number=number)).first()
    if table is None:
        raise DomainError("no_such_table", "There is no such table.", version=row.version)
    return {**found, "round": shown.number, "table": _table_data(seen, table)}


def _table_data(seen: SeenTournament, table: Table) -> TableOverlay:
    points = {one.player: one.score.points for one in standings_of(seen.tournament)}
    places = table.list_places()
    players: list[PlayerOverlay] = [
        {
            "number": place.entry.number,
            "name": place.entry.name,
            "points": points.get(place.entry.number),
            "place": place.place if table.is_decided else None,
            "ship": None,
            "hull": None,
            "shields": None,
            "left_ms": None,
            "runs_out_at_ms": None,
        }
        for place in places
    ]
    match = Match.objects.light().filter(table=table).first()
    ends_at = None if match is None or match.is_over else match.deadline_at
    if match is not None and not match.is_open:
        _add_what_is_seen(players, match)
    return {
        "number": table.number,
        "players": players,
        "ends_at_ms": None if ends_at is None else int(ends_at.timestamp() * 1000),
        "ending": table.ending,
    }


def _add_what_is_seen(players: list[PlayerOverlay], match: Match) -> None:
    """Add the facts of each ship that spectators see now."""
    table = table_for(match, None)
    if table.game is None or not may_watch(table.match, table.seats, None):
        return
    ships = {ship["seat"]: ship for ship in table.game.view(None)["ships"]}
    seats = {seat.name: seat.index for seat in table.seats}
    for place, player in enumerate(players):
        seat = seats.get(player["name"], place)
        if seat not in ships:
            continue
        ship, clock = ships[seat], table.clocks.seats[seat]
        player["ship"], player["hull"], player["shields"] = ship["title"], ship["hull"], ship["shields"]
        player["left_ms"], player["runs_out_at_ms"] = clock.free_ms + clock.bank_ms, clock.runs_out_at
