"""A whole tournament as one file: plan, seed, players with decks, rounds, penalties, log, and every match.

The file has no primary keys: players, rounds and matches are identified by numbers within it. Columns of rows are
plain JSON; each value is validated before it is written to a database.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, TypedDict, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from incursions.accounts.models import User
from incursions.games.contract import ModeKind
from incursions.kit.refusals import DomainError
from tournaments.events.enums import CURRENT, TournamentState
from tournaments.events.models import Claim, LogLine, Penalty, Place, PoolStock, Round, SitOut, Table, Tournament
from tournaments.matches.clocks import CLOCK_SETTINGS
from tournaments.matches.enums import MatchState
from tournaments.matches.export import MatchRecord, export_match
from tournaments.matches.fields import PlainJSONField
from tournaments.matches.models import Action, Match, Seat

Row = TypeVar("Row", bound=models.Model)
HEX = re.compile(r"([0-9a-f]{2})*")
Columns = dict[str, Any]
"""The columns of a row by name, as plain data. `build_row` checks their values."""

DEEPEST = 30


class BadValueError(ValueError):
    """A value that its column cannot have. The text says which."""


def dump_columns(row: models.Model, without: Collection[str] = ()) -> Columns:
    """Return the columns of a row as plain data: no keys of rows, times as ISO 8601, bytes as hexadecimal."""
    return {field.name: _plain(getattr(row, field.attname)) for field in _fields(type(row), without)}


def build_row(model: type[Row], data: Any, where: str, without: Collection[str] = (), **more: Any) -> Row:
    """Return a new, unsaved row from the data of `dump_columns`. Columns missing in older files have their default.

    Raises `BadValueError` for a value that its column cannot hold, and for an unknown column.
    """
    if not isinstance(data, dict):
        raise BadValueError(f"{where}: an object was expected")
    fields = {field.name: field for field in _fields(model, without)}
    strange = next((name for name in data if name not in fields), None)
    if strange is not None:
        raise BadValueError(f"{where}: there is no {strange[:60]}")
    row = model(**more)
    for name, value in data.items():
        setattr(row, name, _check_value(fields[name], value, f"{where}, {name}", row))
    return row


def _fields(model: type[models.Model], without: Collection[str]) -> list[Any]:
    """Return the fields of a model that a file holds: no keys, no relations, none of `without`."""
    fields = model._meta.concrete_fields
    return [one for one in fields if not (one.primary_key or one.is_relation or one.name in without)]


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it: times in ISO format, bytes in hex."""
    if isinstance(value, datetime):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value


def _check_value(field: Any, value: Any, where: str, row: models.Model) -> Any:
    if value is None:
        if not field.null:
            raise BadValueError(f"{where}: a value was expected")
        return None
    if isinstance(field, PlainJSONField):
        if isinstance(value, str) or _measure_depth(value) > DEEPEST:
            raise BadValueError(f"{where}: other data was expected")
        return value
    found = _check_type(field, value, where)
    if isinstance(field, models.BinaryField | models.DateTimeField) or (found == "" and not field.choices):
        return found
    try:
        return field.clean(found, row)
    except ValidationError as fault:
        raise BadValueError(f"{where}: {fault.messages[0]}") from fault


def _check_type(field: Any, value: Any, where: str) -> Any:
    """Return the value if it has the type of the column."""
    if isinstance(field, models.DateTimeField):
        return parse_moment(value, where)
    if isinstance(field, models.BinaryField):
        if not isinstance(value, str) or not HEX.fullmatch(value):
            raise BadValueError(f"{where}: hexadecimal digits were expected")
        return bytes.fromhex(value)
    if isinstance(field, models.BooleanField):
        good = isinstance(value, bool)
    elif isinstance(field, models.IntegerField):
        least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
        good = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    elif isinstance(field, models.FloatField):
        good = isinstance(value, int | float) and not isinstance(value, bool)
    else:
        good = isinstance(value, str) and "\0" not in value
    if not good:
        raise BadValueError(f"{where}: a value of another type was expected")
    return value


