"""The hexagonal grid: hexes, directions by name, distance, rings and paths.

A hex is ``(q, r)`` in axial coordinates of flat-topped hexes; north is ``0,-1``. Range is grid distance (rules 8.5).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

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

_neighbours: dict[Hex, tuple[tuple[str, Hex], ...]] = {}
_around: dict[Hex, tuple[Hex, ...]] = {}


def as_hex(at: Sequence[int]) -> Hex:
    """Return the hex of two coordinates in plain data."""
    q, r = at
    return q, r


def neighbours(at: Hex) -> tuple[tuple[str, Hex], ...]:
    """Return the six hexes around `at` with their directions, clockwise from north."""
    found = _neighbours.get(at)
    if found is None:
        q, r = at
        found = tuple((name, (q + dq, r + dr)) for name, (dq, dr) in DIRECTIONS.items())
        _neighbours[at] = found
    return found


def hexes_around(at: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around `at`, clockwise from north."""
    found = _around.get(at)
    if found is None:
        found = _around[at] = tuple(there for _, there in neighbours(at))
    return found


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
        raise ValueError(f"{text!r} is no hex; write it as q,r, for example 2,-1")
    return int(q), int(r)
