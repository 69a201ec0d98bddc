"""Swiss pairing: players with similar points meet, without rematches.

A round is a minimum-cost perfect matching in a graph of players. The cost is the squared difference of points, then
pairing down twice in a row, then chance. A bye is a node like any other, so that it goes where the whole round is
best. If no such round exists, the rules are relaxed one by one, with a warning for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

import rustworkx

from tournaments.events.pairing.entrants import Entrant, are_apart, drawn_order, familiarity, times_met
from tournaments.tables.wording import format_count

NEAREST = 16
"""The number of next opponents tried at first for each player. A better one is rarely further away."""
ALL_UP_TO = 96
"""The size of a field up to which all opponents are tried from the start."""
CHANCES = 1000
"""The range of a random cost added to each edge.

Edges of equal cost slow the matching down, and would decide it by the order of players.
"""

Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of two, the player with more points first. `gap`: the difference; `meetings`: earlier meetings."""

    players: tuple[int, int]
    gap: int
    meetings: int
    why: str


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A Swiss round: its tables, best first, and the bye with its reason. `warnings` are for the organizer."""

    tables: tuple[Table, ...]
    bye: int | None = None
    why_bye: str = ""
    warnings: tuple[str, ...] = ()


class Rung(NamedTuple):
    """A step of relaxed rules: how many next players are tried, and whether rematches and players apart are allowed."""

    nearest: int | None
    may_meet_again: bool = False
    may_be_apart: bool = False


LADDER = (
    Rung(NEAREST),
    Rung(4 * NEAREST),
    Rung(None),
    Rung(None, may_meet_again=True),
    Rung(None, may_meet_again=True, may_be_apart=True),
)


def pair_swiss(entrants: Iterable[Entrant], seed: str) -> SwissRound:
    """Return a round with every player in it once. The same seed and players give the same round.

    Rematches are avoided if possible. Nobody has a second bye before everybody has had one, which takes precedence.
    Raises `PairingError` if a player is named twice.
    """
    chance = Random(seed)
    ranked = drawn_order(entrants, chance)
    if not ranked:
        return SwissRound(())
    lots = [chance.random() for _ in ranked]
    for rung in LADDER[2 if len(ranked) <= ALL_UP_TO else 0 :]:
        matched = _match(ranked, rung, lots)
        if matched is not None:
            return _round(ranked, matched)
    raise AssertionError("everybody may meet anybody on the last rung")


def _match(ranked: Sequence[Entrant], rung: Rung, lots: Sequence[float]) -> list[tuple[int, int]] | None:
    """Return the matched places, the better one first, or None if a player is left over.

    The place after the last one is the bye.
    """
    size = len(ranked) + len(ranked) % 2
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, -cost) for one, other, cost in _edges(ranked, rung, lots)])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching) if 2 * len(matching) == size else None


def _edges(ranked: Sequence[Entrant], rung: Rung, lots: Sequence[float]) -> Iterator[Edge]:
    """Yield the possible tables and byes with their costs."""
    cost = _costs(ranked)
    for place, one in enumerate(ranked):
        allowed = (other for other in range(place + 1, len(ranked)) if _may_meet(one, ranked[other], rung))
        for other_place in islice(allowed, rung.nearest):
            other = ranked[other_place]
            gap = one.points - other.points
            dear = cost(gap, one.floated and gap > 0, familiarity(one, other))
            yield place, other_place, dear + _lot(lots, place, other_place)
    if len(ranked) % 2:
        fewest, lowest = min(one.byes for one in ranked), ranked[-1].points
        for place, one in enumerate(ranked):
            if one.byes == fewest:
                yield place, len(ranked), cost(one.points - lowest, False, 0) + _lot(lots, place, place)


def _may_meet(one: Entrant, other: Entrant, rung: Rung) -> bool:
    if times_met(one, other) and not rung.may_meet_again:
        return False
    return rung.may_be_apart or not are_apart(one, other)


def _costs(ranked: Sequence[Entrant]) -> Callable[[int, bool, int], int]:
    """Return the cost function of a table: familiarity, gap and repeated floats, of decreasing weight.

    One unit of a higher cost is more than a whole round of a lower one.
    """
    size, span = len(ranked) + 1, ranked[0].points - ranked[-1].points
    a_float = CHANCES * size
    a_gap = a_float * size
    a_meeting = a_gap * (span * span * size + 1)

    def cost(gap: int, floats: bool, familiar: int) -> int:
        return familiar * a_meeting + gap * gap * a_gap + floats * a_float

    return cost


def _lot(lots: Sequence[float], place: int, other: int) -> int:
    """Return a number below `CHANCES` for two places, from the lot of each, because a draw per edge is slower."""
    return int((lots[place] * 7919.0 + lots[other] * 104729.0) % 1.0 * CHANCES)


def _round(ranked: Sequence[Entrant], matched: Sequence[tuple[int, int]]) -> SwissRound:
    """Return the round of a matching."""
    tables, bye = [], None
    sizes: dict[int, int] = {}
    for one in ranked:
        sizes[one.points] = sizes.get(one.points, 0) + 1
    for first, second in matched:
        if second == len(ranked):
            bye = ranked[first]
        else:
            tables.append(_table(ranked[first], ranked[second], sizes))
    return SwissRound(
        tables=tuple(tables),
        bye=None if bye is None else bye.id,
        why_bye="" if bye is None else _why_bye(bye, ranked),
        warnings=tuple(_warnings(tables, bye, {one.id: one for one in ranked})),
    )


def _table(one: Entrant, other: Entrant, sizes: dict[int, int]) -> Table:
    gap, meetings = one.points - other.points, times_met(one, other)
    if gap == 0:
        why = f"Both have {format_count(one.points, 'point')}."
    elif sizes[one.points] % 2:
        why = f"Paired down: {sizes[one.points]} have {format_count(one.points, 'point')}, an odd number."
    else:
        why = f"Paired down: among those with {format_count(one.points, 'point')} no round was better as a whole."
    if meetings:
        why += f" They have met {_times(meetings)} before: not all could be paired otherwise."
    return Table((one.id, other.id), gap, meetings, why)


def _why_bye(bye: Entrant, ranked: Sequence[Entrant]) -> str:
    had = "has had none" if not bye.byes else "all others have had as many"
    if bye.points == ranked[-1].points:
        return f"An odd number plays; {format_count(bye.points, 'point')} are the fewest, and the player {had}."
    return f"An odd number plays; of those without a bye this one makes the round the best as a whole ({had})."


def _warnings(tables: Sequence[Table], bye: Entrant | None, by_id: dict[int, Entrant]) -> Iterator[str]:
    again = sum(table.meetings > 0 for table in tables)
    if again:
        yield f"{format_count(again, 'table meets', 'tables meet')} again: not everybody could be paired otherwise."
    apart = sum(are_apart(by_id[one], by_id[other]) for one, other in (table.players for table in tables))
    if apart:
        yield f"{format_count(apart, 'table has', 'tables have')} two who should not meet: nobody else was left."
    if bye is not None and bye.byes:
        yield "The bye is a second one: everybody has had one."


def _times(times: int) -> str:
    return "once" if times == 1 else f"{times} times"
