"""Charted hexes: what lies beside each of them and how far it is over them, found once for each map.

Nine tenths of the work of following ways is to ask which of six neighbours are charted, and a map changes only when a
tile is laid.
"""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.hexes import OPPOSITE, Hex, around, neighbours


class Chart:
    """So many charted hexes: those `beside` each, clockwise from north, and the names of its `free` sides.

    It never changes: a further tile makes another chart, and copies of a game share one. Ways are followed only as far
    as somebody asked: most warps lead to one of the nearest hexes.
    """

    __slots__ = ("_came_from", "_rings", "_same", "beside", "free", "size")

    def __init__(self) -> None:
        self.size = 0
        self._same: dict[Hex, Hex] = {}  # one object for each hex: a dictionary finds the same one in half the time
        self.beside: dict[Hex, tuple[Hex, ...]] = {}
        self.free: dict[Hex, tuple[str, ...]] = {}
        self._rings: dict[Hex, list[list[Hex]]] = {}  # by the steps that they take, as far as they were followed
        self._came_from: dict[Hex, dict[Hex, Hex]] = {}

    def with_more(self, charted: Iterable[Hex]) -> Chart:
        """The chart with these hexes besides."""
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
                beside[other] = tuple([same[each] for each in around(other) if each in same])
                free[other] = tuple([side for side in free[other] if side != taken])
            beside[at], free[at] = tuple(found), tuple(left)
        larger = Chart()
        larger._same, larger.beside, larger.free, larger.size = same, beside, free, len(same)
        return larger

    def steps(self, start: Hex, goal: Hex) -> int | None:
        """The fewest steps from one hex to another; None without a way."""
        path = self.way(start, goal)
        return None if path is None else len(path) - 1

    def rings(self, start: Hex, most: int) -> list[list[Hex]]:
        """The hexes within so many steps by how many it takes: the start alone, those beside it, those one farther."""
        rings = self._rings.get(start) or self._set_out(start)
        while len(rings) <= most and rings[-1]:
            self._go_on(start, rings)
        within = rings[: max(0, most) + 1]
        return within if within[-1] else within[:-1]

    def reach(self, start: Hex, most: int) -> list[Hex]:
        """Every other hex that can be reached within so many steps, the nearest first."""
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

    def way(self, start: Hex, goal: Hex) -> list[Hex] | None:
        """A shortest way, both ends included: as `hexes.way` finds it where no hex is shunned. None without one."""
        rings = self._rings.get(start) or self._set_out(start)
        came_from, steps = self._came_from[start], [goal]
        while goal not in came_from:
            if not rings[-1]:
                return None
            self._go_on(start, rings)
        while steps[-1] != start:
            steps.append(came_from[steps[-1]])
        return steps[::-1]

    def _set_out(self, start: Hex) -> list[list[Hex]]:
        start = self._same[start]
        self._came_from[start] = {start: start}
        rings = self._rings[start] = [[start]]
        return rings

    def _go_on(self, start: Hex, rings: list[list[Hex]]) -> None:
        """Follow all ways by a step; an empty ring is the last one."""
        came_from, beside = self._came_from[start], self.beside
        further = []
        for at in rings[-1]:
            for there in beside[at]:
                if there not in came_from:
                    came_from[there] = at
                    further.append(there)
        rings.append(further)


NO_CHART = Chart()
