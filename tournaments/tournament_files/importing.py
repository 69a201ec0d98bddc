"""A list of players as CSV, brought in under one lock: first as a trial, with a report for each line.

A column is called `user` (a user name), `name` (at table-top events) or `bot`; one without such a head is a list of
names, or of user names where players need accounts. Bad lines say why. They are left out only if that is asked for.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from incursions.accounts.models import User
from tournaments.errors import DomainError
from tournaments.organizing.locked import LockedTournament
from tournaments.organizing.registering import add_player
from tournaments.organizing.roles import Ability
from tournaments.profiles.reading import find_player

if TYPE_CHECKING:
    from tournaments.organizing.models import Tournament

MOST_LINES = 4096
LARGEST = 1_000_000  # bytes
HEADS = ("user", "name", "bot", "starter")
LONGEST_SHOWN = 80


class LineReport(NamedTuple):
    """What became of a line: the player's number once there is one, or why it cannot be."""

    line: int
    text: str
    fault: str
    number: int | None = None


class Report(NamedTuple):
    """What became of all lines; `is_done`: players were entered."""

    lines: list[LineReport]
    is_done: bool

    @property
    def faults(self) -> int:
        """How many lines cannot be taken."""
        return sum(bool(line.fault) for line in self.lines)


class _Trial(Exception):
    """Take everything back: it was only tried."""


def import_players(
    public_id: str, by: User, text: str, *, dry_run: bool, leave_bad: bool = False, seen: int | None = None
) -> Report:
    """Enter the players of a list; with `dry_run`, or while a line is bad and stays in, nobody.

    Raises `DomainError`: not_found, not_staff, tournament_moved_on, wrong_state, file_too_large, unreadable_file.
    """
    rows = read_rows(text)
    lines: list[LineReport] = []
    try:
        with transaction.atomic():
            locked = LockedTournament.lock(public_id, by, needs=Ability.ADMIT, seen=seen)
            lines += [_entered(locked, number, row) for number, row in rows]
            if dry_run or (any(line.fault for line in lines) and not leave_bad):
                raise _Trial
            locked.save()
    except _Trial:
        return Report([line._replace(number=None) for line in lines], is_done=False)
    return Report(lines, is_done=any(line.number for line in lines))


def read_rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """The lines of a list by their numbers, empty ones left out. Raises `DomainError`."""
    if len(text) > LARGEST:
        raise DomainError("file_too_large", f"The list is longer than {LARGEST:,} characters.")
    try:
        found = list(csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=_separator(text), strict=True))
    except csv.Error as fault:
        raise DomainError("unreadable_file", f"The list cannot be read as CSV: {fault}.") from None
    rows = [(number, [_plain(cell) for cell in row]) for number, row in enumerate(found, 1) if any(map(str.strip, row))]
    if not rows:
        raise DomainError("unreadable_file", "The list is empty.")
    head = [cell.lower() for cell in rows[0][1]]
    known = [name for name in head if name in HEADS]
    if not known:
        return _bounded([(number, {"": row[0]}) for number, row in rows])
    if len(set(known)) != len(known):
        raise DomainError("unreadable_file", "A column stands twice in the head of the list.")
    return _bounded(
        [
            (number, {name: row[place] for place, name in enumerate(head) if name in HEADS and place < len(row)})
            for number, row in rows[1:]
        ]
    )


def _bounded(rows: list[tuple[int, dict[str, str]]]) -> list[tuple[int, dict[str, str]]]:
    if len(rows) > MOST_LINES:
        raise DomainError("file_too_large", f"The list has more than {MOST_LINES} players.")
    return rows


def _separator(text: str) -> str:
    """What stands between the cells of the first line: spreadsheets write semicolons in some countries."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _plain(cell: str) -> str:
    """The cell without the apostrophe that keeps spreadsheets from taking it for a formula."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


def _entered(locked: LockedTournament, number: int, row: dict[str, str]) -> LineReport:
    """Enter the player of one line, or say why that cannot be; a line that is refused leaves nothing behind."""
    shown = ", ".join(value for value in row.values() if value)[:LONGEST_SHOWN]
    try:
        with locked.all_or_nothing():
            entry = _added(locked, locked.tournament, row)
    except DomainError as refusal:
        return LineReport(number, shown, refusal.message)
    return LineReport(number, shown, "", entry)


def _added(locked: LockedTournament, tournament: Tournament, row: dict[str, str]) -> int:
    named = row.get("user", "") or ("" if tournament.is_table_top else row.get("", ""))
    called = row.get("name", "") or row.get("", "")
    bot, starter = row.get("bot", ""), row.get("starter", "")
    user = _user(named) if named else None
    if user is None and not bot and not tournament.is_table_top:
        raise DomainError("malformed", "A user name was expected.")
    return add_player(locked, user=user, called="" if user else called, bot=bot, starter=starter).number


def _user(name: str) -> User:
    user = find_player(name)
    if user is None:
        raise DomainError("no_such_player", f"There is no user {name[:LONGEST_SHOWN]}.")
    return user