def parse_moment(value: Any, where: str) -> datetime:
    """Return a time with its zone. Raises `BadValueError`."""
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadValueError(f"{where}: a time was expected") from None
    if found.tzinfo is None or not 2000 < found.year < 2200:
        raise BadValueError(f"{where}: a time with its zone was expected")
    return found


def _measure_depth(value: Any, so_far: int = 0) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return so_far if so_far > DEEPEST else max((_measure_depth(each, so_far + 1) for each in inside), default=so_far)


NOT_OF_TOURNAMENT = ("public_id", "due_at", "created_at", "game", "game_terms")
OF_MATCH = (
    *("mode", "created_at", "started_at", "ended_at", "minutes", *CLOCK_SETTINGS),
    *("deadline_at", "keeps_secrets", "left"),
)
"""The columns of a match that a file has besides its record and its terms.

`rated` is left out: ratings stay on their server.
"""
NOT_OF_MATCH = tuple(field.name for field in Match._meta.concrete_fields if field.name not in OF_MATCH)
NOT_OF_ENTRY = (
    "name_skeleton",
    "has_namesake",
    "loadout",
)  # names follow from the name; loadouts have fields of their own
OF_SEAT = ("index", "bot", "stand_in", "came_at")
NOT_OF_SEAT = tuple(field.name for field in Seat._meta.concrete_fields if field.name not in OF_SEAT)
OF_ACTION = ("key", "lapsed", "at")
NOT_OF_ACTION = tuple(field.name for field in Action._meta.concrete_fields if field.name not in OF_ACTION)


class MatchData(TypedDict):
    """A match in the file: the columns that its record has not, of its row, its seats and its actions."""

    id: str
    columns: Columns
    seats: list[Columns]
    actions: list[Columns]
    record: MatchRecord


class TournamentData(TypedDict):
    """The file of a tournament: columns of rows, in which rows are named by numbers within the file."""

    format: str
    id: str
    tournament: Columns
    phases: list[Columns]
    staff: list[Columns]
    entries: list[Columns]
    stock: Columns | None
    rounds: list[Columns]
    penalties: list[Columns]
    log: list[Columns]
    matches: list[MatchData]


KEYS = tuple(TournamentData.__annotations__)


def write_tournament_file(row: Tournament) -> bytes:
    """Return the file. Raises `DomainError` wrong_state while matches are played or decks are built."""
    return json.dumps(dump_tournament(row), ensure_ascii=False, separators=(",", ":")).encode()


def take_terms(mode: ModeKind, columns: Columns, where: str) -> dict[str, int]:
    """Remove the terms of a mode from the columns and return them. Raises `BadValueError` for one out of bounds."""
    found = mode.fill_terms({term.name: columns.pop(term.name) for term in mode.terms if term.name in columns})
    for term in mode.terms:
        value = found[term.name]
        if type(value) is not int or not term.least <= value <= term.most:
            raise BadValueError(f"{where}, {term.name}: a whole number from {term.least} to {term.most} was expected")
    return found


def check_at_rest(row: Tournament) -> None:
    """Raise wrong_state while something is under way that the file cannot hold: clocks, hands, unfinished decks."""
    under_way = row.rounds.filter(state__in=CURRENT)
    running = Match.objects.filter(table__round__tournament=row).exclude(state=MatchState.OVER)
    if row.state == TournamentState.BUILDING or under_way.exists() or running.exists():
        raise DomainError(
            "wrong_state",
            "A file is made of a tournament before it starts, between its rounds, and after its end.",
            version=row.version,
        )


