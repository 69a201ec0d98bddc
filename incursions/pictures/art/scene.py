"""The scene of a picture's art: its room, its colours, and a stream of chance that is the title's own."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from typing import TypeVar

from incursions.pictures.colours import SkyColours, lighten, mix
from incursions.pictures.outlines import motion, transform
from incursions.pictures.shapes import (
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
)
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import RACES

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
