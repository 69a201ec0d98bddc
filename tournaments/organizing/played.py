"""What a round came to, as standings take it, from who sat where: the rows tell it, and so does the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.organizing.enums import HAVE_GONE, EntryState, SitOutKind
from tournaments.standings.results import Absence, RoundResult, TableResult

OF_SIT_OUT = {
    SitOutKind.BYE: Absence.BYE,
    SitOutKind.WON: Absence.WON,
    SitOutKind.LOST: Absence.LOST,
    SitOutKind.LATE: Absence.LATE,
}


class Sat(NamedTuple):
    """A player at a table as standings see it."""

    player: int
    place: int
    left: int
    is_no_show: bool


def takes_part(state: str, *, has_played: bool) -> bool:
    """Whether a player in that state stands in the standings.

    `has_played`: had a table, or a round without one (`WITHOUT_TABLE`), in a round that has begun and holds. Who is
    disqualified or drops before that has taken no part.
    """
    return state == EntryState.PLAYING or (has_played and state in HAVE_GONE)


def round_result(tables: Iterable[Sequence[Sat]], sat_out: Iterable[tuple[int, Absence]]) -> RoundResult:
    """A round of these tables: where fewer than two came to play, nothing was played (rules 21.13)."""
    played, absent = [], list(sat_out)
    for sat in tables:
        if sum(not one.is_no_show for one in sat) >= 2:
            columns = zip(*((one.player, one.place, one.left) for one in sat), strict=True)
            played.append(TableResult(*(tuple(column) for column in columns)))
        else:
            absent += [(one.player, Absence.LOST if one.is_no_show else Absence.WON) for one in sat]
    return RoundResult(tuple(played), tuple(absent))
