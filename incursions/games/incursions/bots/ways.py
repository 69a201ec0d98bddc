"""Distances over charted hexes, cached for each map: most of the games that a bot imagines share theirs."""

from __future__ import annotations

from functools import cached_property, lru_cache

from incursions.engine.hexes import Hex, hexes_around, neighbours, reach

FAR = 9  # hexes: beside no hex to which a way leads
MAPS_KEPT = 256  # each takes a few kilobytes


class Ways:
    """The ways of a map, which never changes: another tile makes another map. Nobody changes what it hands out."""

    def __init__(self, charted: tuple[Hex, ...]) -> None:
        self.charted = dict.fromkeys(charted)
        self._from: dict[Hex, dict[Hex, int]] = {}
        self._to: dict[tuple[Hex, ...], dict[Hex, int]] = {}

    def steps_from(self, at: Hex) -> dict[Hex, int]:
        """Return how many hexes a warp from `at` takes to every charted hex, the nearest first."""
        if at not in self._from:
            self._from[at] = reach(at, len(self.charted), self.charted)
        return self._from[at]

    def steps_to_new(self, at: Hex, new: Hex) -> int:
        """Return how many hexes a warp from `at` takes to a tile laid at `new`."""
        steps = self.steps_from(at)
        return 1 + min((steps[near] for near in hexes_around(new) if near in steps), default=FAR)

    def steps_to_any(self, goals: tuple[Hex, ...]) -> dict[Hex, int]:
        """Return how many hexes a warp from every charted hex takes to the nearest of the goals."""
        if goals in self._to:
            return self._to[goals]
        steps = self._to[goals] = dict.fromkeys(goals, 0)
        edge, step = list(steps), 0
        while edge:
            step += 1
            beside = dict.fromkeys(there for at in edge for there in hexes_around(at) if there in self.charted)
            edge = [there for there in beside if there not in steps]
            steps.update(dict.fromkeys(edge, step))
        return steps

    def free_sides(self, at: Hex) -> list[tuple[str, Hex]]:
        """Return the directions in which a tile could be laid from there, and where."""
        return [(name, there) for name, there in neighbours(at) if there not in self.charted]

    @cached_property
    def edge(self) -> tuple[Hex, ...]:
        """The hexes with a free side."""
        return tuple(at for at in self.charted if any(there not in self.charted for there in hexes_around(at)))


@lru_cache(maxsize=MAPS_KEPT)
def ways_of(charted: tuple[Hex, ...]) -> Ways:
    """Return the ways over these hexes."""
    return Ways(charted)
