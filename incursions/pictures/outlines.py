"""Outlines: circles, stars, arcs, hexagons and paths as SVG writes them; and how they are moved and turned."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from incursions.pictures.shapes import Outline, Point, Run, Step

DIGITS = 3
"""Places after the point that are kept of a coordinate, so that all machines describe a picture alike."""
_KAPPA = 0.5522847498  # how far the handles of a quarter of a circle reach
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


def at(x: float, y: float) -> Point:
    """A point, rounded."""
    return round(x, DIGITS), round(y, DIGITS)


def polygon(points: Iterable[Point], *, is_closed: bool = True) -> Outline:
    """Straight lines through the points."""
    first, *others = (at(*point) for point in points)
    return (Run(first, tuple(others), is_closed),)


def line(*points: Point) -> Outline:
    """An open line through the points."""
    return polygon(points, is_closed=False)


def smooth(points: Sequence[Point], *, is_closed: bool = False) -> Outline:
    """A curve through all the points (Catmull-Rom)."""
    count = len(points)

    def point(number: int) -> Point:
        return points[number % count] if is_closed else points[min(max(number, 0), count - 1)]

    steps = []
    for number in range(count if is_closed else count - 1):
        before, here, there, after = (point(number + offset) for offset in (-1, 0, 1, 2))
        steps.append(
            (
                *at(here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6),
                *at(there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6),
                *at(*there),
            )
        )
    return (Run(at(*points[0]), tuple(steps), is_closed),)


def around(radius: float, count: int, turn: float = 0.0, x: float = 0.0, y: float = 0.0) -> Iterator[Point]:
    """`count` points evenly spaced on a circle, the first at `turn` degrees."""
    for number in range(count):
        angle = math.radians(turn + 360 * number / count)
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def circle(x: float, y: float, radius: float) -> Outline:
    """A circle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, width: float, height: float, turn: float = 0.0) -> Outline:
    """An ellipse with these radii, turned about its centre."""
    kx, ky = width * _KAPPA, height * _KAPPA
    steps = (
        (width, ky, kx, height, 0.0, height),
        (-kx, height, -width, ky, -width, 0.0),
        (-width, -ky, -kx, -height, 0.0, -height),
        (kx, -height, width, -ky, width, 0.0),
    )
    return placed((Run((width, 0.0), steps),), x, y, turn=turn)


def arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """A piece of a circle from `start` to `end` degrees, open."""
    return elliptic_arc(x, y, radius, radius, start, end)


def elliptic_arc(
    x: float, y: float, width: float, height: float, start: float, end: float, turn: float = 0.0
) -> Outline:
    """A piece of an ellipse from `start` to `end` degrees, open."""
    pieces = max(1, math.ceil(abs(end - start) / 90))
    angles = [math.radians(start + (end - start) * number / pieces) for number in range(pieces + 1)]
    reach = 4 / 3 * math.tan((angles[1] - angles[0]) / 4)
    steps = []
    for first, last in pairwise(angles):
        steps.append(
            (
                width * (math.cos(first) - reach * math.sin(first)),
                height * (math.sin(first) + reach * math.cos(first)),
                width * (math.cos(last) + reach * math.sin(last)),
                height * (math.sin(last) - reach * math.cos(last)),
                width * math.cos(last),
                height * math.sin(last),
            )
        )
    begun = width * math.cos(angles[0]), height * math.sin(angles[0])
    return placed((Run(begun, tuple(steps), False),), x, y, turn=turn)


def star(x: float, y: float, long: float, short: float, points: int = 4, turn: float = 0.0) -> Outline:
    """A closed star, its first ray upwards."""
    outer = around(long, points, turn - 90, x, y)
    inner = around(short, points, turn - 90 + 180 / points, x, y)
    return polygon(corner for pair in zip(outer, inner, strict=True) for corner in pair)


