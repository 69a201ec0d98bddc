"""The files of a tournament by name: who may have which, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import HttpResponse

from tournaments.errors import DomainError
from tournaments.organizing.enums import Role, TournamentState
from tournaments.tournament_api.reading import Seen
from tournaments.tournament_files.calendars import begins_at, calendar_of
from tournaments.tournament_files.csv_files import pairings_csv, players_csv, standings_csv
from tournaments.tournament_files.trf import trf_of
from tournaments.tournament_files.whole import whole_file

CSV, CALENDAR, PLAIN, JSON = (
    "text/csv; charset=utf-8",
    "text/calendar; charset=utf-8",
    "text/plain; charset=utf-8",
    "application/json",
)


class File(NamedTuple):
    """How a file is made, what kind it is, and what it is for."""

    make: Callable[[Seen], str | bytes]
    content_type: str
    about: str


def _calendar(seen: Seen) -> str:
    if begins_at(seen.tournament) is None:
        raise DomainError("wrong_state", "Nobody has said yet when it starts.", version=seen.tournament.version)
    return calendar_of([seen.tournament])


def may_have_all(seen: Seen) -> bool:
    """Whether the viewer owns it, and it is over: a file with the seed would tell what is still to be drawn."""
    return seen.actor.may_do_all or seen.actor.role == Role.OWNER


def _whole(seen: Seen) -> bytes:
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


def file_answer(seen: Seen, name: str) -> HttpResponse:
    """The file of that name. Raises `DomainError`: not_staff, wrong_state."""
    file = FILES[name]
    response = HttpResponse(file.make(seen), content_type=file.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.tournament.public_id}-{name}"'
    return response
