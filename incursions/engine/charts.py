"""Charted hexes: neighbours, distances and shortest paths, computed once per map.

Path search spends nine tenths of its time on asking which of six neighbours are charted, and a map changes only when a
tile is laid.
"""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.hexes import OPPOSITE, Hex, hexes_around, neighbours


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
