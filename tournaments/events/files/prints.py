"""Printed sheets of a tournament: pairings by table and by name, slips, standings, and registered players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.incursions.printing.document import PAPERS, Paper
from incursions.games.incursions.printing.tournament_sheets import Column, Slip, slip_sheet, table_sheet
from incursions.kit.refusals import DomainError
from tournaments.events.api.answers import StandingsTable
from tournaments.events.api.reading import Seen
from tournaments.events.enums import EntryState
from tournaments.events.models import Round
from tournaments.events.rounds import numbers_of

PAPER = PAPERS["a4"]
GONE = (EntryState.WITHDRAWN, EntryState.ABSENT)


def sheet(seen: Seen, what: str, paper: Paper = PAPER) -> bytes:
    """Return the sheet of that name as PDF. Raises `DomainError` wrong_state while there is nothing to print."""
    return SHEETS[what](seen, paper)


def _round(seen: Seen) -> Round:
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


def _subtitle(seen: Seen, one: Round) -> str:
    return f"{seen.tournament.name}, round {one.number}"


def _by_table(seen: Seen, paper: Paper) -> bytes:
    one = _round(seen)
    rows = [(str(number), " – ".join(names)) for number, names in _tables(one)]
    rows += [("", f"{name}: {kind}") for name, kind in _outs(one)]
    columns = (Column("Table", 1, is_number=True), Column("Players", 9))
    return table_sheet("Pairings by table", _subtitle(seen, one), columns, rows, paper)


def _by_name(seen: Seen, paper: Paper) -> bytes:
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


def _slips(seen: Seen, paper: Paper) -> bytes:
    one = _round(seen)
    slips = [Slip(f"Round {one.number}, table {number}", names) for number, names in _tables(one)]
    return slip_sheet("Match slips", _subtitle(seen, one), slips, paper)


def _standings(seen: Seen, paper: Paper) -> bytes:
    table = StandingsTable(seen.tournament, accounts=False)
    shown = [(place, by.printed_heading) for place, by in enumerate(table.order) if by.printed_heading]
    columns = [Column("", 1, is_number=True), Column("Player", 5), Column("Points", 1.4, is_number=True)]
    columns += [Column(heading, 2, is_number=True) for _, heading in shown]
    rows = []
    for line in (table.data(one) for one in table.standings):
        name = f"{line['name']} (dropped)" if line["has_dropped"] else line["name"]
        numbers = [f"{line['compared'][place]['value']:.3f}" for place, _ in shown]
        rows.append((str(line["rank"]), name, str(line["points"]), *numbers))
    return table_sheet("Standings", seen.tournament.name, columns, rows, paper)


def _registration(seen: Seen, paper: Paper) -> bytes:
    entries = seen.tournament.entries.exclude(state__in=GONE).select_related("user")
    rows = sorted(
        ((entry.name, str(entry.number), entry.get_state_display(), "") for entry in entries),
        key=lambda row: row[0].casefold(),
    )
    columns = (Column("Player", 4), Column("Number", 1.2, is_number=True), Column("State", 3), Column("Signature", 4))
    return table_sheet("Registration", seen.tournament.name, columns, rows, paper)


SHEETS: Mapping[str, Callable[[Seen, Paper], bytes]] = {
    "pairings-by-table": _by_table,
    "pairings-by-name": _by_name,
    "slips": _slips,
    "standings": _standings,
    "registration": _registration,
}
