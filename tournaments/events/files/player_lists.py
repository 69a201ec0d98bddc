"""Lists of players: read as people and other programs write them, and imported under one lock, first as a trial run.

A list without headings has a player on each line, whatever characters the name holds: names, or user names where
players need accounts. Headings are understood in English and German, as Melee, TopDeck, Cobra, Challonge and
spreadsheets write them. Players who are already entered are left unchanged, so a longer list can be imported again. Bad
lines have a reason, and are skipped on request.
"""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.entries import add_player, is_visible_name
from tournaments.events.enums import LEFT_BEFORE_PLAYING
from tournaments.events.locked_tournament import Ability, LockedTournament
from tournaments.players.profile_page import find_player

MOST_LINES = 4096
LARGEST_LIST = 1_000_000  # bytes
USER, NAME, FIRST, LAST, BOT, STARTER = "user", "name", "first", "last", "bot", "starter"
HEADINGS = {
    USER: "user, username, user name, login, benutzer, benutzername, nutzername",
    NAME: "name, player, player name, display name, participant, participant name, full name, nickname, spieler, "
    "spielername, spielerin, teilnehmer, teilnehmername, anzeigename, vollständiger name",
    FIRST: "first, first name, firstname, given name, vorname",
    LAST: "last, last name, lastname, surname, family name, nachname, familienname, zuname",
    BOT: "bot",
    STARTER: "starter, starter deck, starterdeck",
    "": "seed, rank, place, no, no., nr, nr., #, id, number, nummer, email, e-mail, mail, discord, pronouns, team, "
    "country, land, club, verein, city, ort, rating, elo, points, punkte, phone, telefon, deck, decklist, deck list, "
    "status, checked in, check-in, table, platz, rang, setzliste, bemerkung, notes, note, e-mail-adresse, birthday, "
    "geburtsdatum, standing, record, wins, losses, draws, registered, date, datum, corp, runner, game id",
}
"""The headings of each meaning; those of "" are left aside."""
_MEANING = {heading: meaning for meaning, headings in HEADINGS.items() for heading in headings.split(", ")}
_SEPARATOR_LINE = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_COLUMNS = ";,\t"


class PlayerList(NamedTuple):
    """The rows of a list with line numbers and their values by meaning, and the unused headings."""

    rows: list[tuple[int, dict[str, str]]]
    unused: tuple[str, ...] = ()


