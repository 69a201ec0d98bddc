"""Table-top events: players report what became of their table, the others confirm it, or a judge decides between them.

Each player's claim is kept. When all who have to agree say the same, that is the result; when two say something else
the table is disputed, and stays so until one of them says what the other does, or a judge rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournaments.organizing.enums import Did, RoundState, Source, TournamentState
from tournaments.organizing.locked import LockedTournament, service
from tournaments.organizing.models import Claim, Entry, Place, Table
from tournaments.organizing.tables import note_result
from tournaments.organizing.told_results import checked_result

if TYPE_CHECKING:
    pass

AGREE = 2
"""So many players who say the same settle a table: at one of four nobody waits for those who have gone."""


@service(None, TournamentState.RUNNING)
def report_result(locked: LockedTournament, places: Sequence[int], left: Sequence[int] | None = None) -> Table:
    """Say what became of the own table of the round that is played: places and what was left, in the order of seats.

    Raises `DomainError`: not_found, not_entered, wrong_state, no_such_table, malformed.
    """
    entry = locked.entry()
    if not locked.tournament.is_table_top:
        raise locked.refused("wrong_state", "Results of matches that are played here come from the matches.")
    table = _own_table(locked, entry)
    rows = list(Place.objects.filter(table=table).select_related("entry__user").order_by("index"))
    result = checked_result(locked, table, rows, places, (0,) * len(rows) if left is None else left)
    claim = {"places": list(result.places), "left": list(result.left)}
    Claim.objects.update_or_create(table=table, entry=entry, defaults={**claim, "at": locked.now})
    words = f"{entry.name} reported table {table.number} of round {table.round.number}"
    of = {"round": table.round.number, "key": table.round_id, "table": table.number, "player": entry.number}
    locked.note(Did.CLAIMED, words, after=of | claim)
    _settle(locked, table, rows)
    return table


def table_of(entry: Entry) -> Table | None:
    """The table of the round that is played at which a player sits. One query."""
    played = Table.objects.filter(round__state=RoundState.RUNNING, places__entry=entry)
    return played.select_related("round__phase").first()


def _own_table(locked: LockedTournament, entry: Entry) -> Table:
    table = table_of(entry)
    if table is None:
        raise locked.refused("no_such_table", "You sit at no table now.")
    if table.is_decided:
        raise locked.refused("wrong_state", f"Table {table.number} has a result. Call a judge if it is wrong.")
    return table


def _settle(locked: LockedTournament, table: Table, rows: list[Place]) -> None:
    """Take the result that enough players agree on, if there is one and nobody says otherwise."""
    claims = list(Claim.objects.filter(table=table))
    said = {(tuple(claim.places), tuple(claim.left)) for claim in claims}
    table.is_disputed = len(said) > 1
    table.save(update_fields=["is_disputed"])
    if table.is_disputed or len(claims) < min(AGREE, len(rows)):
        return
    ((places, left),) = said
    for row, place, remains in zip(rows, places, left, strict=True):
        row.place, row.left = place, remains
    Place.objects.bulk_update(rows, ["place", "left"])
    table.source, table.result_at, table.ending = Source.REPORT, locked.now, "Reported by its players."
    table.save(update_fields=["source", "result_at", "ending"])
    note_result(locked, table, rows, before=None)
