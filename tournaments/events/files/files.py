"""The files of a tournament by name: permissions and content.

Players, pairings and standings are CSV in UTF-8, with column names in the first line. A cell that a spreadsheet would
read as a formula begins with an apostrophe, which the import removes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from django.http import HttpResponse

from incursions.kit.refusals import DomainError
from tournaments.events.enums import Role, TournamentState
from tournaments.events.files.calendars import begins_at, calendar_of
from tournaments.events.files.trf import trf_of
from tournaments.events.files.whole import whole_file
from tournaments.events.history import standings_of
from tournaments.events.models import SitOut, Table
from tournaments.events.rounds import numbers_of
from tournaments.events.seen_tournament import SeenTournament

FORMULA = ("=", "+", "-", "@", "\t", "\r")
PLAYERS = ("number", "name", "user", "bot", "state", "entered at")
PAIRINGS = (
    *("round", "phase", "format", "table", "seat", "number", "name", "place", "left", "not there"),
    *("result by", "without a table", "match"),
)
COUNTS = ("rank", "number", "name", "dropped", "points", "won", "drawn", "lost", "byes")


def plain_cell(value: Any) -> Any:
    """Return the value escaped so that no spreadsheet reads it as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def csv_of(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the text of a CSV file."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([plain_cell("" if cell is None else cell) for cell in row] for row in rows)
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
    return csv_of(PLAYERS, rows)


def pairings_csv(seen: SeenTournament) -> str:
    """Return the rounds that the viewer may see as CSV: a line per seat, and per player without a table."""
    rounds = list(seen.rounds())
    tables = (
        Table.objects.filter(round__in=rounds)
        .select_related("match")
        .only("number", "source", "round_id", "match__public_id")
    )
    by_round: dict[int, list[Table]] = {one.pk: [] for one in rounds}
    for table in tables.order_by("number"):
        by_round[table.round_id].append(table)
    places = numbers_of([table for found in by_round.values() for table in found])
    outs: dict[int, list[SitOut]] = {one.pk: [] for one in rounds}
    for out in SitOut.objects.filter(round__in=rounds).select_related("entry__user").order_by("entry__number"):
        outs[out.round_id].append(out)
    rows: list[Sequence[Any]] = []
    for one in rounds:
        head = (one.number, one.phase.number, one.phase.format)
        for table in by_round[one.pk]:
            match = table.match.public_id if table.match else ""
            for place in places[table.pk]:
                decided = (place.place, place.left) if table.is_decided else ("", "")
                entry = place.entry
                said = ("yes" if place.is_no_show else "", table.source, "", match)
                rows.append((*head, table.number, place.index, entry.number, entry.name, *decided, *said))
        rows += [
            (*head, "", "", out.entry.number, out.entry.name, "", "", "", "", out.kind, "") for out in outs[one.pk]
        ]
    return csv_of(PAIRINGS, rows)


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
    return csv_of((*COUNTS, *(f"{number}. {key}" for number, key in enumerate(row.tie_breaks, 1))), rows)


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


def _calendar(seen: SeenTournament) -> str:
    if begins_at(seen.tournament) is None:
        raise DomainError("wrong_state", "Nobody has said yet when it starts.", version=seen.tournament.version)
    return calendar_of([seen.tournament])


def may_have_all(seen: SeenTournament) -> bool:
    """Return True if the viewer owns the finished tournament. The file has the seed, which reveals future draws."""
    return seen.actor.may_do_all or seen.actor.role == Role.OWNER


def _whole(seen: SeenTournament) -> bytes:
    row = seen.tournament
    if not may_have_all(seen):
        raise DomainError("not_staff", "The owner takes the whole tournament along.", version=row.version)
    if row.state not in (TournamentState.OVER, TournamentState.CANCELLED):
        message = "The whole tournament is a file when it is over: its seed tells what is still to be drawn."
        raise DomainError("wrong_state", message, version=row.version)
    return whole_file(row)


FILES: Mapping[str, File] = {
    "players.csv": File(players_csv, CSV, "All who have entered, as a table"),
    "pairings.csv": File(pairings_csv, CSV, "Every seat of every round, with results, as a table"),
    "standings.csv": File(standings_csv, CSV, "The standings, with what breaks ties, as a table"),
    "results.trf": File(lambda seen: trf_of(seen.tournament), PLAIN, "Results of tables of two, as TRF16"),
    "event.ics": File(_calendar, CALENDAR, "The date, for your calendar"),
    "tournament.json": File(_whole, JSON, "Everything, to restore it elsewhere"),
}


def file_answer(seen: SeenTournament, name: str) -> HttpResponse:
    """Return the file of that name as a response. Raises `DomainError`: not_staff, wrong_state."""
    file = FILES[name]
    response = HttpResponse(file.make(seen), content_type=file.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.tournament.public_id}-{name}"'
    return response
