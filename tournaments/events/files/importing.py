"""Import a list of players under one lock, first as a trial run, with a report for each line.

A list without headings has names, or user names where players need accounts. Players who are already entered are left
unchanged, so a longer list can be imported again. Bad lines have a reason, and are skipped on request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.entries import GONE, add_player, is_visible_name
from tournaments.events.files.player_lists import read_player_list
from tournaments.events.locked_tournament import Ability, LockedTournament
from tournaments.players.profiles.names import find_player

if TYPE_CHECKING:
    from tournaments.events.models import Tournament

LONGEST_SHOWN = 80


class LineReport(NamedTuple):
    """The report of a line: the player's number once entered, or the fault.

    `is_double`: the player is entered already, by an earlier line or before; the line enters nobody.
    """

    line: int
    text: str
    fault: str
    number: int | None = None
    is_double: bool = False


class Report(NamedTuple):
    """The report of an import. `is_done`: players were entered. `unused` are the headings of ignored columns."""

    lines: list[LineReport]
    is_done: bool
    unused: tuple[str, ...] = ()

    @property
    def faults(self) -> int:
        """The number of lines with a fault."""
        return sum(bool(line.fault) for line in self.lines)


class _TrialRunError(Exception):
    """Raised to roll back a trial run."""


def import_players(
    public_id: str, by: User, text: str, *, dry_run: bool, leave_bad: bool = False, seen: int | None = None
) -> Report:
    """Enter the players of a list, or nobody with `dry_run` or while a bad line is not skipped.

    Raises `DomainError`: not_found, not_staff, tournament_moved_on, wrong_state, file_too_large, unreadable_file.
    """
    rows, unused = read_player_list(text)
    lines: list[LineReport] = []
    try:
        with LockedTournament.change(public_id, by, needs=Ability.ADMIT, seen=seen) as locked:
            lines += [_enter_line(locked, number, row) for number, row in rows]
            if dry_run or (any(line.fault for line in lines) and not leave_bad):
                raise _TrialRunError
    except _TrialRunError:
        return Report([line._replace(number=None) for line in lines], is_done=False, unused=unused)
    return Report(lines, is_done=any(line.number for line in lines), unused=unused)


def _enter_line(locked: LockedTournament, number: int, row: dict[str, str]) -> LineReport:
    """Enter the player of a line and report it. A refused line leaves no rows."""
    shown = ", ".join(value for value in row.values() if value)[:LONGEST_SHOWN]
    if _is_entered(locked, row):
        return LineReport(number, shown, "", is_double=True)
    try:
        with locked.all_or_nothing():
            entry = _add(locked, locked.tournament, row)
    except DomainError as refusal:
        return LineReport(number, shown, refusal.message)
    return LineReport(number, shown, "", entry)


def _is_entered(locked: LockedTournament, row: dict[str, str]) -> bool:
    """Return True if a player with that user name, or with that name and no account, takes part already."""
    user, called = row.get("user", "") or row.get("", ""), row.get("name", "") or row.get("", "")
    found = find_player(user) if user else None
    before = locked.entry_of(found) if found is not None else None
    if before is not None:
        return before.state not in GONE
    name = " ".join(called.split())
    if not is_visible_name(name):
        return False
    named_alone = locked.tournament.entries.filter(user=None, bot="", called__iexact=name)
    return named_alone.exclude(state__in=GONE).exists()


def _add(locked: LockedTournament, tournament: Tournament, row: dict[str, str]) -> int:
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
