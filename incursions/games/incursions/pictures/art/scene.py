"""The scene of a picture's art: its room, colours and stream of chance, and the light of weapons in it."""

from __future__ import annotations

import hashlib
import math
import random
from dataclasses import dataclass
from typing import TypeVar

from incursions.games.incursions.pictures.colours import WHITE, SkyColours, lighten, mix
from incursions.games.incursions.pictures.outlines import (
    circle,
    elliptic_arc,
    line,
    motion,
    polar,
    polygon,
    star,
    transform,
)
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Box,
    Colour,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Paint,
    Point,
    Radial,
    Shape,
    Shapes,
    draw_layers,
    halo,
)
from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.games.incursions.rules.printed.words import RACES

WIDTH = 320.0
"""Art is drawn in a room of this width and made smaller with its face."""
T = TypeVar("T")


def chance_of(title: str, what: str = "") -> random.Random:
    """Return a stream of chance that is the same for a title on every machine, another for each purpose."""
    return random.Random(hashlib.blake2b(f"{title}\n{what}".encode(), digest_size=8).digest())


@dataclass(frozen=True)
class Scene:
    """The scene of a piece. Its subject stands at the origin, which is `centre` in the room; `size` is its reach."""

    piece: Definition
    race: str
    sky: SkyColours
    tint: Colour
    height: float
    chance: random.Random
    centre: Point
    size: float

    @property
    def room(self) -> Box:
        """The room around the origin."""
        x, y = self.centre
        return Box(-x, -y, WIDTH, self.height)

    @property
    def dark(self) -> Colour:
        """The darkness between the stars."""
        return self.sky.dark

    @property
    def glow(self) -> Colour:
        """The colour of what glows in the sky."""
        return self.sky.glow

    @property
    def light(self) -> Colour:
        """Nearly white, with a breath of the sky's glow."""
        return lighten(self.glow, 0.75)

    def darken(self, colour: Colour, part: float) -> Colour:
        """Return the colour mixed with a share of the sky's darkness."""
        return mix(colour, self.dark, part)

    def darken_tint(self, part: float) -> Colour:
        """Return the tint mixed with a share of the sky's darkness."""
        return self.darken(self.tint, part)

    def pick(self, least: float, most: float) -> float:
        """Return a number by chance."""
        return self.chance.uniform(least, most)

    def vary(self, most: float) -> float:
        """Return a number by chance, at most so far from 0."""
        return self.pick(-most, most)

    def count(self, least: int, most: int) -> int:
        """Return a whole number by chance, `most` included."""
        return self.chance.randint(least, most)

    def choose(self, *options: T) -> T:
        """Return one of the options by chance."""
        return self.chance.choice(options)

    def choose_turn(self) -> float:
        """Return an angle by chance."""
        return self.pick(0, 360)

    def scatter(self, across: float, down: float) -> Point:
        """Return a place by chance, mostly so near to the origin."""
        return self.chance.gauss(0, across), self.chance.gauss(0, down)

    def place_near(self, across: float, down: float) -> Point:
        """Return a place by chance, at most so far from the origin."""
        return self.vary(across), self.vary(down)

    def happens(self, chance: float) -> bool:
        """Return True with that chance."""
        return self.chance.random() < chance

    def choose_side(self) -> int:
        """Return -1 for left or 1 for right by chance."""
        return self.choose(-1, 1)

    def choose_rival(self) -> str:
        """Return another race by chance: whoever is on the other side."""
        return self.choose(*(race for race in RACES if race != self.race))


def place_shape(shape: Shape, scale: float, x: float, y: float) -> Shape:
    """Scale a shape about the origin and then move it there."""
    move = motion(x, y, scale)
    match shape:
        case Filled():
            paint = _place_paint(shape.paint, scale, x, y)
            return shape._replace(outline=transform(shape.outline, move), paint=paint)
        case Drawn():
            dashes = None if shape.dashes is None else (shape.dashes[0] * scale, shape.dashes[1] * scale)
            width = _round(shape.width * scale)
            return shape._replace(outline=transform(shape.outline, move), width=width, dashes=dashes)
        case Dots():
            points = tuple(move(*point) for point in shape.points)
            return shape._replace(points=points, radius=_round(shape.radius * scale))
        case Glow():
            width, height = _round(shape.width * scale), _round(shape.height * scale)
            return shape._replace(centre=move(*shape.centre), width=width, height=height)
        case Group():
            window = None if shape.window is None else transform(shape.window, move)
            return shape._replace(shapes=tuple(place_shape(each, scale, x, y) for each in shape.shapes), window=window)


