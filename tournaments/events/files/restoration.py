"""Restore a tournament from its file, on any server. All of it is checked, and it is restored whole or not at all.

Every match is replayed from its seed, and the log alone has to give the standings of the rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import Any, cast

import structlog
from django.db import IntegrityError, transaction

from incursions.accounts.models import User, skeleton
from incursions.engine import commitment
from incursions.engine.log import returns
from incursions.games.contract import GameKind
from incursions.games.loadouts import Loadout, Loadouts
from incursions.kit.refusals import DomainError
from incursions.kit.strict_json import UnreadableJSONError, parse_json
from tournaments.events.enums import Role, TournamentState
from tournaments.events.files.tournament_file import (
    KEYS,
    NOT_OF_ACTION,
    NOT_OF_ENTRY,
    NOT_OF_MATCH,
    NOT_OF_SEAT,
    NOT_OF_TOURNAMENT,
    BadValueError,
    Columns,
    MatchData,
    TournamentData,
    build_row,
    parse_moment,
    replace_round_key,
    take_terms,
)
from tournaments.events.history import LoggedLine, bracket_results, final_places, replay, standings_of
from tournaments.events.locked_tournament import no_such_tournament, when_due
from tournaments.events.models import (
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
from tournaments.events.plans import plan_of
from tournaments.events.pools import sealed_play_of
from tournaments.matches.enums import MatchState
from tournaments.matches.export import split_events
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.match_files.uploads import check_pieces
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.verification import (
    UnverifiableFileError,
    first_difference,
    kind_of_record,
    read_match_file,
)

LARGEST_FILE = 2_000_000_000  # bytes: a thousand players over ten rounds
LARGEST_UPLOAD, MOST_MATCHES_OF_UPLOAD = 11_000_000, 40
MOST_ROWS = 100_000
log = structlog.get_logger(__name__)


@dataclass
class Restored:
    """A restored tournament, with the players matched to accounts here and the players who are names only."""

    tournament: Tournament
    accounts: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def read_file(content: bytes, largest: int = LARGEST_FILE) -> TournamentData:
    """Return the data of a file. Raises `DomainError`: file_too_large, unreadable_file."""
    if len(content) > largest:
        raise DomainError("file_too_large", f"The file is larger than {largest:,} bytes.")
    try:
        data = parse_json(content)
    except UnreadableJSONError as fault:
        raise DomainError("unreadable_file", f"The file cannot be read as JSON: {fault}.") from None
    if not isinstance(data, dict) or _kind_of(data.get("format")) is None:
        formats = " or ".join(kind.tournament_format for kind in game_kinds().values())
        raise DomainError("unreadable_file", f"This is not a tournament file: one has the format {formats}.")
    if set(data) != set(KEYS):
        raise DomainError("unreadable_file", f"A file of a tournament has the keys {', '.join(KEYS)}.")
    for name in KEYS[3:]:
        if name != "stock" and (not isinstance(data[name], list) or len(data[name]) > MOST_ROWS):
            raise DomainError("unreadable_file", f"{name}: a list was expected.")
    return cast("TournamentData", data)


def _kind_of(name: object) -> GameKind | None:
    """Return the game whose tournament files have this format, or None."""
    return next((kind for kind in game_kinds().values() if kind.tournament_format == name), None)


def restore_upload(content: bytes, *, by: User, maps_users: bool = False) -> Restored:
    """Restore an uploaded file, for site staff only. Its size is limited to what can be checked within the request.

    Raises `DomainError`: not_found, file_too_large, unreadable_file, file_does_not_hold.
    """
    check_may_restore(by)
    if len(content) > LARGEST_UPLOAD:
        message = f"Files of more than {LARGEST_UPLOAD:,} bytes take too long here: use the command restore_tournament."
        raise DomainError("file_too_large", message)
    data = read_file(content)
    if len(data["matches"]) > MOST_MATCHES_OF_UPLOAD:
        message = f"More than {MOST_MATCHES_OF_UPLOAD} matches take too long here: use the command restore_tournament."
        raise DomainError("file_too_large", message)
    return restore_tournament(data, by=by, maps_users=maps_users)


def check_may_restore(user: User | None) -> None:
    """Raise `DomainError` not_found unless the user is site staff."""
    if user is None or not (user.is_staff and user.is_active):
        raise no_such_tournament()


def restore_tournament(data: TournamentData, *, by: User, maps_users: bool = False) -> Restored:
    """Restore the tournament, with its own id if that is free here. `by` owns it unless its owners are known.

    With `maps_users`, players and staff become the users of the same name. Otherwise, and without such a user, they are
    names. An unfinished tournament needs all its players as users. Raises `DomainError` file_does_not_hold.
    """
    try:
        with transaction.atomic():
            found = _Restoring(data, by, maps_users).restore()
    except (BadValueError, UnverifiableFileError) as fault:
        raise _refusal(str(fault)) from fault
    except IntegrityError as fault:
        raise _refusal("something appears twice that there can be only one of") from fault
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, AssertionError) as fault:
        raise _refusal(f"something in it is not of the right shape ({type(fault).__name__})") from fault
    log.info("tournament_restored", tournament=found.tournament.public_id, user_id=by.pk)
    return found


def _refusal(why: str) -> DomainError:
    return DomainError("file_does_not_hold", f"The file is not valid: {why.rstrip('.')}. Nothing was restored.")


class _Restoring:
    """The restoring of one file: its data, and the rows written so far."""

    def __init__(self, data: TournamentData, by: User, maps_users: bool) -> None:
        self.data = data
        kind = _kind_of(data["format"])
        assert kind is not None, "read_file looks at the format"
        self.kind = kind
        self.by = by
        self.users = self._find_users() if maps_users else {}
        self.entries: dict[int, Entry] = {}
        self.phases: dict[int, Phase] = {}
        self.rounds: dict[int, int] = {}

    def _find_users(self) -> dict[str, User]:
        told_of = [*self.data["entries"], *self.data["staff"], *self.data["log"], *self.data["penalties"]]
        told_of += [seat for match in self.data["matches"] for seat in match["seats"]]
        names = {one["user"] for one in told_of if isinstance(one["user"], str)}
        return {one.username: one for one in User.objects.filter(username__in=names, is_guest=False)}

    def _user(self, name: str | None) -> User | None:
        if name is not None and not isinstance(name, str):
            raise BadValueError("user: a name was expected")
        return None if name is None else self.users.get(name)

    def restore(self) -> Restored:
        """Write all rows, then check that they are consistent."""
        row = self._tournament()
        self._staff(row)
        self._entries(row)
        matches = [self._match(one, f"match {number}") for number, one in enumerate(self.data["matches"], 1)]
        self._rounds(row, matches)
        self._penalties()
        self._log(row)
        _check(row)
        row.due_at = when_due(row)
        row.save(update_fields=["due_at"])
        found = Restored(row)
        for entry in self.entries.values():
            (found.accounts if entry.user else found.names).append(entry.name)
        return found

    def _tournament(self) -> Tournament:
        columns = dict(self.data["tournament"])
        created = parse_moment(columns.pop("created_at"), "tournament, created_at")
        mode = self.kind.tournament_kinds.get(str(columns.get("mode")), self.kind.tournament_kind)
        terms = take_terms(mode, columns, "tournament")
        more = {"game": self.kind.name, "game_terms": terms}
        row = build_row(Tournament, columns, "tournament", NOT_OF_TOURNAMENT, **more)
        if commitment(bytes(row.seed)) != row.commitment:
            raise BadValueError("tournament, seed: it is not the one that was promised")
        _keep_id(row, self.data["id"], Tournament.objects.filter(public_id=self.data["id"]).exists)
        row.save()
        _set_created(row, created)
        for number, one in enumerate(self.data["phases"], 1):
            self.phases[number] = build_row(Phase, one, f"phase {number}", tournament=row)
        Phase.objects.bulk_create(self.phases.values())
        try:
            plan_of(row).validate()
        except DomainError as fault:
            raise BadValueError(f"tournament: {fault.message}") from fault
        if self.data["stock"] is not None:
            stock = build_row(PoolStock, self.data["stock"], "stock", tournament=row)
            sealed_play_of(row).check_stock(stock.data)
            stock.save()
        return row

    def _staff(self, row: Tournament) -> None:
        for number, one in enumerate(self.data["staff"], 1):
            user = self._user(one.pop("user"))
            found = build_row(Appointment, one, f"staff {number}", tournament=row)
            if user is not None:
                found.user = user
                found.save()
        if not row.appointments.filter(role=Role.OWNER).exists():
            Appointment.objects.update_or_create(tournament=row, user=self.by, defaults={"role": Role.OWNER})

    def _entries(self, row: Tournament) -> None:
        for number, one in enumerate(self.data["entries"], 1):
            name = one.pop("user")
            loadout = _take_loadout(row.loadouts, one, f"entry {number}")
            entry = build_row(Entry, one, f"entry {number}", NOT_OF_ENTRY, tournament=row, loadout=loadout)
            entry.user = self._user(name)
            if name is not None and entry.user is None and row.is_active:
                raise BadValueError(f"{entry.called} has no account here, and the tournament is not over")
            if not entry.called:
                raise BadValueError(f"entry {number}: a player has a name")
            if entry.pool is not None:
                sealed_play_of(row).check_pool(entry.pool)
            self.entries[entry.number] = entry
        if len(self.entries) != len(self.data["entries"]):
            raise BadValueError("two players have one number")
        alike = Counter(skeleton(entry.called) for entry in self.entries.values())
        same = Counter(entry.called.casefold() for entry in self.entries.values())
        for entry in self.entries.values():
            entry.name_skeleton = skeleton(entry.called)
            entry.has_namesake = alike[entry.name_skeleton] > 1 or same[entry.called.casefold()] > 1
        Entry.objects.bulk_create(self.entries.values(), batch_size=200)
        numbers = self.entries.keys()
        for phase in self.phases.values():
            if not isinstance(phase.seeds, list) or not set(phase.seeds) <= numbers:
                raise BadValueError(f"phase {phase.number}, seeds: one is no player's number")

    def _match(self, data: MatchData, where: str) -> Match:
        record = read_match_file(BytesIO(json.dumps(data["record"]).encode()))
        check_pieces(record)
        difference = first_difference(record)
        if difference is not None:
            raise BadValueError(f"{where}: {difference}")
        kind, columns = kind_of_record(record), dict(data["columns"])
        mode = kind.modes_by_name.get(columns.get("mode", ""), kind.modes[0])
        terms = take_terms(mode, columns, where)
        match = build_row(Match, columns, where, NOT_OF_MATCH, game=kind.name, game_terms=terms)
        created = match.created_at
        seed = bytes.fromhex(record["seed"])
        said = [(one["seat"], one["text"]) for one in record["actions"]]
        *_, game = kind.game.replaying(record["setup"], seed, said, returns(said))
        if match.mode != record["setup"]["mode"] or match.ended_at is None or match.started_at is None:
            raise BadValueError(f"{where}: it is not over, or of another mode than its set-up")
        match.state, match.result = MatchState.OVER, record["result"]
        match.version = match.last_action = len(said)
        match.rules_version, match.setup, match.state_data = record["rules_version"], record["setup"], game.to_data()
        match.seed, match.commitment = seed, record["commitment"]
        events = split_events(record)
        match.opening = events[0]
        if match.left is not None and not _are_numbers(match.left, len(record["setup"]["seats"])):
            raise BadValueError(f"{where}, left: a number for each seat was expected")
        _keep_id(match, data["id"], Match.objects.filter(public_id=data["id"]).exists)
        match.save()
        _set_created(match, created)
        seats = [self._seat(match, one, f"{where}, seat {index}") for index, one in enumerate(data["seats"])]
        if [seat.index for seat in seats] != list(range(len(record["setup"]["seats"]))):
            raise BadValueError(f"{where}: its seats are not those of its set-up")
        Seat.objects.bulk_create(seats)
        if len(data["actions"]) != len(said):
            raise BadValueError(f"{where}: it has other actions than its record")
        Action.objects.bulk_create(
            (
                build_row(
                    Action,
                    one,
                    f"{where}, action {number}",
                    NOT_OF_ACTION,
                    number=number,
                    move=number,  # in a file, every action is a move
                    **record["actions"][number - 1],
                    match=match,
                    events=events[number],
                )
                for number, one in enumerate(data["actions"], 1)
            ),
            batch_size=500,
        )
        return match

    def _seat(self, match: Match, data: Columns, where: str) -> Seat:
        name = data.pop("user")
        loadout = _take_loadout(match.loadouts, data, where, has_played=True)
        if match.limits is None:  # in this mode of the game seats bring nothing
            loadout = None
        return build_row(Seat, data, where, NOT_OF_SEAT, match=match, user=self._user(name), loadout=loadout)

    def _rounds(self, row: Tournament, matches: list[Match]) -> None:
        for number, one in enumerate(self.data["rounds"], 1):
            phase, tables, outs = (one.pop(name) for name in ("phase", "tables", "sit_outs"))
            where = f"round {number} of the file"
            found = build_row(Round, one, where, tournament=row, phase=self.phases[phase])
            found.save()
            self.rounds[number] = found.pk
            for table in tables:
                self._table(found, table, matches, where)
            SitOut.objects.bulk_create(
                build_row(SitOut, out, where, round=found, entry=self.entries[out.pop("player")]) for out in outs
            )

    def _table(self, of: Round, data: Columns, matches: list[Match], where: str) -> None:
        places, number, claims = (data.pop(name) for name in ("places", "match", "claims"))
        if number is not None and number < 1:
            raise BadValueError(f"{where}: there is no match {number}")
        match = None if number is None else matches[number - 1]
        table = build_row(Table, data, f"{where}, table", round=of, match=match)
        table.save()
        seated = [
            build_row(Place, one, f"{where}, {table}", table=table, entry=self.entries[one.pop("player")])
            for one in places
        ]
        Place.objects.bulk_create(seated)
        said = [
            build_row(Claim, one, f"{where}, {table}", table=table, entry=self.entries[one.pop("player")])
            for one in claims
        ]
        for claim in said:
            if not all(_are_numbers(numbers, len(seated)) for numbers in (claim.places, claim.left)):
                raise BadValueError(f"{where}, {table}: a claim has a place and what is left for each player")
        Claim.objects.bulk_create(said)

    def _penalties(self) -> None:
        for number, one in enumerate(self.data["penalties"], 1):
            user, player = self._user(one.pop("user")), one.pop("player")
            build_row(Penalty, one, f"penalty {number}", entry=self.entries[player], by=user).save()

    def _log(self, row: Tournament) -> None:
        lines = []
        for number, one in enumerate(self.data["log"], 1):
            user = self._user(one.pop("user"))
            line = build_row(LogLine, one, f"log, line {number}", tournament=row, by=user)
            line.before, line.after = (
                replace_round_key(line.before, self.rounds),
                replace_round_key(line.after, self.rounds),
            )
            lines.append(line)
        if [line.number for line in lines] != list(range(1, row.version + 1)):
            raise BadValueError("log: lines are missing, or in another order")
        LogLine.objects.bulk_create(lines, batch_size=500)


def _take_loadout(loadouts: Loadouts, columns: Columns, where: str, *, has_played: bool = False) -> Loadout | None:
    if not isinstance(columns, dict):
        raise BadValueError(f"{where}: an object was expected")
    try:
        return loadouts.take_from_columns(columns, has_played=has_played)
    except ValueError as fault:
        raise BadValueError(f"{where}, {fault}") from fault


def _keep_id(row: Tournament | Match, public_id: Any, is_taken: Callable[[], bool]) -> None:
    """Set the id from the file, unless it is missing or taken here."""
    good = isinstance(public_id, str) and public_id.isascii() and public_id.isalnum() and public_id.islower()
    if good and 1 <= len(public_id) <= 16 and not is_taken():
        row.public_id = public_id


def _set_created(row: Tournament | Match, at: datetime) -> None:
    """Set the creation time from the file, because a new row gets the current time."""
    type(row).objects.filter(pk=row.pk).update(created_at=at)
    row.created_at = at


def _are_numbers(value: Any, count: int) -> bool:
    """Return True for a list of `count` whole numbers, none negative."""
    return isinstance(value, list) and len(value) == count and all(type(one) is int and one >= 0 for one in value)


def _check(row: Tournament) -> None:
    """Raise `BadValueError` unless a replay of the log gives the players, standings and final places of the rows."""
    lines = row.log.order_by("number")
    played = replay(LoggedLine(line.did, line.after) for line in lines)
    if played.plan.get("commitment") != row.commitment or played.plan.get("lots") != row.lots:
        raise BadValueError("log: it promises another seed")
    states = dict(row.entries.values_list("number", "state"))
    if played.states != states:
        raise BadValueError("log: players are in other states than it tells")
    for phase in row.phases.filter(has_begun=True):
        if phase.is_elimination:
            bracket_results(phase)
    if played.standings() != standings_of(row):
        raise BadValueError("log: it gives other standings")
    if row.state == TournamentState.OVER and played.places != final_places(row):
        raise BadValueError("log: it gives other final places")
