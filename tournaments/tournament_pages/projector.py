"""What hangs on the wall: the round, its clock, who sits where by name; at the end, who came where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.tournament_pages.pairings import NameRow, name_rows
from tournaments.tournament_pages.places import Placed, places_of
from tournaments.tournament_pages.record import cached_part
from tournaments.tournament_pages.rounds import round_title

if TYPE_CHECKING:
    from tournaments.tournament_pages.record import Record


class Projected(NamedTuple):
    """The round that is shown; without one, nothing but the name of the tournament. `places` when it is over."""

    title: str
    rows: list[NameRow]
    decided: int
    tables: int
    places: list[Placed]


@cached_part
def projector_part(record: Record) -> Projected:
    """Return what the projector shows."""
    current = record.current
    if record.row.is_over:
        return Projected(record.row.name, [], 0, 0, places_of(record))
    if current is None:
        return Projected(record.row.name, [], 0, 0, [])
    tables = record.tables(current)
    decided = sum(table.is_decided for table in tables)
    return Projected(round_title(record, current), name_rows(record, current), decided, len(tables), [])
