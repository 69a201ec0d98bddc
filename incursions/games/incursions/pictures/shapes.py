"""Parts of a picture that every pen draws alike: immutable values that compare, print and hash, and their outlines."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise, starmap
from typing import NamedTuple

Point = tuple[float, float]
Step = tuple[float, ...]
"""To the next point: x and y of a straight line, or three points (six numbers) of a cubic curve."""
Points = str | Iterable[Point]
"""Pairs, or a text as in the attribute `points` of SVG: "0,-48 7,-30"."""
Colour = str
ORIGIN = (0.0, 0.0)
CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 63.0, 88.0, 3.0
TILE_WIDTH = 88.0
"""From corner to corner: a tile is as wide as a card is high."""
TILE_HEIGHT = round(TILE_WIDTH * 3**0.5 / 2, 2)


FADING = ((0.0, 1.0), (0.25, 0.66), (0.5, 0.3), (0.75, 0.08), (1.0, 0.0))
"""The strength of a glow from its centre to its rim."""


class Run(NamedTuple):
    """A line without a gap, from its start step by step."""

    start: Point
    steps: tuple[Step, ...]
    is_closed: bool = True


Outline = tuple[Run, ...]
"""Runs that are filled together; where two of them overlap there is a hole."""


class Stop(NamedTuple):
    """A colour at a place between 0 and 1 of a gradient."""

    at: float
    colour: Colour


class Linear(NamedTuple):
    """Colours that change from one point to another."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]


class Radial(NamedTuple):
    """Colours that change from a centre to a circle round it."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]


Paint = Colour | Linear | Radial


class Filled(NamedTuple):
    """An outline, filled."""

    outline: Outline
    paint: Paint
    opacity: float = 1.0


class Drawn(NamedTuple):
    """An outline, drawn with a pen of some width. `dashes` are the lengths of a dash and of the gap after it."""

    outline: Outline
    colour: Colour
    width: float
    opacity: float = 1.0
    dashes: tuple[float, float] | None = None


class Dots(NamedTuple):
    """Dots of one size, such as stars."""

    points: tuple[Point, ...]
    radius: float
    colour: Colour
    opacity: float = 1.0


class Glow(NamedTuple):
    """Light that fades from its centre to the rim of an ellipse with these radii, which is turned about the centre."""

    width: float
    height: float
    colour: Colour
    opacity: float = 1.0
    centre: Point = ORIGIN
    turn: float = 0.0


class Group(NamedTuple):
    """Shapes one over the other, clipped by an outline if there is one."""

    shapes: tuple[Shape, ...]
    window: Outline | None = None


Shape = Filled | Drawn | Dots | Glow | Group
Shapes = Iterator[Shape]
"""Shapes as a function draws them: the lowest first."""


def draw_nothing(*scene: object) -> Shapes:
    """Yield no shape, whatever the scene."""
    return iter(())


def halo(radius: float, colour: Colour, opacity: float = 1.0, centre: Point = ORIGIN) -> Glow:
    """Return a round glow."""
    return Glow(radius, radius, colour, opacity, centre)


def shade(start: Point, end: Point, *colours: Colour, middle: float = 0.5) -> Linear:
    """Return a gradient through two or three colours; `middle` is the place of the second of three."""
    places = (0.0, 1.0) if len(colours) == 2 else (0.0, middle, 1.0)
    return Linear(start, end, tuple(map(Stop, places, colours)))


def fill_edged(outline: Outline, paint: Paint, colour: Colour, width: float, opacity: float = 1.0) -> Shapes:
    """Yield an outline, filled, and its edge."""
    yield Filled(outline, paint)
    yield Drawn(outline, colour, width, opacity)


def draw_layers(outline: Outline, *layers: tuple[Colour, float] | tuple[Colour, float, float]) -> Shapes:
    """Yield an outline, drawn once for each colour, width and perhaps opacity."""
    for layer in layers:
        yield Drawn(outline, *layer)


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """The centre of the box."""
        return self.left + self.width / 2, self.top + self.height / 2


class Face(NamedTuple):
    """A typeface in one weight and style, as the npm packages name them: spectral, 600-normal."""

    family: str
    style: str


class Line(NamedTuple):
    """A line of text: where its baseline begins, and what it says."""

    left: float
    baseline: float
    text: str


class TextBox(NamedTuple):
    """A text that has been fitted into a box: all of it is in the lines. `size` is that of the em."""

    name: str
    box: Box
    face: Face
    size: float
    colour: Colour
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(line.text for line in self.lines)


Part = Shape | TextBox


def split_parts(parts: Sequence[Part]) -> tuple[tuple[Shape, ...], tuple[TextBox, ...]]:
    """Return the shapes and the texts among parts of a picture, each in their order."""
    texts = [part for part in parts if isinstance(part, TextBox)]
    return tuple(part for part in parts if not isinstance(part, TextBox)), tuple(texts)


class Picture(NamedTuple):
    """The face of a piece. `cut` is the piece's own outline; what is drawn beyond it is bleed.

    One lies over the other: `under`, `art`, `over`, `texts`.
    """

    width: float
    height: float
    cut: Outline
    under: tuple[Shape, ...] = ()
    art: Group = Group(())
    over: tuple[Shape, ...] = ()
    texts: tuple[TextBox, ...] = ()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """All but the texts, from the lowest to the uppermost."""
        return (*self.under, self.art, *self.over)


DIGITS = 3
"""Places after the point that are kept of a coordinate, so that all machines describe a picture alike."""
_KAPPA = 0.5522847498  # how far the handles of a quarter of a circle reach
_COMMAND = re.compile(r"([MLHVCZmlhvcz])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 1}


def read_points(points: Points) -> list[Point]:
    """Return points as pairs; a text has them as the attribute `points` of SVG: "0,-48 7,-30"."""
    if not isinstance(points, str):
        return list(points)
    numbers = map(float, points.replace(",", " ").split())
    return list(zip(numbers, numbers, strict=True))


def polygon(points: Points, *, is_closed: bool = True) -> Outline:
    """Return straight lines through the points."""
    first, *others = read_points(points)
    return (Run(first, tuple(others), is_closed),)


def line(*points: Point) -> Outline:
    """Return an open line through the points."""
    return polygon(points, is_closed=False)


def join(outlines: Iterable[Outline]) -> Outline:
    """Return the runs of all outlines as one outline."""
    return tuple(run for outline in outlines for run in outline)


def mirror(half: Points) -> list[Point]:
    """Return points of the right side from top to bottom, and their mirror images on the left from bottom to top."""
    right = read_points(half)
    return [*right, *((-x, y) for x, y in reversed(right) if x)]


def smooth(points: Points, *, is_closed: bool = False) -> Outline:
    """Return a curve through all the points (Catmull-Rom)."""
    through = read_points(points)
    ends = (through[-1], through[:2]) if is_closed else (through[0], through[-1:])
    padded = [ends[0], *through, *ends[1]]
    steps = tuple(
        (
            here[0] + (there[0] - before[0]) / 6,
            here[1] + (there[1] - before[1]) / 6,
            there[0] - (after[0] - here[0]) / 6,
            there[1] - (after[1] - here[1]) / 6,
            *there,
        )
        for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
    )
    return (Run(through[0], steps, is_closed),)


def polar(radius: float, degrees: float, centre: Point = ORIGIN, flat: float = 1.0) -> Point:
    """Return the point at a distance and an angle from a centre; `flat` is the share that is left of its height."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * flat * math.sin(angle)


