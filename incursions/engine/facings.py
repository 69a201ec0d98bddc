"""Facings, arcs and lines between the centres of hexes: exact, because they are integer comparisons and never rounded.

Directions and facings are numbered counter-clockwise. A facing is the direction of the front hexside.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from incursions.engine.hexes import Hex

ARCS = ("forward", "right", "rear", "left")
STEPS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Line(NamedTuple):
    """The segment between two centres, both end hexes excluded, in order from the start.

    `through` holds the hexes whose inside the segment crosses. `spine` holds pairs of hexes whose common side it runs
    along, the lower direction from the hex before them first. A hex that it touches at a corner is in neither.
    """

    through: tuple[Hex, ...]
    spine: tuple[tuple[Hex, Hex], ...]


def step(at: Hex, direction: int) -> Hex:
    """Return the neighbour of `at` in a direction, taken modulo 6."""
    dq, dr = STEPS[direction % 6]
    return at[0] + dq, at[1] + dr


def turn(direction: int, by: int) -> int:
    """Return a direction turned by a number of sides: +1 is one to the left, -1 one to the right."""
    return (direction + by) % 6


@lru_cache(maxsize=32768)
def arcs_of(facing: int, offset: Hex) -> tuple[str, ...]:
    """Return the arc that holds the centre at `offset`, or on a border its two arcs, forward or rear first.

    Forward and rear span 60 degrees, left and right 120. Raises ValueError for an offset of nothing.
    """
    q, r = offset
    for _ in range(facing % 6):
        q, r = -r, q + r
    ahead, aside = 2 * q + r, 3 * r  # ahead : aside is 1 : 1 on the border, 30 degrees from the front
    if not ahead and not aside:
        raise ValueError("a hex lies in no arc of its own")
    side = "right" if aside > 0 else "left"
    if abs(ahead) < abs(aside):
        return (side,)
    end = "forward" if ahead > 0 else "rear"
    return (end,) if abs(ahead) > abs(aside) else (end, side)


def arc_struck(facing: int, offset: Hex) -> str:
    """Return the arc that holds the centre at `offset`; on a border forward or rear. Raises ValueError as `arcs_of`."""
    return arcs_of(facing, offset)[0]


@lru_cache(maxsize=8192)
def directions_along(offset: Hex) -> tuple[int, ...]:
    """Return the directions whose forward arc holds the centre at `offset`: one or two, in the order of their numbers.

    Raises ValueError for an offset of nothing.
    """
    return tuple(direction for direction in range(6) if "forward" in arcs_of(direction, offset))


@lru_cache(maxsize=8192)
def trace_line(start: Hex, end: Hex) -> Line:
    """Return the hexes and sides along the exact segment from one centre to another."""
    q, r = start
    through, spine = _trace_offset((end[0] - q, end[1] - r))
    return Line(
        tuple([(dq + q, dr + r) for dq, dr in through]),
        tuple([((dq + q, dr + r), (other_dq + q, other_dr + r)) for (dq, dr), (other_dq, other_dr) in spine]),
    )


@lru_cache(maxsize=8192)
def _trace_offset(offset: Hex) -> Line:
    if offset == (0, 0):
        return Line((), ())
    directions = directions_along(offset)
    if len(directions) == 2:
        return _trace_spine(offset, directions[0], directions[1])
    return Line(tuple(_walk(offset, directions[0])), ())


def _trace_spine(offset: Hex, one: int, other: int) -> Line:
    """Return the line between two neighbouring directions: a shared side, a hex, a shared side, and so on."""
    through, spine = [], []
    at: Hex = (0, 0)
    while at != offset:
        through.append(at)
        spine.append((step(at, one), step(at, other)))
        at = step(step(at, one), other)
    return Line(tuple(through[1:]), tuple(spine))


def _walk(offset: Hex, direction: int) -> list[Hex]:
    """Return the hexes crossed on the way to `offset`, which lies inside the forward arc of `direction`.

    The way out of a hex is over its front side or a side next to that. The hexes to the left and right come first,
    because a line that cuts the corner of one of them enters the hex ahead after it. The line crosses a hex if corners
    of it lie on both sides, so cross products are compared: three times a corner is the sum of two steps.
    """
    length, slope = offset
    aside = [length * dr - slope * dq for dq, dr in STEPS]
    width = max(aside[number] + aside[number - 1] for number in range(6))
    steps = [(STEPS[each], 3 * aside[each]) for each in (turn(direction, 1), turn(direction, -1), direction)]
    crossed: list[Hex] = []
    q, r, off_line = 0, 0, 0
    while (q, r) != offset:
        (dq, dr), drift = next(each for each in steps if abs(off_line + each[1]) < width)
        q, r, off_line = q + dq, r + dr, off_line + drift
        crossed.append((q, r))
    return crossed[:-1]