def _place_paint(paint: Paint, scale: float, x: float, y: float) -> Paint:
    move = motion(x, y, scale)
    if isinstance(paint, Linear):
        return paint._replace(start=move(*paint.start), end=move(*paint.end))
    if isinstance(paint, Radial):
        return paint._replace(centre=move(*paint.centre), radius=_round(paint.radius * scale))
    return paint


def _round(length: float) -> float:
    return round(length, 4)


def beam(start: Point, end: Point, colour: Colour, width: float) -> Shapes:
    """Draw a beam: light round a white core."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    yield Glow(math.dist(start, end) / 2 * 1.15, width * 5, colour, 0.55, middle, turn)
    core = (WHITE, width * 0.75)
    yield from draw_layers(
        line(start, end), (colour, width * 3.2, 0.45), (lighten(colour, 0.4), width * 1.7, 0.8), core
    )


def burst(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Shapes:
    """Draw where something strikes: fire, rays of all lengths, splinters."""
    yield Glow(size * 2.4, size * 2.1, colour, 0.85, (x, y))
    rays = scene.count(9, 15)
    points = []
    for number in range(2 * rays):
        angle = math.pi * number / rays + scene.vary(0.09)
        reach = size * (scene.pick(0.7, 1.5) if number % 2 else scene.pick(0.24, 0.38))
        points.append(polar(reach, math.degrees(angle), (x, y)))
    yield Filled(polygon(points), lighten(colour, 0.25), 0.85)
    yield Filled(star(x, y, size * 0.8, size * 0.22, rays, scene.pick(0, 40)), mix(colour, "#fff6d0", 0.75), 0.95)
    yield halo(size * 0.9, WHITE, 1.0, (x, y))
    yield from splinters(scene, x, y, size, colour)


def splinters(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Shapes:
    """Draw what flies away from there."""
    for _ in range(scene.count(10, 18)):
        angle, far = scene.choose_turn(), scene.pick(0.9, 2.4) * size
        turn, long = angle + math.degrees(scene.vary(1)), scene.pick(1.2, 5)
        end = polar(far, angle, (x, y))
        splinter = polygon((end, polar(long, turn, end), polar(long * 0.45, turn + math.degrees(1.5), end)))
        yield Filled(splinter, scene.darken(colour, scene.pick(0, 0.6)))


def torpedo(x: float, y: float, turn: float, size: float, colour: Colour) -> Shapes:
    """Draw a torpedo: a point of fire with a long tail; `turn` is the way it flies."""
    for reach, width, opacity in ((11.0, 1.5, 0.5), (6.5, 1.0, 0.75), (3.4, 0.7, 0.95)):
        yield Glow(reach * size, width * size, colour, opacity, polar(-reach * size * 0.85, turn, (x, y)), turn)
    yield halo(size * 2.8, colour, 0.95, (x, y))
    yield Filled(star(x, y, size * 2.3, size * 0.4, 4, turn), lighten(colour, 0.6), 0.9)
    yield Filled(circle(x, y, size * 0.72), WHITE)


def shield(scene: Scene, width: float, height: float, struck: float, colour: Colour) -> Shapes:
    """Draw a shield round the origin as shells of light, brightest where it is struck (in degrees)."""
    for reach, wide, spread, opacity in (
        (1.0, 2.6, 80, 0.95),
        (1.07, 1.2, 66, 0.8),
        (1.16, 0.8, 50, 0.65),
        (1.26, 0.6, 32, 0.5),
    ):
        shell = elliptic_arc(0, 0, width * reach, height * reach, struck - spread, struck + spread)
        yield Drawn(shell, lighten(colour, 0.45), wide, opacity)
    yield Drawn(elliptic_arc(0, 0, width, height, 0, 360), colour, 0.7, 0.55, (2.4, 2.2))
    flat = height / width
    yield Glow(width * 0.7, height * 0.7, colour, 0.55, polar(width * 0.86, struck, ORIGIN, flat))
    for number in range(-4, 5):
        turn, near = struck + number * 15, 0.8 if number % 2 else 0.7
        ray = line(polar(width * near, turn, ORIGIN, flat), polar(width, turn, ORIGIN, flat))
        yield Drawn(ray, lighten(colour, 0.5), 0.7, 0.75)