def decode_player_list(content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 with a byte order mark, or Windows-1252 as spreadsheets save it.

    Raise `DomainError`: unreadable_file.
    """
    is_utf_16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_utf_16 else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise DomainError("unreadable_file", "The list is not text. Save it as CSV in UTF-8.")


def read_player_list(text: str) -> PlayerList:
    """Return the players of a list without empty lines. Raises `DomainError`: file_too_large, unreadable_file."""
    if len(text) > LARGEST_LIST:
        raise DomainError("file_too_large", f"The list is longer than {LARGEST_LIST:,} characters.")
    lines = text.removeprefix("\ufeff").splitlines()
    said = _SEPARATOR_LINE.fullmatch(lines[0]) if lines else None
    skipped = 1 if said else 0
    filled = [number for number, line in enumerate(lines[skipped:], skipped) if line.strip()]
    if not filled:
        raise DomainError("unreadable_file", "The list is empty.")
    first = filled[0]
    delimiter = said[1] if said else max(_COLUMNS, key=lines[first].count)
    table = _read_cells("\n".join(lines[first:]), delimiter)
    if _is_heading(table[0][1]):
        found = _read_table(table, first)
    elif said:
        raise DomainError(
            "unreadable_file", "The first line after “sep=” holds no heading that is known, such as Name."
        )
    else:
        found = PlayerList([(number + 1, {"": _plain(lines[number])}) for number in filled])
    if len(found.rows) > MOST_LINES:
        raise DomainError("file_too_large", f"The list has more than {MOST_LINES} players.")
    return found


def _read_cells(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Return the index (from 0) and the cells of each row of a CSV text that is not empty.

    A text that cannot be read as CSV may be a list of names with quotes in them: its first line is returned as one
    cell. Raises `DomainError` unreadable_file if it has a heading.
    """
    try:
        found = list(csv.reader(StringIO(text), delimiter=delimiter, strict=True))
    except csv.Error as fault:
        if _is_heading(text.partition("\n")[0].split(delimiter)):
            raise DomainError("unreadable_file", f"The list cannot be read as CSV: {fault}.") from None
        return [(0, [text.partition("\n")[0]])]  # names with quotes in them, a player a line
    return [(place, [_plain(cell) for cell in row]) for place, row in enumerate(found) if any(map(str.strip, row))]


def _is_heading(cells: Sequence[str]) -> bool:
    """Return True if a heading has a meaning, and no more headings are unknown than have one."""
    meanings = [_MEANING.get(cell.strip().strip('"').casefold()) for cell in cells if cell.strip()]
    return any(meanings) and meanings.count(None) <= sum(map(bool, meanings))


def _read_table(table: list[tuple[int, list[str]]], first: int) -> PlayerList:
    """Return the players of a table whose first row are headings; `first` is the index of that row in the file.

    Raises `DomainError` unreadable_file if two columns mean the same.
    """
    headings = table[0][1]
    meanings = [_MEANING.get(heading.casefold(), "") for heading in headings]
    named = [meaning for meaning in meanings if meaning]
    if len(set(named)) != len(named):
        raise DomainError("unreadable_file", "Two columns of the list mean the same. Leave one of them out.")
    unused = tuple(heading for heading, meaning in zip(headings, meanings, strict=True) if heading and not meaning)
    rows = []
    for place, cells in table[1:]:
        row = {meaning: cell for meaning, cell in zip(meanings, cells, strict=False) if meaning}
        parts = [row.pop(part) for part in (FIRST, LAST) if part in row]
        if parts and not row.get(NAME):
            row[NAME] = " ".join(filter(None, parts))
        rows.append((first + place + 1, row))
    return PlayerList(rows, unused)


def _plain(cell: str) -> str:
    """Return the cell without the apostrophe that escapes formulas."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


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


def import_players(public_id: str, by: User, text: str, *, dry_run: bool, leave_bad: bool = False) -> Report:
    """Enter the players of a list, or nobody with `dry_run` or while a bad line is not skipped.

    Raises `DomainError`: not_found, not_staff, wrong_state, file_too_large, unreadable_file.
    """
    rows, unused = read_player_list(text)
    lines: list[LineReport] = []
    try:
        with LockedTournament.change(public_id, by, needs=Ability.ADMIT) as locked:
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
            entry = _add_row(locked, row)
    except DomainError as refusal:
        return LineReport(number, shown, refusal.message)
    return LineReport(number, shown, "", entry)


def _is_entered(locked: LockedTournament, row: dict[str, str]) -> bool:
    """Return True if a player with that user name, or with that name and no account, takes part already."""
    user, called = row.get("user", "") or row.get("", ""), row.get("name", "") or row.get("", "")
    found = find_player(user) if user else None
    before = locked.find_entry_of(found) if found is not None else None
    if before is not None:
        return before.state not in LEFT_BEFORE_PLAYING
    name = " ".join(called.split())
    if not is_visible_name(name):
        return False
    named_alone = locked.tournament.entries.filter(user=None, bot="", called__iexact=name)
    return named_alone.exclude(state__in=LEFT_BEFORE_PLAYING).exists()


def _add_row(locked: LockedTournament, row: dict[str, str]) -> int:
    is_table_top = locked.tournament.is_table_top
    named = row.get("user", "") or ("" if is_table_top else row.get("", ""))
    called = row.get("name", "") or row.get("", "")
    bot, starter = row.get("bot", ""), row.get("starter", "")
    user = find_player(named) if named else None
    if named and user is None:
        raise DomainError("no_such_player", f"There is no user {named[:LONGEST_SHOWN]}.")
    if user is None and not bot and not is_table_top:
        raise DomainError("malformed", "A user name was expected.")
    return add_player(locked, user=user, called="" if user else called, bot=bot, title=starter).number
