"""Pairing at tables of more than two: few rematches, and similar points at each table.

Tables are cut from the ranking and then improved by simulated annealing: two players of nearby tables swap, which is
kept if it is better, and at first sometimes if it is worse. A rematch costs more than any difference of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import exp
from random import Random

from tournaments.events.pairing.entrants import Entrant, drawn_order, familiarity, times_met

SMALLEST, LARGEST = 3, 6
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
    if not SMALLEST <= preferred <= LARGEST:
        raise ValueError(f"Tables have {SMALLEST} to {LARGEST} seats, not {preferred}.")
    if players < SMALLEST:
        return [players] if players else []

    @cache
    def best(left: int, largest: int) -> tuple[int, tuple[int, ...]] | None:
        """Return the least sum of squared distances from the preferred size, and the smallest sizes that reach it."""
        if left == 0:
            return 0, ()
        found: list[tuple[int, tuple[int, ...]]] = []
        for size in range(SMALLEST, min(largest, left) + 1):
            rest = best(left - size, size)
            if rest is not None:
                found.append(((size - preferred) ** 2 + rest[0], (size, *rest[1])))
        return min(found, default=None)

    # All but a few tables have the preferred size, which limits the recursion.
    plain = max(0, (players - LARGEST * LARGEST) // preferred)
    rest = best(players - plain * preferred, LARGEST)
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
        self._points = [one.points for one in ranked]
        span = self._points[0] - self._points[-1] if ranked else 0
        self._squares = {gap: gap * gap for gap in range(-span, span + 1)}  # rows share their numbers
        self._a_meeting = 1 + span * span * LARGEST * LARGEST
        self._known = [dict(self._costs_of(place, places)) for place, places in enumerate(_known_places(ranked))]
        self._costs = [self._row(place) for place in range(len(ranked))]
        self._chance = chance
        self.pods: list[list[int]] = []

    def sit_down(self, sizes: Iterable[int]) -> None:
        """Cut tables of these sizes from the ranking."""
        places = iter(range(len(self._ranked)))
        self.pods = [list(islice(places, size)) for size in sizes]

    def _costs_of(self, place: int, others: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield the cost of meeting each of these players, apart from points."""
        for other in others:
            met = familiarity(self._ranked[place], self._ranked[other])
            if met:
                yield other, met * met * self._a_meeting

    def _row(self, place: int) -> list[int]:
        """Return the cost for a player to sit with each other one; 0 for the player."""
        mine = self._points[place]
        row = [self._squares[mine - points] for points in self._points]
        for other, cost in self._known[place].items():
            row[other] += cost
        return row

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
