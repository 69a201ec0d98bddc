"""Outlines that every drawing is made of. Lengths are SVG user units, angles degrees; y grows downwards."""

import hashlib
import math
import random
from collections.abc import Iterator, Sequence

ROW_HEIGHT = math.sqrt(3) * 100


def chance(title: str) -> random.Random:
    """A stream of chance that is the same for the same title on every machine, so that a picture never changes."""
    return random.Random(hashlib.blake2b(title.encode(), digest_size=8).digest())


def around(
    radius: float, count: int, turn: float = 0.0, x: float = 0.0, y: float = 0.0
) -> Iterator[tuple[float, float]]:
    """`count` points evenly spaced on a circle, the first at `turn` degrees."""
    for number in range(count):
        angle = math.radians(turn + 360 * number / count)
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def arc(x: float, y: float, radius: float, start: float, end: float) -> str:
    """Path data of a circular arc from `start` to `end` degrees."""
    first, last = math.radians(start), math.radians(end)
    large = int(end - start > 180)
    return (
        f"M{x + radius * math.cos(first):.1f} {y + radius * math.sin(first):.1f}"
        f"A{radius} {radius} 0 {large} 1 {x + radius * math.cos(last):.1f} {y + radius * math.sin(last):.1f}"
    )


def star(x: float, y: float, long: float, short: float, points: int = 4, turn: float = 0.0) -> str:
    """Path data of a closed star, its first ray upwards."""
    outer = around(long, points, turn - 90, x, y)
    inner = around(short, points, turn - 90 + 180 / points, x, y)
    corners = [corner for pair in zip(outer, inner, strict=True) for corner in pair]
    return "M" + "L".join(f"{cx:.1f} {cy:.1f}" for cx, cy in corners) + "Z"


def hexagon(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """The `points` of a flat-topped hexagon."""
    return " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in around(radius, 6, 0, x, y))


def scatter(source: random.Random, count: int, width: float, height: float) -> str:
    """Path data of dots strewn over a box centred on the origin; a round line cap makes them visible."""
    return "".join(
        f"M{source.uniform(-width, width):.0f} {source.uniform(-height, height):.0f}h.01" for _ in range(count)
    )


def centre(at: Sequence[int]) -> tuple[float, float]:
    """Where the middle of a hex lies on the chart: flat-topped hexes of radius 100."""
    q, r = at
    return 150 * q, ROW_HEIGHT * (r + q / 2)
