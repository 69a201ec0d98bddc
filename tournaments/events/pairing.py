"""Pairing by points: Swiss rounds of two at a table, and pods of more. Pure: all randomness comes from the seed.

A Swiss round is a minimum-cost perfect matching in a graph of players. The cost is the squared difference of points,
then pairing down twice in a row, then chance. A bye is a node like any other, so that it goes where the whole round is
best. If no such round exists, the rules are relaxed one by one, with a warning for each.

Pods are cut from the ranking and then improved by simulated annealing: two players of nearby tables swap, which is kept
if it is better, and at first sometimes if it is worse. A rematch costs more than any difference of points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from math import exp
from random import Random
from typing import NamedTuple

import rustworkx

from incursions.kit.words import format_count

AS_MEETINGS = 1_000
"""The number of meetings that a meeting of two players kept apart counts as."""


class PairingError(ValueError):
    """An impossible field, such as one that names a player twice."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired. Players who have dropped or not arrived yet are not entrants.

    `met`: the number of meetings with each other player; `byes`: rounds won without playing, by a bye or because the
    opponent was absent; `floated`: the last opponent had fewer points. Players who are `apart`, such as members of one
    household, do not meet while that can be avoided.
    """

    id: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    floated: bool = False
    apart: frozenset[int] = frozenset()


def drawn_order(entrants: Iterable[Entrant], chance: Random) -> list[Entrant]:
    """Return the entrants, best first, with equal points in random order by seed, independent of the input order.

    Raises `PairingError` if a player is named twice.
    """
    by_id = sorted(entrants, key=lambda one: one.id)
    for one, other in pairwise(by_id):
        if one.id == other.id:
            raise PairingError(f"Player {one.id} is named twice.")
    lots = {one.id: chance.random() for one in by_id}
    return sorted(by_id, key=lambda one: (-one.points, lots[one.id]))


def times_met(one: Entrant, other: Entrant) -> int:
    """Return the number of times two entrants have met: the larger of their two counts."""
    return max(one.met.get(other.id, 0), other.met.get(one.id, 0))


def familiarity(one: Entrant, other: Entrant) -> int:
    """Return the cost of a meeting: the number of earlier meetings, plus `AS_MEETINGS` for entrants kept apart."""
    return times_met(one, other) + (AS_MEETINGS if are_apart(one, other) else 0)


def are_apart(one: Entrant, other: Entrant) -> bool:
    """Return True if two should never meet."""
    return other.id in one.apart or one.id in other.apart


NEAREST = 16
"""The number of next opponents tried at first for each player. A better one is rarely further away."""
ALL_UP_TO = 96
"""The size of a field up to which all opponents are tried from the start."""
CHANCES = 1000
"""The range of a random cost added to each edge.

Edges of equal cost slow the matching down, and would decide it by the order of players.
"""

Edge = tuple[int, int, int]


class PairedTable(NamedTuple):
    """A table of the next round: its players by number, the reason, and the number of its match in the bracket.

    At a table of two by points the player with more is first. `gap`: the difference; `meetings`: earlier meetings.
    """

    players: tuple[int, ...]
    why: str = ""
    bracket_match: int | None = None
    gap: int = 0
    meetings: int = 0


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A Swiss round: its tables, best first, and the bye with its reason. `warnings` are for the organizer."""

    tables: tuple[PairedTable, ...]
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
        allowed = (
            other
            for other in range(place + 1, len(ranked))
            if (rung.may_meet_again or not times_met(one, ranked[other]))
            and (rung.may_be_apart or not are_apart(one, ranked[other]))
        )
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
    sizes = Counter(one.points for one in ranked)
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


def _table(one: Entrant, other: Entrant, sizes: dict[int, int]) -> PairedTable:
    """Return the table of two players, with the reason for it in words."""
    gap, meetings = one.points - other.points, times_met(one, other)
    if gap == 0:
        why = f"Both have {format_count(one.points, 'point')}."
    elif sizes[one.points] % 2:
        why = f"Paired down: {sizes[one.points]} have {format_count(one.points, 'point')}, an odd number."
    else:
        why = f"Paired down: among those with {format_count(one.points, 'point')} no round was better as a whole."
    if meetings:
        times = "once" if meetings == 1 else f"{meetings} times"
        why += f" They have met {times} before: not all could be paired otherwise."
    return PairedTable((one.id, other.id), why, gap=gap, meetings=meetings)


def _why_bye(bye: Entrant, ranked: Sequence[Entrant]) -> str:
    """Return the reason why this player has the bye, in words."""
    had = "has had none" if not bye.byes else "all others have had as many"
    if bye.points == ranked[-1].points:
        return f"An odd number plays; {format_count(bye.points, 'point')} are the fewest, and the player {had}."
    return f"An odd number plays; of those without a bye this one makes the round the best as a whole ({had})."


