"""The plane of the chart in SVG units: y grows downwards, hexes have a corner up, and facing 0 looks to the right."""

from __future__ import annotations

import math
from collections.abc import Sequence

from incursions.engine.hexes import Hex

Point = tuple[float, float]

SIZE = 60.0
"""The distance from the centre of a hex to its corners."""
HALF = SIZE * math.sqrt(3) / 2


def centre(at: Sequence[int]) -> Point:
    """Return the middle of a hex on the chart."""
    return 2 * HALF * (at[0] + at[1] / 2), 1.5 * SIZE * at[1]


def hex_id(at: Sequence[int]) -> str:
    """Return the coordinates of a hex as a part of the ids of its elements."""
    return f"{at[0]}_{at[1]}".replace("-", "m")


def read_hex(text: str) -> Hex:
    """Return the hex of a key of a view's terrain."""
    q, _, r = text.partition(",")
    return int(q), int(r)


def find_point(radius: float, degrees: float) -> Point:
    """Return the point at a distance from the origin, in a direction clockwise from the right."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))