def hexagon(x: float, y: float, radius: float, turn: float = 0.0) -> Outline:
    """A hexagon, flat on top unless it is turned."""
    return polygon(around(radius, 6, turn, x, y))


def rectangle(left: float, top: float, width: float, height: float, corner: float = 0.0) -> Outline:
    """A rectangle; `corner` is the radius of its corners."""
    right, bottom = left + width, top + height
    if not corner:
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    inset = corner * (1 - _KAPPA)
    steps = (
        (right - corner, top),
        (right - inset, top, right, top + inset, right, top + corner),
        (right, bottom - corner),
        (right, bottom - inset, right - inset, bottom, right - corner, bottom),
        (left + corner, bottom),
        (left + inset, bottom, left, bottom - inset, left, bottom - corner),
        (left, top + corner),
        (left, top + inset, left + inset, top, left + corner, top),
    )
    return placed((Run((left + corner, top), steps),))


def notched(left: float, top: float, width: float, height: float, notch: float) -> Outline:
    """A rectangle whose corners are cut off in quarter circles, as on a cartouche."""
    right, bottom, handle = left + width, top + height, notch * _KAPPA
    steps = (
        (right - notch, top),
        (right - notch, top + handle, right - handle, top + notch, right, top + notch),
        (right, bottom - notch),
        (right - handle, bottom - notch, right - notch, bottom - handle, right - notch, bottom),
        (left + notch, bottom),
        (left + notch, bottom - handle, left + handle, bottom - notch, left, bottom - notch),
        (left, top + notch),
        (left + handle, top + notch, left + notch, top + handle, left + notch, top),
    )
    return placed((Run((left + notch, top), steps),))


Motion = Callable[[float, float], Point]


def placed(
    outline: Outline, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0
) -> Outline:
    """The outline made larger, turned about its origin, and then moved there. `stretch` is of its height alone."""
    return moved(outline, motion(x, y, scale, turn, stretch))


def motion(x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0) -> Motion:
    """What `placed` does to a point."""
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def move(px: float, py: float) -> Point:
        px, py = px * scale, py * scale * stretch
        return at(x + px * cosine - py * sine, y + px * sine + py * cosine)

    return move


def moved(outline: Outline, move: Motion) -> Outline:
    """The outline with each of its points moved."""

    def step(numbers: Step) -> Step:
        return tuple(part for pair in zip(numbers[::2], numbers[1::2], strict=True) for part in move(*pair))

    return tuple(Run(move(*run.start), tuple(map(step, run.steps)), run.is_closed) for run in outline)


@cache
def path(data: str) -> Outline:
    """The outline of SVG path data with the commands M, L, H, V, C, Z and their small letters."""
    return tuple(_runs(_TOKEN.findall(data)))


def _runs(tokens: list[str]) -> Iterator[Run]:
    x = y = 0.0
    begun: Point = (0.0, 0.0)
    steps: list[Step] = []
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        kind, is_relative = command.upper(), command.islower()
        if kind == "Z":
            yield Run(begun, tuple(steps))
            (x, y), steps = begun, []
            continue
        count = _NUMBERS[kind]
        numbers = [float(token) for token in tokens[place : place + count]]
        place += count
        pairs = _absolute(kind, numbers, x, y, is_relative=is_relative)
        x, y = pairs[-2:]
        if kind == "M":
            if steps:
                yield Run(begun, tuple(steps), False)
            begun, steps = (x, y), []
            command = "l" if is_relative else "L"
        else:
            steps.append(tuple(pairs))
    if steps:
        yield Run(begun, tuple(steps), False)


_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6}


def _absolute(kind: str, numbers: list[float], x: float, y: float, *, is_relative: bool) -> list[float]:
    if kind == "H":
        return [numbers[0] + x * is_relative, y]
    if kind == "V":
        return [x, numbers[0] + y * is_relative]
    return [number + (y if place % 2 else x) * is_relative for place, number in enumerate(numbers)]