def point_between(start: Point, end: Point, part: float) -> Point:
    """Return the point at a share of the way."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def ring_points(
    radius: float, count: int, turn: float = 0.0, x: float = 0.0, y: float = 0.0, flat: float = 1.0
) -> list[Point]:
    """Return `count` points evenly spaced on a circle, the first at `turn` degrees."""
    return [polar(radius, turn + 360 * number / count, (x, y), flat) for number in range(count)]


def circle(x: float, y: float, radius: float) -> Outline:
    """Return a circle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, width: float, height: float, turn: float = 0.0) -> Outline:
    """Return an ellipse with these radii, turned about its centre."""
    ((start, steps, _),) = elliptic_arc(x, y, width, height, 0, 360, turn)
    return (Run(start, steps),)


def arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """Return a piece of a circle from `start` to `end` degrees, open."""
    return elliptic_arc(x, y, radius, radius, start, end)


def elliptic_arc(
    x: float, y: float, width: float, height: float, start: float, end: float, turn: float = 0.0
) -> Outline:
    """Return a piece of an ellipse from `start` to `end` degrees, open."""
    pieces = max(1, math.ceil(abs(end - start) / 90))
    angles = [start + (end - start) * number / pieces for number in range(pieces + 1)]
    reach = 4 / 3 * math.tan(math.radians(angles[1] - angles[0]) / 4)
    steps: list[Step] = []
    for first, last in pairwise(angles):
        (ax, ay), (bx, by) = polar(1, first), polar(1, last)
        steps.append((ax - reach * ay, ay + reach * ax, bx + reach * by, by - reach * bx, bx, by))
    unit = (Run(polar(1, start), tuple(steps), False),)
    return place(transform(unit, lambda px, py: (px * width, py * height)), x, y, turn=turn)


