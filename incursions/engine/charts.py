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

    __slots__ = ("_came_from", "_rings", "_same", "_steps", "beside", "free", "size")

    def __init__(self) -> None:
        self.size = 0
        self._same: dict[Hex, Hex] = {}  # one object for each hex: a dictionary finds the same one in half the time
        self.beside: dict[Hex, tuple[Hex, ...]] = {}
        self.free: dict[Hex, tuple[str, ...]] = {}
        self._rings: dict[Hex, list[list[Hex]]] = {}
        self._steps: dict[Hex, dict[Hex, int]] = {}
        self._came_from: dict[Hex, dict[Hex, Hex]] = {}

    def with_more(self, charted: Iterable[Hex]) -> Chart:
        """The chart with these hexes besides."""
        larger, new = Chart(), list(charted)
        same = larger._same = self._same | {at: at for at in new}
        larger.beside, larger.free, larger.size = self.beside.copy(), self.free.copy(), len(same)
        changed = dict.fromkeys(new)
        for at in new:
            for _, there in neighbours(at):
                if there in self._same:
                    changed[there] = None
        for at in changed:
            beside, free = [], []
            for name, there in neighbours(at):
                if there in same:
                    beside.append(same[there])
                else:
                    free.append(name)
            larger.beside[same[at]], larger.free[same[at]] = tuple(beside), tuple(free)
        return larger

    def steps_from(self, start: Hex) -> dict[Hex, int]:
        """Every hex that can be reached, the nearest first, with the fewest steps there."""
        if start not in self._steps:
            rings = self.rings(start)
            self._steps[start] = {at: steps for steps, ring in enumerate(rings) for at in ring}
        return self._steps[start]

    def rings(self, start: Hex) -> list[list[Hex]]:
        """The same by the steps that it takes: the start alone, the hexes beside it, those one step farther."""
        if start not in self._rings:
            self._follow(start)
        return self._rings[start]

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
        if start not in self._came_from:
            self._follow(start)
        came_from, steps = self._came_from[start], [goal]
        if goal not in came_from:
            return None
        while steps[-1] != start:
            steps.append(came_from[steps[-1]])
        return steps[::-1]

    def _follow(self, start: Hex) -> None:
        start = self._same[start]
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


NO_CHART = Chart()
