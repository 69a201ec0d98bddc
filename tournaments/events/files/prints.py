"""Printed sheets of a tournament: pairings by table and by name, slips, standings, and registered players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.incursions.printing.document import PAPERS, Paper
from incursions.games.incursions.printing.tournament_sheets import Column, Slip, slip_sheet, table_sheet
from incursions.kit.refusals import DomainError
from tournaments.events.enums import EntryState
from tournaments.events.history import rules_of, standings_of
from tournaments.events.models import Round
from tournaments.events.rounds import numbers_of
from tournaments.events.seen_tournament import SeenTournament

PAPER = PAPERS["a4"]
GONE = (EntryState.WITHDRAWN, EntryState.ABSENT)


def sheet(seen: SeenTournament, what: str, paper: Paper = PAPER) -> bytes:
    """Return the sheet of that name as PDF. Raises `DomainError` wrong_state while there is nothing to print."""
    return SHEETS[what](seen, paper)


def _round(seen: SeenTournament) -> Round:
    last = seen.rounds().last()
    if last is None:
        raise DomainError("wrong_state", "No round is paired yet.", version=seen.tournament.version)
    return last


def _tables(one: Round) -> list[tuple[int, list[str]]]:
    """Return the tables of a round: their numbers and players."""
    tables = list(one.tables.order_by("number"))
    places = numbers_of(tables)
    return [(table.number, [place.entry.name for place in places[table.pk]]) for table in tables]


def _outs(one: Round) -> list[tuple[str, str]]:
    found = one.sit_outs.select_related("entry__user").order_by("entry__number")
    return [(out.entry.name, out.get_kind_display()) for out in found]


def _subtitle(seen: SeenTournament, one: Round) -> str:
    return f"{seen.tournament.name}, round {one.number}"


def _by_table(seen: SeenTournament, paper: Paper) -> bytes:
    one = _round(seen)
    rows = [(str(number), " – ".join(names)) for number, names in _tables(one)]
    rows += [("", f"{name}: {kind}") for name, kind in _outs(one)]
    columns = (Column("Table", 1, is_number=True), Column("Players", 9))
    return table_sheet("Pairings by table", _subtitle(seen, one), columns, rows, paper)


def _by_name(seen: SeenTournament, paper: Paper) -> bytes:
    one = _round(seen)
    rows = [
        (name, str(number), " – ".join(other for seat, other in enumerate(names) if seat != mine))
        for number, names in _tables(one)
        for mine, name in enumerate(names)
    ]
    rows += [(name, "", kind) for name, kind in _outs(one)]
    rows.sort(key=lambda row: row[0].casefold())
    columns = (Column("Player", 4), Column("Table", 1, is_number=True), Column("Against", 5))
    return table_sheet("Pairings by name", _subtitle(seen, one), columns, rows, paper)


def _slips(seen: SeenTournament, paper: Paper) -> bytes:
    one = _round(seen)
    slips = [Slip(f"Round {one.number}, table {number}", names) for number, names in _tables(one)]
    return slip_sheet("Match slips", _subtitle(seen, one), slips, paper)


def _standings(seen: SeenTournament, paper: Paper) -> bytes:
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
    return table_sheet("Standings", row.name, columns, rows, paper)


def _registration(seen: SeenTournament, paper: Paper) -> bytes:
    entries = seen.tournament.entries.exclude(state__in=GONE).select_related("user")
    rows = sorted(
        ((entry.name, str(entry.number), entry.get_state_display(), "") for entry in entries),
        key=lambda row: row[0].casefold(),
    )
    columns = (Column("Player", 4), Column("Number", 1.2, is_number=True), Column("State", 3), Column("Signature", 4))
    return table_sheet("Registration", seen.tournament.name, columns, rows, paper)


SHEETS: Mapping[str, Callable[[SeenTournament, Paper], bytes]] = {
    "pairings-by-table": _by_table,
    "pairings-by-name": _by_name,
    "slips": _slips,
    "standings": _standings,
    "registration": _registration,
}
