"""A whole tournament as one file: plan, seed, players with decks, rounds, penalties, log, and every match.

Nothing in it names a row of the database it came from: players, rounds and matches are told by numbers of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tournaments.clock_settings import CLOCK_SETTINGS
from tournaments.enums import MatchState
from tournaments.errors import DomainError
from tournaments.export import export_match
from tournaments.models import Action, Match, Seat
from tournaments.organizing.enums import RoundState, TournamentState
from tournaments.organizing.models import (
    Appointment,
    Claim,
    Entry,
    LogLine,
    Penalty,
    Phase,
    Place,
    PoolStock,
    Round,
    SitOut,
    Table,
    Tournament,
)
from tournaments.tournament_files.columns import columns_of

if TYPE_CHECKING:
    from incursions.accounts.models import User

FORMAT = "incursions-tournament-1"
KEYS = ("format", "id", "tournament", "phases", "staff", "entries", "stock", "rounds", "penalties", "log", "matches")
NOT_OF_TOURNAMENT = ("public_id", "due_at", "created_at")
OF_MATCH = (
    *("mode", "created_at", "started_at", "ended_at", "minutes", *CLOCK_SETTINGS, "hex_points"),
    *("hex_tolerance", "deadline_at", "keeps_secrets", "left"),
)
"""What a file keeps of a match besides its record. Whether it is rated is not: ratings stay where they were won."""
NOT_OF_MATCH = tuple(field.name for field in Match._meta.concrete_fields if field.name not in OF_MATCH)
NOT_OF_ENTRY = ("name_skeleton", "has_namesake")  # follow from the names
OF_SEAT = ("index", "bot", "stand_in", "starter", "came_at")
NOT_OF_SEAT = tuple(field.name for field in Seat._meta.concrete_fields if field.name not in OF_SEAT)
OF_ACTION = ("key", "lapsed", "at")
NOT_OF_ACTION = tuple(field.name for field in Action._meta.concrete_fields if field.name not in OF_ACTION)
Data = dict[str, Any]


def whole_file(row: Tournament) -> bytes:
    """The file. Raises `DomainError` wrong_state while matches are played, or decks built."""
    return json.dumps(whole_tournament(row), ensure_ascii=False, separators=(",", ":")).encode()


def check_at_rest(row: Tournament) -> None:
    """Raise wrong_state unless nothing is under way that no file could hold: clocks, hands, half-built decks."""
    under_way = Round.objects.filter(tournament=row, state__in=(RoundState.PUBLISHED, RoundState.RUNNING))
    running = Match.objects.filter(table__round__tournament=row).exclude(state=MatchState.OVER)
    if row.state == TournamentState.BUILDING or under_way.exists() or running.exists():
        raise DomainError(
            "wrong_state",
            "A file is made of a tournament before it starts, between its rounds, and after its end.",
            version=row.version,
        )


def whole_tournament(row: Tournament) -> Data:
    """The same as data."""
    check_at_rest(row)
    rounds = list(Round.objects.filter(tournament=row).select_related("phase").order_by("pk"))
    numbers = {one.pk: number for number, one in enumerate(rounds, 1)}
    tables = list(Table.objects.filter(round__in=rounds).order_by("round", "number"))
    matches = {pk: number for number, pk in enumerate((one.match_id for one in tables if one.match_id), 1)}
    stock = PoolStock.objects.filter(tournament=row).first()
    return {
        "format": FORMAT,
        "id": row.public_id,
        "tournament": columns_of(row, NOT_OF_TOURNAMENT) | {"created_at": row.created_at.isoformat()},
        "phases": [columns_of(one) for one in Phase.objects.filter(tournament=row).order_by("number")],
        "staff": [
            columns_of(one) | {"user": account(one.user)}
            for one in Appointment.objects.filter(tournament=row).select_related("user").order_by("pk")
        ],
        "entries": [
            columns_of(one, NOT_OF_ENTRY) | {"user": account(one.user)}
            for one in Entry.objects.filter(tournament=row).select_related("user").order_by("number")
        ],
        "stock": None if stock is None else columns_of(stock),
        "rounds": _rounds(rounds, tables, matches),
        "penalties": [
            columns_of(one) | {"player": one.entry.number, "user": account(one.by)}
            for one in Penalty.objects.filter(entry__tournament=row).select_related("entry", "by").order_by("at", "pk")
        ],
        "log": [_line(one, numbers) for one in LogLine.objects.filter(tournament=row).select_related("by")],
        "matches": [_match(pk) for pk in matches],
    }


def account(user: User | None) -> str | None:
    """The name by which another server may know the user; guests have none."""
    return None if user is None or user.is_guest else user.username


def _rounds(rounds: Iterable[Round], tables: Iterable[Table], matches: dict[int, int]) -> list[Data]:
    by_round: dict[int, list[Data]] = {one.pk: [] for one in rounds}
    places: dict[int, list[Data]] = {table.pk: [] for table in tables}
    for place in Place.objects.filter(table__in=places).select_related("entry").order_by("index"):
        places[place.table_id].append(columns_of(place) | {"player": place.entry.number})
    claims: dict[int, list[Data]] = {table.pk: [] for table in tables}
    for claim in Claim.objects.filter(table__in=claims).select_related("entry").order_by("at", "pk"):
        claims[claim.table_id].append(columns_of(claim) | {"player": claim.entry.number})
    for table in tables:
        match = None if table.match_id is None else matches[table.match_id]
        told_of = {"match": match, "places": places[table.pk], "claims": claims[table.pk]}
        by_round[table.round_id].append(columns_of(table) | told_of)
    outs: dict[int, list[Data]] = {one.pk: [] for one in rounds}
    for out in SitOut.objects.filter(round__in=by_round).select_related("entry").order_by("entry__number"):
        outs[out.round_id].append(columns_of(out) | {"player": out.entry.number})
    return [
        columns_of(one) | {"phase": one.phase.number, "tables": by_round[one.pk], "sit_outs": outs[one.pk]}
        for one in rounds
    ]


def _line(line: LogLine, numbers: dict[int, int]) -> Data:
    """A line of the log; rounds are told by their number in the file rather than by the key of their row."""
    data = columns_of(line) | {"user": account(line.by)}
    return data | {name: told(data[name], numbers) for name in ("before", "after")}


def told(said: Any, numbers: dict[int, int]) -> Any:
    """What a line says, with another key for each round."""
    return said | {"key": numbers[said["key"]]} if isinstance(said, dict) and "key" in said else said


def _match(key: int) -> Data:
    match = Match.objects.get(pk=key)
    match.keeps_secrets, kept = False, match.keeps_secrets
    record = export_match(match)
    match.keeps_secrets = kept
    seats = Seat.objects.filter(match=match).select_related("user").order_by("index")
    actions = Action.objects.filter(match=match).defer("events").order_by("number")
    return {
        "id": match.public_id,
        "columns": columns_of(match, NOT_OF_MATCH),
        "seats": [columns_of(seat, NOT_OF_SEAT) | {"user": account(seat.user)} for seat in seats],
        "actions": [columns_of(one, NOT_OF_ACTION) for one in actions],
        "record": record,
    }