def star(x: float, y: float, long: float, short: float, points: int = 4, turn: float = 0.0) -> Outline:
    """Return a closed star, its first ray upwards."""
    outer = ring_points(long, points, turn - 90, x, y)
    inner = ring_points(short, points, turn - 90 + 180 / points, x, y)
    return polygon(corner for pair in zip(outer, inner, strict=True) for corner in pair)


def hexagon(x: float, y: float, radius: float, turn: float = 0.0) -> Outline:
    """Return a hexagon, flat on top unless it is turned."""
    return polygon(ring_points(radius, 6, turn, x, y))


def rectangle(left: float, top: float, width: float, height: float, corner: float = 0.0) -> Outline:
    """Return a rectangle; `corner` is the radius of its corners."""
    if not corner:
        right, bottom = left + width, top + height
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    return _cut_corners(left, top, width, height, corner, is_hollow=False)


def notch_corners(left: float, top: float, width: float, height: float, notch: float) -> Outline:
    """Return a rectangle whose corners are cut off in quarter circles, as on a cartouche."""
    return _cut_corners(left, top, width, height, notch, is_hollow=True)


def _cut_corners(left: float, top: float, width: float, height: float, reach: float, *, is_hollow: bool) -> Outline:
    """Return a rectangle with a quarter circle at each corner, bent outwards or, if it is hollow, inwards."""
    right, bottom = left + width, top + height
    steps: list[Step] = []
    for (x, y), (dx, dy) in (
        ((right, top), (reach, 0)),
        ((right, bottom), (0, reach)),
        ((left, bottom), (-reach, 0)),
        ((left, top), (0, -reach)),
    ):
        (ax, ay), (bx, by) = (x - dx, y - dy), (x - dy, y + dx)
        # Where the handles lead to: the corner, or the opposite corner of its square.
        to_x, to_y = (ax + bx - x, ay + by - y) if is_hollow else (x, y)
        first = ax + (to_x - ax) * _KAPPA, ay + (to_y - ay) * _KAPPA
        last = bx + (to_x - bx) * _KAPPA, by + (to_y - by) * _KAPPA
        steps += [(ax, ay), (*first, *last, bx, by)]
    return (Run((left + reach, top), tuple(steps)),)


def enclose(outside: Outline, inside: Outline) -> Outline:
    """Return the area between two arcs that run in opposite directions."""
    ((start, steps, _),), ((turn, back, _),) = outside, inside
    return (Run(start, (*steps, turn, *back)),)


Motion = Callable[[float, float], Point]


def place(
    outline: Outline, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0
) -> Outline:
    """Scale an outline, turn it about its origin, and then move it there. `stretch` scales its height alone."""
    return transform(outline, motion(x, y, scale, turn, stretch))


def motion(x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0) -> Motion:
    """Return the function that does to a point what `place` does to an outline."""
    cosine, sine = polar(1, turn)

    def move(px: float, py: float) -> Point:
        px, py = px * scale, py * scale * stretch
        return round(x + px * cosine - py * sine, DIGITS), round(y + px * sine + py * cosine, DIGITS)

    return move


def transform(outline: Outline, move: Motion) -> Outline:
    """Move each point of an outline."""
    moved = []
    for start, steps, is_closed in outline:
        pairs = (zip(step[::2], step[1::2], strict=True) for step in steps)
        moved.append(Run(move(*start), tuple(tuple(chain(*starmap(move, step))) for step in pairs), is_closed))
    return tuple(moved)


@cache
def path(data: str) -> Outline:
    """Return the outline of SVG path data with the commands M, L, H, V, C, Z and their small letters."""
    runs: list[Run] = []
    start = here = ORIGIN
    steps: list[Step] = []
    for command, text in _COMMAND.findall(data):
        kind = command.upper()
        if kind == "Z":
            runs.append(Run(start, tuple(steps)))
            here, steps = start, []
        numbers = [float(number) for number in _NUMBER.findall(text)]
        for place in range(0, len(numbers), _COUNTS[kind]):
            group = numbers[place : place + _COUNTS[kind]]
            step = _follow(kind, group, here, ORIGIN if command.isupper() else here)
            here = step[-2], step[-1]
            if kind != "M" or place:
                steps.append(step)
                continue
            if steps:
                runs.append(Run(start, tuple(steps), False))
            start, steps = here, []
    if steps:
        runs.append(Run(start, tuple(steps), False))
    return tuple(runs)


def _follow(kind: str, numbers: list[float], here: Point, origin: Point) -> Step:
    """Return the points of one command; its numbers are counted from the origin."""
    if kind == "H":
        return numbers[0] + origin[0], here[1]
    if kind == "V":
        return here[0], numbers[0] + origin[1]
    return tuple(number + origin[place % 2] for place, number in enumerate(numbers))
