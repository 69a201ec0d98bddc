"""Results that people tell, players or judges: whether they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournaments.standings.results import ResultError, TableResult

if TYPE_CHECKING:
    from tournaments.organizing.locked import LockedTournament
    from tournaments.organizing.models import Place, Table

MOST_LEFT = 200
"""No ship of the set has near so much hull and shields."""


def checked_result(
    locked: LockedTournament, table: Table, rows: Sequence[Place], places: Sequence[int], left: Sequence[int]
) -> TableResult:
    """The result of a table whose players sit in this order. Raises malformed for one that cannot be."""
    try:
        result = TableResult(tuple(row.entry.number for row in rows), tuple(places), tuple(left))
    except ResultError as cause:
        raise locked.refused("malformed", str(cause)) from None
    if max(result.left) > MOST_LEFT:
        raise locked.refused("malformed", f"No ship has more than {MOST_LEFT} points of hull and shields.")
    if table.bracket_match is not None and sorted(result.places) not in ([1, 2], [2, 2]):
        message = "In a bracket one player goes on: there are places 1 and 2, or 2 and 2 where both have lost."
        raise locked.refused("malformed", message)
    return result
