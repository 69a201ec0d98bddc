"""Am I in? What a win, a draw or a loss in the round that is played would mean for the cut that follows.

Only what is certain is called so: all results that the others can still have are counted, at tables of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tournaments.organizing.enums import EntryState, RoundState, SitOutKind
from tournaments.tournament_pages.standings_page import cut_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.standings.results import Scoring
    from tournaments.tournament_pages.record import Record, TableLine


class Outlook(NamedTuple):
    """What one result of the own table means."""

    case: str
    words: str
    tone: str


class _Field(NamedTuple):
    """Everybody's points without tables that are undecided, the others' tables, and what can still come after them."""

    points: dict[int, int]
    tables: list[tuple[int, int]]
    scoring: Scoring
    later: int

    def results(self) -> tuple[tuple[int, int], ...]:
        """What a table of two can bring."""
        one = self.scoring
        return (one.win, one.loss), (one.draw, one.draw), (one.loss, one.win)


def outlook_of(record: Record, number: int) -> list[Outlook]:
    """What each result means for a player at a table without one; nothing where no cut follows on this phase."""
    return record.part(("outlook", number), lambda: _made(record, number))


def _made(record: Record, number: int) -> list[Outlook]:
    current, cut = record.current, cut_of(record)
    if current is None or not cut or current.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        return []
    undecided = [table for table in record.tables(current) if not table.is_decided]
    own = next((table for table in undecided if any(one.player.number == number for one in table.seats)), None)
    rounds = record.rounds_in(current.phase)
    if own is None or not rounds or any(len(table.seats) != 2 for table in undecided):
        return []
    later = max(rounds - current.in_phase, 0)
    field = _Field(
        _points(record), [_pair(table) for table in undecided if table is not own], record.rules.scoring, later
    )
    other = next(player for player in _pair(own) if player != number)
    scoring = field.scoring
    cases = (
        ("Win this round", scoring.win, scoring.loss),
        ("Draw", scoring.draw, scoring.draw),
        ("Lose", scoring.loss, scoring.win),
    )
    return [_outlook(case, field, (number, mine), (other, theirs), cut) for case, mine, theirs in cases]


def _pair(table: TableLine) -> tuple[int, int]:
    one, other = (seated.player.number for seated in table.seats)
    return one, other


def _points(record: Record) -> dict[int, int]:
    """The points of all who still play; those of a bye in a round that is about to start count already."""
    points = {
        number: score.points
        for number, score in record.scores.items()
        if record.players[number].state == EntryState.PLAYING
    }
    current = record.current
    if current is not None and current.state == RoundState.PUBLISHED:
        for out in record.sit_outs(current):
            if out.player.number in points and out.kind == SitOutKind.BYE:
                points[out.player.number] += record.rules.scoring.bye
    return points


def _outlook(case: str, field: _Field, own: tuple[int, int], other: tuple[int, int], cut: int) -> Outlook:
    number, mine = own
    points = {player: have for player, have in field.points.items() if player != number}
    if other[0] in points:
        points[other[0]] += other[1]
    least = field.points.get(number, 0) + mine + field.scoring.loss * field.later
    most = field.points.get(number, 0) + mine + field.scoring.win * field.later
    level = _count(field, points, max, lambda have: have + field.scoring.win * field.later >= least)
    before = _count(field, points, max, lambda have: have + field.scoring.win * field.later > least)
    surely_before = _count(field, points, min, lambda have: have + field.scoring.loss * field.later > most)
    if level < cut:
        return Outlook(case, f"in the best {cut}, whatever the others do", "good")
    if surely_before >= cut:
        return Outlook(case, "out, whatever the others do", "bad")
    if before < cut:
        return Outlook(case, "in, unless tie-breaks decide against you", "good")
    return Outlook(
        case, f"open: {surely_before} to {level} others can be ahead of you or level, and {cut} go on", "warn"
    )


def _count(
    field: _Field,
    points: dict[int, int],
    choose: Callable[[Iterable[int]], int],
    counts: Callable[[int], bool],
) -> int:
    """How many of the others count, at the most or the least that the tables without a result allow."""
    at_tables = {player for table in field.tables for player in table}
    fixed = sum(counts(have) for player, have in points.items() if player not in at_tables)
    return fixed + sum(choose(_of_table(field, points, table, counts)) for table in field.tables)


def _of_table(field: _Field, points: dict[int, int], table: Sequence[int], counts: Callable[[int], bool]) -> list[int]:
    """How many of a table count, for each result that it can have; who has left does not."""
    return [
        sum(counts(points[player] + more) for player, more in zip(table, result, strict=True) if player in points)
        for result in field.results()
    ]