def _warnings(tables: Sequence[PairedTable], bye: Entrant | None, by_id: dict[int, Entrant]) -> Iterator[str]:
    """Yield in words what is not as it should be: repeated meetings, players to keep apart, a second bye."""
    again = sum(table.meetings > 0 for table in tables)
    if again:
        yield f"{format_count(again, 'table meets', 'tables meet')} again: not everybody could be paired otherwise."
    apart = sum(are_apart(by_id[one], by_id[other]) for one, other in (table.players for table in tables))
    if apart:
        yield f"{format_count(apart, 'table has', 'tables have')} two who should not meet: nobody else was left."
    if bye is not None and bye.byes:
        yield "The bye is a second one: everybody has had one."


SMALLEST_POD, LARGEST_POD = 3, 6
TRIES_A_PLAYER, TRIES_AT_LEAST = 200, 20_000
NEAR = 3
"""The distance between tables, in places, within which players are mostly swapped."""
HOTTEST, COLDEST = 1.0, 0.02
"""The temperatures at the start and at the end of the annealing.

At first a swap that adds a meeting is accepted one time in three, at last hardly one that costs a single point.
"""
ATTEMPTS = 8
"""The number of attempts, because small fields in late rounds have few seatings without a rematch."""


@dataclass(frozen=True, slots=True)
class Pod:
    """Players at one table, in seat order. `again`: the pairs among them who have met before."""

    players: tuple[int, ...]
    points: tuple[int, ...]
    again: tuple[tuple[int, int], ...]


