"""Charted hexes: what lies beside each of them and how far it is over them, found once for each map.

Nine tenths of the work of following ways is to ask which of six neighbours are charted, and a map changes only when a
tile is laid.
"""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.hexes import Hex, neighbours


class Chart:
    """So many charted hexes: those `beside` each, clockwise from north, and the names of its `free` sides.

    It never changes: a further tile makes another chart, and copies of a game share one.
    """

    __slots__ = ("_came_from", "_rings", "_steps", "beside", "free", "size")

    def __init__(self) -> None:
        self.size = 0
        self.beside: dict[Hex, tuple[Hex, ...]] = {}
        self.free: dict[Hex, tuple[str, ...]] = {}
        self._rings: dict[Hex, list[list[Hex]]] = {}
        self._steps: dict[Hex, dict[Hex, int]] = {}
        self._came_from: dict[Hex, dict[Hex, Hex]] = {}

    def with_more(self, charted: Iterable[Hex]) -> Chart:
        """The chart with these hexes besides."""
        larger, new = Chart(), list(charted)
        larger.beside, larger.free = self.beside | dict.fromkeys(new, ()), self.free.copy()
        changed = dict.fromkeys(new)
        for at in new:
            changed |= {there: None for _, there in neighbours(at) if there in self.beside}
        for at in changed:
            sides = neighbours(at)
            larger.beside[at] = tuple(there for _, there in sides if there in larger.beside)
            larger.free[at] = tuple(name for name, there in sides if there not in larger.beside)
        larger.size = len(larger.beside)
        return larger

    def steps_from(self, start: Hex) -> dict[Hex, int]:
        """Every hex that can be reached, the nearest first, with the fewest steps there."""
        if start not in self._steps:
            self._follow(start)
        return self._steps[start]

    def rings(self, start: Hex) -> list[list[Hex]]:
        """The same by the steps that it takes: the start alone, the hexes beside it, those one step farther."""
        if start not in self._rings:
            self._follow(start)
        return self._rings[start]

    def reach(self, start: Hex, most: int) -> list[Hex]:
        """Every other hex that can be reached within so many steps, the nearest first."""
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
        if goal not in self.steps_from(start):
            return None
        came_from, steps = self._came_from[start], [goal]
        while steps[-1] != start:
            steps.append(came_from[steps[-1]])
        return steps[::-1]

    def _follow(self, start: Hex) -> None:
        came_from, edge, beside = {start: start}, [start], self.beside
        rings = self._rings[start] = []
        while edge:
            rings.append(edge)
            further = []
            for at in edge:
                for there in beside[at]:
                    if there not in came_from:
                        came_from[there] = at
                        further.append(there)
            edge = further
        self._came_from[start] = came_from
        self._steps[start] = {at: steps for steps, ring in enumerate(rings) for at in ring}


NO_CHART = Chart()
