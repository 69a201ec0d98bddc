"""What a picture's art is drawn in: its room, its colours, and a stream of chance that is the title's own."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass

from incursions.pictures.colours import SkyColours, mixed
from incursions.pictures.outlines import motion, moved
from incursions.pictures.shapes import Colour, Dots, Drawn, Filled, Glow, Group, Linear, Paint, Point, Radial, Shape
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import RACES

WIDTH = 320.0
"""Art is drawn in a room of this width and made smaller with its face."""


def chance_of(title: str, what: str = "") -> random.Random:
    """A stream of chance that is the same for the same title on every machine, another for each purpose."""
    return random.Random(hashlib.blake2b(f"{title}\n{what}".encode(), digest_size=8).digest())


@dataclass(frozen=True)
class Scene:
    """One piece's art. `centre` is where its subject stands, `size` how far that reaches from there."""

    piece: Definition
    race: str
    sky: SkyColours
    tint: Colour
    height: float
    chance: random.Random
    centre: Point
    size: float

    @property
    def title(self) -> str:
        """Of the piece."""
        title: str = self.piece["title"]
        return title

    @property
    def rival(self) -> str:
        """Another race: whoever is on the other side."""
        return self.chance.choice([race for race in RACES if race != self.race])

    @property
    def light(self) -> Colour:
        """Nearly white, with a breath of the sky's glow."""
        return mixed(self.sky.glow, "#ffffff", 0.75)

    def between(self, least: float, most: float) -> float:
        """A number by chance."""
        return self.chance.uniform(least, most)


def enlarged(shape: Shape, scale: float, x: float, y: float) -> Shape:
    """A shape made larger or smaller and then moved."""
    move = motion(x, y, scale)
    match shape:
        case Filled():
            paint = _enlarged_paint(shape.paint, scale, x, y)
            return shape._replace(outline=moved(shape.outline, move), paint=paint)
        case Drawn():
            dashes = None if shape.dashes is None else (shape.dashes[0] * scale, shape.dashes[1] * scale)
            return shape._replace(outline=moved(shape.outline, move), width=_short(shape.width * scale), dashes=dashes)
        case Dots():
            points = tuple(move(*point) for point in shape.points)
            return shape._replace(points=points, radius=_short(shape.radius * scale))
        case Glow():
            radii = _short(shape.radii[0] * scale), _short(shape.radii[1] * scale)
            return shape._replace(centre=move(*shape.centre), radii=radii)
        case Group():
            window = None if shape.window is None else moved(shape.window, move)
            return shape._replace(shapes=tuple(enlarged(each, scale, x, y) for each in shape.shapes), window=window)


def _enlarged_paint(paint: Paint, scale: float, x: float, y: float) -> Paint:
    move = motion(x, y, scale)
    if isinstance(paint, Linear):
        return paint._replace(start=move(*paint.start), end=move(*paint.end))
    if isinstance(paint, Radial):
        return paint._replace(centre=move(*paint.centre), radius=_short(paint.radius * scale))
    return paint


def _short(length: float) -> float:
    return round(length, 4)