def pod_sizes(players: int, preferred: int) -> list[int]:
    """Return the sizes of tables, larger ones first, as near to the preferred size as possible.

    Sizes are three to six, except for a smaller field, which is one table. Raises ValueError for a preferred size out
    of range.
    """
    if not SMALLEST_POD <= preferred <= LARGEST_POD:
        raise ValueError(f"Tables have {SMALLEST_POD} to {LARGEST_POD} seats, not {preferred}.")
    if players < SMALLEST_POD:
        return [players] if players else []

    @cache
    def best(left: int, largest: int) -> tuple[int, tuple[int, ...]] | None:
        """Return the least sum of squared distances from the preferred size, and the smallest sizes that reach it."""
        if left == 0:
            return 0, ()
        found: list[tuple[int, tuple[int, ...]]] = []
        for size in range(SMALLEST_POD, min(largest, left) + 1):
            rest = best(left - size, size)
            if rest is not None:
                found.append(((size - preferred) ** 2 + rest[0], (size, *rest[1])))
        return min(found, default=None)

    # All but a few tables have the preferred size, which limits the recursion.
    plain = max(0, (players - LARGEST_POD * LARGEST_POD) // preferred)
    rest = best(players - plain * preferred, LARGEST_POD)
    assert rest is not None, "three and more can always be cut into tables of three to six"
    return sorted((*rest[1], *([preferred] * plain)), reverse=True)


def seat_pods(entrants: Iterable[Entrant], preferred: int, seed: str) -> list[Pod]:
    """Return tables for these players, best first, with seats drawn by lot.

    The same seed and players give the same tables. Raises `PairingError` if a player is named twice, ValueError for a
    preferred size out of range.
    """
    chance = Random(seed)
    ranked = drawn_order(entrants, chance)
    sizes = pod_sizes(len(ranked), preferred)
    pods = _anneal_best(ranked, sizes, chance)
    return [_pod(ranked, pod, chance) for pod in sorted(pods, key=lambda pod: sum(pod) / len(pod))]


def _anneal_best(ranked: Sequence[Entrant], sizes: Sequence[int], chance: Random) -> list[list[int]]:
    """Return the cheapest tables of some attempts, or the first ones without a rematch."""
    seating, found = _Seating(ranked, chance), []
    for number in range(ATTEMPTS):
        seating.sit_down(sizes)
        seating.anneal()
        seating.part_those_who_met()
        if not seating.has_meetings:
            return seating.pods
        found.append((seating.cost, number, seating.pods))
    return min(found)[-1]


class _Seating:
    """A seating of ranked players at tables, with its costs."""

    def __init__(self, ranked: Sequence[Entrant], chance: Random) -> None:
        self._ranked = ranked
        points = [one.points for one in ranked]
        span = points[0] - points[-1] if ranked else 0
        squares = {gap: gap * gap for gap in range(-span, span + 1)}  # rows share their numbers
        self._a_meeting = 1 + span * span * LARGEST_POD * LARGEST_POD
        # By player: what it costs to meet others known before, apart from points, and to sit with each other one.
        self._known = [
            {other: met * met * self._a_meeting for other in others if (met := familiarity(one, ranked[other]))}
            for one, others in zip(ranked, _known_places(ranked), strict=True)
        ]
        self._costs = [[squares[mine - other] for other in points] for mine in points]
        for row, known in zip(self._costs, self._known, strict=True):
            for other, cost in known.items():
                row[other] += cost
        self._chance = chance
        self.pods: list[list[int]] = []

    def sit_down(self, sizes: Iterable[int]) -> None:
        """Cut tables of these sizes from the ranking."""
        places = iter(range(len(self._ranked)))
        self.pods = [list(islice(places, size)) for size in sizes]

    @property
    def has_meetings(self) -> bool:
        """Return True if two players sit together who should not."""
        return any(other in self._known[place] for pod in self.pods for place in pod for other in pod)

    @property
    def cost(self) -> int:
        """The cost of the whole seating."""
        return sum(self._costs[place][other] for pod in self.pods for place in pod for other in pod) // 2

    def _gain(self, pod: int, seat: int, other_pod: int, other_seat: int) -> int:
        """Return the cost saved by swapping these two players."""
        ours, theirs = self.pods[pod], self.pods[other_pod]
        one, other = ours[seat], theirs[other_seat]
        costs_one, costs_other = self._costs[one], self._costs[other]
        gain = 2 * costs_one[other]  # neither sits with the other when they have changed
        for each in ours:  # annealing spends its time here: with a generator it takes twice as long
            gain += costs_one[each] - costs_other[each]
        for each in theirs:
            gain += costs_other[each] - costs_one[each]
        return gain

    def _change(self, pod: int, seat: int, other_pod: int, other_seat: int) -> None:
        ours, theirs = self.pods[pod], self.pods[other_pod]
        ours[seat], theirs[other_seat] = theirs[other_seat], ours[seat]

    def anneal(self) -> None:
        """Swap players of nearby tables, accepting worse swaps ever more rarely."""
        if len(self.pods) < 2:
            return
        tries = max(TRIES_AT_LEAST, TRIES_A_PLAYER * len(self._ranked))
        random, count = self._chance.random, len(self.pods)
        heat = HOTTEST * (self._a_meeting if any(self._known) else 1)
        cooling = (COLDEST / heat) ** (1 / tries)
        for _ in range(tries):
            heat *= cooling
            pod = int(random() * count)
            other = (pod + 1 + int(random() * min(2 * NEAR, count - 1)) - NEAR) % count
            if other == pod:
                other = (pod + 1) % count
            seat, other_seat = int(random() * len(self.pods[pod])), int(random() * len(self.pods[other]))
            gain = self._gain(pod, seat, other, other_seat)
            if gain >= 0 or random() < exp(max(gain / heat, -50.0)):
                self._change(pod, seat, other, other_seat)

    def part_those_who_met(self) -> None:
        """Swap players out of rematches with the best partner, while that helps."""
        changed = True
        while changed:
            changed = False
            for pod, players in enumerate(self.pods):
                for seat, place in enumerate(players):
                    if any(other in self._known[place] for other in players):
                        changed = self._change_for_the_best(pod, seat) or changed

    def _change_for_the_best(self, pod: int, seat: int) -> bool:
        gains = (
            (self._gain(pod, seat, other, other_seat), other, other_seat)
            for other in range(len(self.pods))
            if other != pod
            for other_seat in range(len(self.pods[other]))
        )
        gain, other, other_seat = max(gains, default=(0, 0, 0))
        if gain > 0:
            self._change(pod, seat, other, other_seat)
        return gain > 0


def _known_places(ranked: Sequence[Entrant]) -> list[list[int]]:
    """Return, for each player, the places of players met before or kept apart, as either of the two says."""
    places = {one.id: place for place, one in enumerate(ranked)}
    known: list[set[int]] = [set() for _ in ranked]
    for place, one in enumerate(ranked):
        for named in {*one.met, *one.apart} & places.keys():
            known[place].add(places[named])
            known[places[named]].add(place)
    return [sorted(others - {place}) for place, others in enumerate(known)]


def _pod(ranked: Sequence[Entrant], places: Sequence[int], chance: Random) -> Pod:
    """Return a table with its seats drawn by lot."""
    lots = {place: chance.random() for place in sorted(places)}
    seated = [ranked[place] for place in sorted(places, key=lots.__getitem__)]
    again = tuple(
        (one.id, other.id)
        for number, one in enumerate(seated)
        for other in seated[number + 1 :]
        if times_met(one, other)
    )
    return Pod(tuple(one.id for one in seated), tuple(one.points for one in seated), again)
