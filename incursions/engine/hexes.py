"""The hexagonal grid: hexes, directions by name, distance, rings; and charts, whose paths are computed once."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache

Hex = tuple[int, int]

DIRECTIONS: dict[str, Hex] = {
    "north": (0, -1),
    "north-east": (1, -1),
    "south-east": (1, 0),
    "south": (0, 1),
    "south-west": (-1, 1),
    "north-west": (-1, 0),
}

_NAMES = tuple(DIRECTIONS)
OPPOSITE = {name: _NAMES[(place + 3) % 6] for place, name in enumerate(_NAMES)}


def as_hex(at: Sequence[int]) -> Hex:
    """Return the hex of two coordinates in plain data."""
    q, r = at
    return q, r


@cache
def neighbours(at: Hex) -> tuple[tuple[str, Hex], ...]:
    """Return the six hexes around `at` with their directions, clockwise from north."""
    q, r = at
    return tuple((name, (q + dq, r + dr)) for name, (dq, dr) in DIRECTIONS.items())


@cache
def hexes_around(at: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around `at`, clockwise from north."""
    return tuple(there for _, there in neighbours(at))


@lru_cache(maxsize=16384)
def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps from one hex to another."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes exactly `radius` steps from `centre`, clockwise from the northernmost."""
    if radius == 0:
        yield centre
        return
    q, r = centre[0], centre[1] - radius
    for name in ("south-east", "south", "south-west", "north-west", "north", "north-east"):
        dq, dr = DIRECTIONS[name]
        for _ in range(radius):
            yield q, r
            q, r = q + dq, r + dr


def reach(start: Hex, steps: int, passable: Container[Hex]) -> dict[Hex, int]:
    """Return the hexes of `passable` within `steps` of `start`, each with the fewest steps to it."""
    found = {start: 0}
    edge = [start]
    for step in range(1, steps + 1):
        further = []
        for at in edge:
            for there in hexes_around(at):
                if there in passable and there not in found:
                    found[there] = step
                    further.append(there)
        if not further:
            break
        edge = further
    return found


def find_path(start: Hex, goal: Hex, passable: Container[Hex], shunned: Container[Hex] = ()) -> list[Hex] | None:
    """Return a shortest path from `start` to `goal`, both included, over `passable`, or None without one.

    Of several, it is the path over the fewest `shunned` hexes; of those, the one that turns clockwise from north first,
    so that the result is equal on every machine.
    """
    came_from = {start: start}
    met = {start: 0}
    edge = [start]
    while edge and goal not in came_from:
        further: dict[Hex, int] = {}
        for at in edge:
            before = met[at]
            for there in hexes_around(at):
                if there in passable and there not in met and before < further.get(there, before + 1):
                    further[there] = before
                    came_from[there] = at
        met |= {there: before + (there in shunned) for there, before in further.items()}
        edge = list(further)
    if goal not in came_from:
        return None
    steps = [goal]
    while steps[-1] != start:
        steps.append(came_from[steps[-1]])
    return steps[::-1]


def hex_text(at: Hex) -> str:
    """Return the hex as players write it: ``2,-1``."""
    return f"{at[0]},{at[1]}"


def parse_hex(text: str) -> Hex:
    """Return the hex that `hex_text` wrote. Raises ValueError for any other text."""
    q, separator, r = text.partition(",")
    if not separator:
        raise ValueError(f"{text!r} is not a hex; write it as q,r, for example 2,-1")
    return int(q), int(r)


class Chart:
    """An immutable map of charted hexes. Laying a tile makes a new chart; copies of a game share one.

    `beside` holds the charted neighbours of each hex, clockwise from north; `free` the names of its sides without one.
    Searches from a hex are cached and extended only as far as a caller asks, because most warps lead to a nearby hex.
    """

    __slots__ = ("_came_from", "_rings", "_same", "beside", "free", "size")

    def __init__(self) -> None:
        self.size = 0
        self._same: dict[Hex, Hex] = {}  # one object per hex: lookups of an identical key are twice as fast
        self.beside: dict[Hex, tuple[Hex, ...]] = {}
        self.free: dict[Hex, tuple[str, ...]] = {}
        self._rings: dict[Hex, list[list[Hex]]] = {}  # by number of steps, as far as the search went
        self._came_from: dict[Hex, dict[Hex, Hex]] = {}

    def with_more(self, charted: Iterable[Hex]) -> Chart:
        """Return a chart that also holds these hexes."""
        same, beside, free = self._same.copy(), self.beside.copy(), self.free.copy()
        for at in charted:
            same[at] = at
            found, left = [], []
            for name, there in neighbours(at):
                other = same.get(there)
                if other is None:
                    left.append(name)
                    continue
                found.append(other)
                taken = OPPOSITE[name]
                beside[other] = tuple([same[each] for each in hexes_around(other) if each in same])
                free[other] = tuple([side for side in free[other] if side != taken])
            beside[at], free[at] = tuple(found), tuple(left)
        larger = Chart()
        larger._same, larger.beside, larger.free, larger.size = same, beside, free, len(same)
        return larger

    def steps(self, start: Hex, goal: Hex) -> int | None:
        """Return the fewest steps from one hex to another, or None without a path."""
        path = self.find_path(start, goal)
        return None if path is None else len(path) - 1

    def rings(self, start: Hex, most: int) -> list[list[Hex]]:
        """Return the hexes within `most` steps by distance: the start alone, then its neighbours, and so on."""
        rings = self._rings.get(start) or self._start_search(start)
        while len(rings) <= most and rings[-1]:
            self._extend_search(start, rings)
        within = rings[: max(0, most) + 1]
        return within if within[-1] else within[:-1]

    def reach(self, start: Hex, most: int) -> list[Hex]:
        """Return all other hexes within `most` steps, the nearest first."""
        if most == 1:
            return list(self.beside[start])
        found, edge = {start}, [start]
        reached: list[Hex] = []
        for _ in range(most):
            further = []
            for at in edge:
                for there in self.beside[at]:
                    if there not in found:
                        found.add(there)
                        further.append(there)
            reached += further
            edge = further
        return reached

    def find_path(self, start: Hex, goal: Hex) -> list[Hex] | None:
        """Return a shortest path with both ends, or None without one.

        It is the path that `hexes.find_path` finds if no hex is shunned.
        """
        rings = self._rings.get(start) or self._start_search(start)
        came_from, steps = self._came_from[start], [goal]
        while goal not in came_from:
            if not rings[-1]:
                return None
            self._extend_search(start, rings)
        while steps[-1] != start:
            steps.append(came_from[steps[-1]])
        return steps[::-1]

    def _start_search(self, start: Hex) -> list[list[Hex]]:
        start = self._same[start]
        self._came_from[start] = {start: start}
        rings = self._rings[start] = [[start]]
        return rings

    def _extend_search(self, start: Hex, rings: list[list[Hex]]) -> None:
        """Extend the search by one step. An empty last ring means that the search is complete."""
        came_from, beside = self._came_from[start], self.beside
        further = []
        for at in rings[-1]:
            for there in beside[at]:
                if there not in came_from:
                    came_from[there] = at
                    further.append(there)
        rings.append(further)


NO_CHART = Chart()