def dump_tournament(row: Tournament) -> TournamentData:
    """Return the data of the file of a whole tournament."""
    check_at_rest(row)
    rounds = _prefetch_rounds(row)
    numbers = {one.pk: number for number, one in enumerate(rounds, 1)}
    in_order = sorted(rounds, key=lambda one: (one.number, one.pk))
    keys = [table.match_id for one in in_order for table in one.tables.all() if table.match_id]
    matches = {key: number for number, key in enumerate(keys, 1)}
    stock = PoolStock.objects.filter(tournament=row).first()
    return {
        "format": row.game_kind.tournament_format,
        "id": row.public_id,
        "tournament": dump_columns(row, NOT_OF_TOURNAMENT)
        | row.filled_terms
        | {"created_at": row.created_at.isoformat()},
        "phases": [dump_columns(one) for one in row.phases.order_by("number")],
        "staff": [
            dump_columns(one) | {"user": public_user_name(one.user)}
            for one in row.appointments.select_related("user").order_by("pk")
        ],
        "entries": [
            dump_columns(one, NOT_OF_ENTRY)
            | row.loadouts.to_columns(one.loadout)
            | {"user": public_user_name(one.user)}
            for one in row.entries.select_related("user").order_by("number")
        ],
        "stock": None if stock is None else dump_columns(stock),
        "rounds": [_dump_round(one, matches) for one in rounds],
        "penalties": [
            dump_columns(one) | {"player": one.entry.number, "user": public_user_name(one.by)}
            for one in Penalty.objects.filter(entry__tournament=row).select_related("entry", "by").order_by("at", "pk")
        ],
        "log": [_dump_log_line(one, numbers) for one in row.log.select_related("by")],
        "matches": [_dump_match(pk) for pk in matches],
    }


def public_user_name(user: User | None) -> str | None:
    """Return the user name, by which another server may know the user; None for guests."""
    return None if user is None or user.is_guest else user.username


def _prefetch_rounds(row: Tournament) -> list[Round]:
    """Return the rounds with all that belongs to them, in six queries."""
    tables = Table.objects.order_by("number")
    places = Place.objects.select_related("entry").order_by("index")
    claims = Claim.objects.select_related("entry").order_by("at", "pk")
    outs = SitOut.objects.select_related("entry").order_by("entry__number")
    parts = (("tables", tables), ("tables__places", places), ("tables__claims", claims), ("sit_outs", outs))
    prefetched = (models.Prefetch(name, rows) for name, rows in parts)
    return list(row.rounds.select_related("phase").order_by("pk").prefetch_related(*prefetched))


def _dump_round(one: Round, matches: dict[int, int]) -> Columns:
    tables = [
        dump_columns(table)
        | {
            "match": matches.get(table.match_id or 0),
            "places": _with_players(table.places),
            "claims": _with_players(table.claims),
        }
        for table in one.tables.all()
    ]
    return dump_columns(one) | {"phase": one.phase.number, "tables": tables, "sit_outs": _with_players(one.sit_outs)}


def _with_players(rows: Any) -> list[Columns]:
    """Return the columns of related rows that each have an `entry`, with the number of that player as `player`."""
    return [dump_columns(one) | {"player": one.entry.number} for one in rows.all()]


def _dump_log_line(line: LogLine, numbers: dict[int, int]) -> Columns:
    """Return a log line with each round's number in the file instead of its primary key."""
    data = dump_columns(line) | {"user": public_user_name(line.by)}
    return data | {name: replace_round_key(data[name], numbers) for name in ("before", "after")}


def replace_round_key(said: Any, numbers: dict[int, int]) -> Any:
    """Return the data of a log line with its round key replaced."""
    return said | {"key": numbers[said["key"]]} if isinstance(said, dict) and "key" in said else said


def _dump_match(key: int) -> MatchData:
    match = Match.objects.get(pk=key)
    match.keeps_secrets, kept = False, match.keeps_secrets
    record = export_match(match)
    match.keeps_secrets = kept
    seats = match.seats.select_related("user").order_by("index")
    actions = match.actions.defer("events").order_by("number")
    return {
        "id": match.public_id,
        "columns": dump_columns(match, NOT_OF_MATCH) | match.filled_terms,
        "seats": [
            dump_columns(seat, NOT_OF_SEAT)
            | match.loadouts.to_columns(seat.loadout, with_own=False)
            | {"user": public_user_name(seat.user)}
            for seat in seats
        ],
        "actions": [dump_columns(one, NOT_OF_ACTION) for one in actions],
        "record": record,
    }
