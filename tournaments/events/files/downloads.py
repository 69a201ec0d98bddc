"""The files of a tournament by name, with their permissions and content: CSV, TRF16, iCalendar, PDF.

Players, pairings and standings are CSV in UTF-8, with column names in the first line. A cell that a spreadsheet would
read as a formula begins with an apostrophe, which the import removes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from io import StringIO
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpResponse
from django.utils.crypto import salted_hmac

from incursions.accounts.models import User
from incursions.games.prints import Column, Slip
from incursions.kit.refusals import DomainError
from tournaments.events.enums import ENDED, LEFT_BEFORE_PLAYING, Role, RoundState, TournamentState
from tournaments.events.files.tournament_file import write_tournament_file
from tournaments.events.history import PlayedRound, rounds_played, rules_of, standings_of
from tournaments.events.models import SitOut, Table, Tournament
from tournaments.events.seen_tournament import SeenTournament
from tournaments.events.standings import Absence
from tournaments.matches.game_kinds import find_printing

LONGEST_TRF_NAME = 33
TRF_NOBODY = "Took no part"
NOT_PAIRED = "  0000 - Z"
NO_CELL = " " * len(NOT_PAIRED)
TRF_OF_ABSENCE: Mapping[Absence, str] = {
    Absence.BYE: "  0000 - U",
    Absence.WON: "  0000 - F",
    Absence.LOST: NOT_PAIRED,
    Absence.LATE: NOT_PAIRED,
}


def trf_of(row: Tournament) -> str:
    """Return the text. Raises `DomainError` wrong_state for a tournament with tables of more than two."""
    played = rounds_played(row)
    if row.phases.filter(has_begun=True, seats__gt=2).exists():
        raise DomainError("wrong_state", "Results of tables with more than two players have no place in TRF.")
    entries = row.entries.in_standings().select_related("user")
    names = {entry.number: entry.name for entry in entries}
    standings = {one.player: one for one in standings_of(row)}
    last = max(standings, default=0)
    lines = [*_trf_head(row, last, len(played))]
    # Z gives the points of a loss; a round after the player left gives none.
    dropped = NO_CELL if row.loss_points else NOT_PAIRED
    for number in range(1, last + 1):  # readers want every number
        standing = standings.get(number)
        points, rank = (standing.score.points, standing.rank) if standing else (0, len(standings) + 1)
        name = " ".join(names.get(number, TRF_NOBODY).split())
        decimals = f"{points:4.1f}" if points < 100 else f"{points:4d}"  # there are four columns
        cells = "".join(_trf_cell(number, one, dropped) for one in played)
        line = (
            f"001 {number:4d}      {name[:LONGEST_TRF_NAME]:<33} {'':4} {'':3} {'':11} {'':10} "
            f"{decimals} {rank:4d}{cells}"
        )
        lines.append(line.rstrip())
    return "\r\n".join(lines) + "\r\n"


def _trf_head(row: Tournament, players: int, rounds: int) -> list[str]:
    """Return the lines about the tournament of a TRF file (FIDE's format for tournaments)."""
    planned = row.phases.filter(number=1).values_list("rounds", flat=True).first() or rounds
    lines = [f"012 {' '.join(row.name.split())}"]
    lines += [f"042 {row.started_at:%Y/%m/%d}"] if row.started_at else []
    lines += [f"052 {row.ended_at:%Y/%m/%d}"] if row.ended_at else []
    formats = ", ".join(phase.get_format_display() for phase in row.phases.all())
    minutes = row.match_s // 60
    lines += [f"062 {players}", f"092 Individual: {formats}", f"122 {minutes} minutes for each match"]
    begun = row.rounds.exclude(state=RoundState.UNDONE).exclude(began_at=None).select_related("phase")
    counting = [one for one in begun.order_by("number") if not one.phase.is_elimination]
    dates = "  ".join(f"{one.began_at:%y/%m/%d}" for one in counting)
    lines += [f"132{'':88}{dates}"] if dates else []  # in columns 92, 102 and so on
    return [*lines, f"XXR {max(planned, rounds)}", *_trf_points_system(row)]


def _trf_points_system(row: Tournament) -> list[str]:
    """Return the points lines of bbpPairings, and the line of JaVaFo with a code for each result and seat."""
    win, draw, loss, bye = row.win_points, row.draw_points, row.loss_points, row.bye_points
    bbp = {"BBW": win, "BBD": draw, "BBL": loss, "BBZ": loss, "BBF": loss, "BBU": bye}
    results = {"WW": win, "BW": win, "WD": draw, "BD": draw, "WL": loss, "BL": loss, "FW": win, "FL": loss}
    javafo = results | {"PAB": bye, "FPB": win, "HPB": draw, "ZPB": loss}
    codes = " ".join(f"{code}={number:.1f}" for code, number in javafo.items())
    return [*(f"{code} {number:4.1f}" for code, number in bbp.items()), f"XXS {codes}"]


def _trf_cell(player: int, played: PlayedRound, dropped: str) -> str:
    """Return a round of a player: the opponent, the seat and the result."""
    for sat in played.tables.values():
        numbers = [one.player for one in sat]
        if player not in numbers:
            continue
        mine = numbers.index(player)
        me, other = sat[mine], sat[1 - mine]
        result = _trf_result(me.place, other.place, me.is_no_show, other.is_no_show)
        return f"  {other.player:4d} {'wb'[mine]} {result}"
    absence = next((kind for number, kind in played.sat_out if number == player), None)
    return dropped if absence is None else TRF_OF_ABSENCE[absence]


def _trf_result(mine: int, other: int, am_absent: bool, is_other_absent: bool) -> str:
    """Return the sign of a result in a TRF file; `mine` and `other` are the places of the two players."""
    if am_absent:
        return "-"
    if is_other_absent:
        return "+"
    if mine == other:
        return "=" if mine == 1 else "-"  # readers know a double loss as a double forfeit alone
    return "1" if mine < other else "0"


CALENDAR_SALT = "tournaments.calendar"
MOST_EVENTS = 200
LONGEST_CALENDAR_LINE = 75  # bytes
PLAYERS_GUESSED = 16
SHORTEST_EVENT = timedelta(minutes=1)
ESCAPES = (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n"))


def calendar_of(rows: Iterable[Tournament]) -> str:
    """Return a calendar with an entry for each tournament with a known time."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Incursions//Tournaments//EN", "CALSCALE:GREGORIAN"]
    for row in rows:
        lines += _event_lines(row)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _fold(line))


def own_calendar(user: User) -> str:
    """Return the calendar of tournaments that the user has entered or helps to run: the last 200 by start time."""
    dated = Tournament.objects.of_user(user).exclude(starts_at=None, started_at=None)
    return calendar_of(dated.order_by("-starts_at", "-pk")[:MOST_EVENTS])


def calendar_key(user: User) -> str:
    """Return the key with which a calendar program reads a user's events. It changes with the password."""
    return f"{user.pk}-{salted_hmac(CALENDAR_SALT, f'{user.pk} {user.password}', algorithm='sha256').hexdigest()[:40]}"


def user_of_key(key: str) -> User | None:
    """Return the user with that key, or None if it is unknown or predates a change of password."""
    number = key.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        return None
    user = User.objects.filter(pk=int(number), is_active=True).first()
    return user if user is not None and compare_digest(calendar_key(user), key) else None


def _event_lines(row: Tournament) -> list[str]:
    """Return the lines of a tournament in a calendar file."""
    begin = row.started_at or row.starts_at
    if begin is None:
        return []
    last = row.log.order_by("-number").values_list("at", flat=True).first() or row.created_at
    end = begin + max(_estimate_length(row), SHORTEST_EVENT)  # a tournament that never began keeps its planned length
    if row.started_at is not None and row.ended_at is not None and row.ended_at > begin:
        end = row.ended_at
    return [
        "BEGIN:VEVENT",
        f"UID:{row.public_id}@{settings.SITE_HOST}",
        f"SEQUENCE:{row.version}",
        f"DTSTAMP:{_format_time(last)}",
        f"DTSTART:{_format_time(begin)}",
        f"DTEND:{_format_time(end)}",
        f"SUMMARY:{_escape_text(row.name)}",
        *([f"DESCRIPTION:{_escape_text(row.description)}"] if row.description else []),
        f"URL:{settings.SITE_URL}{row.get_absolute_url()}",
        f"STATUS:{'CANCELLED' if row.state == TournamentState.CANCELLED else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def _estimate_length(row: Tournament) -> timedelta:
    """Estimate the length: the sum of its rounds, with a guess for formats whose field decides their number."""
    field = row.capacity or PLAYERS_GUESSED
    total = row.build_s if row.is_sealed else 0
    for phase in row.phases.order_by("number"):
        players = min(phase.cut_to or field, field)
        rounds = phase.rounds or phase.rules.estimate_rounds(players)
        total += rounds * ((phase.match_s or row.match_s) + row.delay_s + row.break_s)
    return timedelta(seconds=total)


def _format_time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape_text(text: str) -> str:
    for sign, escaped in ESCAPES:
        text = text.replace(sign, escaped)
    return "".join(sign for sign in text if sign.isprintable())


def _fold(line: str) -> Iterator[str]:
    """Yield the line folded into pieces of at most 75 bytes. Characters stay whole; later pieces begin with a space."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > LONGEST_CALENDAR_LINE:
            yield piece
            piece = " "
        piece += sign
    yield piece


FORMULA = ("=", "+", "-", "@", "\t", "\r")
PLAYER_COLUMNS = ("number", "name", "user", "bot", "state", "entered at")
PAIRING_COLUMNS = (
    *("round", "phase", "format", "table", "seat", "number", "name", "place", "left", "not there"),
    *("result by", "without a table", "match", "side"),
)
STANDING_COLUMNS = ("rank", "number", "name", "dropped", "points", "won", "drawn", "lost", "byes")


def csv_of(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the text of a CSV file. An apostrophe keeps spreadsheets from reading a cell as a formula."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow(f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row)
    return text.getvalue()


def players_csv(seen: SeenTournament) -> str:
    """Return the entries as CSV, by number."""
    entries = seen.tournament.entries.select_related("user").order_by("number")
    rows = (
        (
            entry.number,
            entry.name,
            entry.user.username if entry.user else "",
            entry.bot,
            entry.state,
            entry.entered_at.isoformat(),
        )
        for entry in entries
    )
    return csv_of(PLAYER_COLUMNS, rows)


def pairings_csv(seen: SeenTournament) -> str:
    """Return the rounds that the viewer may see as CSV: a line per seat, and per player without a table."""
    tables = Table.objects.select_related("match").only("number", "source", "round_id", "match__public_id")
    outs = SitOut.objects.select_related("entry__user").order_by("entry__number")
    parts = (Prefetch("tables", tables.with_places().order_by("number")), Prefetch("sit_outs", outs))
    rows: list[Sequence[Any]] = []
    for one in seen.rounds().prefetch_related(*parts):
        head = (one.number, one.phase.number, one.phase.format)
        for table in one.tables.all():
            match = table.match.public_id if table.match else ""
            places = table.places.all()
            for place, side in zip(places, _list_sides(seen, len(places)), strict=True):
                decided = (place.place, place.left) if table.is_decided else ("", "")
                entry = place.entry
                said = ("yes" if place.is_no_show else "", table.source, "", match, side)
                rows.append((*head, table.number, place.index, entry.number, entry.name, *decided, *said))
        rows += [
            (*head, "", "", out.entry.number, out.entry.name, "", "", "", "", out.kind, "", "")
            for out in one.sit_outs.all()
        ]
    return csv_of(PAIRING_COLUMNS, rows)


def standings_csv(seen: SeenTournament) -> str:
    """Return the standings as CSV, with the tie-breaks in order as decimal fractions."""
    row = seen.tournament
    names = row.player_names()
    rows = []
    for one in standings_of(row):
        score = one.score
        head = (one.rank, one.player, names[one.player], "yes" if one.has_dropped else "")
        counts = (score.points, score.wins, score.draws, score.losses, score.byes)
        rows.append((*head, *counts, *(f"{float(value):.6g}" for value in one.values)))
    return csv_of((*STANDING_COLUMNS, *(f"{number}. {key}" for number, key in enumerate(row.tie_breaks, 1))), rows)


CSV, CALENDAR, PLAIN, JSON = (
    "text/csv; charset=utf-8",
    "text/calendar; charset=utf-8",
    "text/plain; charset=utf-8",
    "application/json",
)


class File(NamedTuple):
    """A kind of file: its writer, its content type, and its purpose."""

    make: Callable[[SeenTournament], str | bytes]
    content_type: str
    about: str


def _write_calendar(seen: SeenTournament) -> str:
    row = seen.tournament
    if row.started_at is None and row.starts_at is None:
        raise DomainError("wrong_state", "No start time is set yet.", version=row.version)
    return calendar_of([row])


def may_have_all(seen: SeenTournament) -> bool:
    """Return True if the viewer owns the finished tournament. The file has the seed, which reveals future draws."""
    return seen.actor.may_do_all or seen.actor.role == Role.OWNER


def _write_whole(seen: SeenTournament) -> bytes:
    row = seen.tournament
    if not may_have_all(seen):
        raise DomainError("not_staff", "Only the owner can download the whole tournament.", version=row.version)
    if row.state not in ENDED:
        message = "The whole tournament can be downloaded when it is over: its seed tells what is still to be drawn."
        raise DomainError("wrong_state", message, version=row.version)
    return write_tournament_file(row)


FILES: Mapping[str, File] = {
    "players.csv": File(players_csv, CSV, "All who have entered, as a table"),
    "pairings.csv": File(pairings_csv, CSV, "Every seat of every round, with results, as a table"),
    "standings.csv": File(standings_csv, CSV, "The standings, with what breaks ties, as a table"),
    "results.trf": File(lambda seen: trf_of(seen.tournament), PLAIN, "Results of tables of two, as TRF16"),
    "event.ics": File(_write_calendar, CALENDAR, "The date, for your calendar"),
    "tournament.json": File(_write_whole, JSON, "Everything, to restore it elsewhere"),
}


def file_answer(seen: SeenTournament, name: str) -> HttpResponse:
    """Return the file of that name as a response. Raises `DomainError`: not_staff, wrong_state."""
    file = FILES[name]
    response = HttpResponse(file.make(seen), content_type=file.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.tournament.public_id}-{name}"'
    return response


def _read_seating(seen: SeenTournament) -> tuple[int, str, list[tuple[int, list[str]]], list[tuple[str, str]]]:
    """Return the last round: number, subtitle, the names at each table, and the names without one with the reason."""
    last = seen.rounds().last()
    if last is None:
        raise DomainError("wrong_state", "No round is paired yet.", version=seen.tournament.version)
    tables = last.tables.with_places().order_by("number")
    outs = last.sit_outs.select_related("entry__user").order_by("entry__number")
    at_tables = [(table.number, _name_seats(seen, table)) for table in tables]
    without = [(out.entry.name, out.get_kind_display()) for out in outs]
    return last.number, f"{seen.tournament.name}, round {last.number}", at_tables, without


def _list_sides(seen: SeenTournament, seats: int) -> Sequence[str]:
    """Return the side of each seat of a table, "" if its seats play alike."""
    return seen.tournament.mode_kind.list_sides(seats) or [""] * seats


def _name_seats(seen: SeenTournament, table: Table) -> list[str]:
    """Return the players of a table by name, with their sides if its seats play different ones."""
    names = [place.entry.name for place in table.places.all()]
    sides = _list_sides(seen, len(names))
    return [f"{name} ({side})" if side else name for name, side in zip(names, sides, strict=True)]


def _print_pairings_by_table(seen: SeenTournament) -> bytes:
    _, subtitle, tables, outs = _read_seating(seen)
    rows = [(str(number), " – ".join(names)) for number, names in tables]
    rows += [("", f"{name}: {kind}") for name, kind in outs]
    columns = (Column("Table", 1, is_number=True), Column("Players", 9))
    return find_printing(seen.tournament.game_kind).table_sheet("Pairings by table", subtitle, columns, rows)


def _print_pairings_by_name(seen: SeenTournament) -> bytes:
    _, subtitle, tables, outs = _read_seating(seen)
    rows = [
        (name, str(number), " – ".join(other for seat, other in enumerate(names) if seat != mine))
        for number, names in tables
        for mine, name in enumerate(names)
    ]
    rows += [(name, "", kind) for name, kind in outs]
    rows.sort(key=lambda row: row[0].casefold())
    columns = (Column("Player", 4), Column("Table", 1, is_number=True), Column("Against", 5))
    return find_printing(seen.tournament.game_kind).table_sheet("Pairings by name", subtitle, columns, rows)


def _print_slips(seen: SeenTournament) -> bytes:
    round_number, subtitle, tables, _ = _read_seating(seen)
    slips = [Slip(f"Round {round_number}, table {number}", names) for number, names in tables]
    return find_printing(seen.tournament.game_kind).slip_sheet("Match slips", subtitle, slips)


def _print_standings(seen: SeenTournament) -> bytes:
    row = seen.tournament
    names = row.player_names()
    shown = [(place, by.printed_heading) for place, by in enumerate(rules_of(row).tie_breaks) if by.printed_heading]
    columns = [Column("", 1, is_number=True), Column("Player", 5), Column("Points", 1.4, is_number=True)]
    columns += [Column(heading, 2, is_number=True) for _, heading in shown]
    rows = []
    for one in standings_of(row):
        name = f"{names[one.player]} (dropped)" if one.has_dropped else names[one.player]
        numbers = [f"{float(one.values[place]):.3f}" for place, _ in shown]
        rows.append((str(one.rank), name, str(one.score.points), *numbers))
    return find_printing(seen.tournament.game_kind).table_sheet("Standings", row.name, columns, rows)


def _print_registration(seen: SeenTournament) -> bytes:
    entries = seen.tournament.entries.exclude(state__in=LEFT_BEFORE_PLAYING).select_related("user")
    rows = sorted(
        ((entry.name, str(entry.number), entry.get_state_display(), "") for entry in entries),
        key=lambda row: row[0].casefold(),
    )
    columns = (Column("Player", 4), Column("Number", 1.2, is_number=True), Column("State", 3), Column("Signature", 4))
    return find_printing(seen.tournament.game_kind).table_sheet("Registration", seen.tournament.name, columns, rows)


SHEETS: Mapping[str, Callable[[SeenTournament], bytes]] = {
    "pairings-by-table": _print_pairings_by_table,
    "pairings-by-name": _print_pairings_by_name,
    "slips": _print_slips,
    "standings": _print_standings,
    "registration": _print_registration,
}
