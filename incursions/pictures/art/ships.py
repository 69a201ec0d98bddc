"""Ships under way: a hull turned and seen aslant, with its light, its shadow side, its windows and its wake."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from incursions.pictures.art.hulls import Hull
from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import mixed
from incursions.pictures.outlines import at, motion, moved
from incursions.pictures.shapes import Colour, Dots, Drawn, Filled, Glow, Linear, Outline, Point, Shape, Stop

THICKNESS = 7.0
"""How deep a hull is, in the units of its plan."""
SIDES = 6
"""So many times a deck is drawn below itself: together they look like its side."""


class Pose(NamedTuple):
    """Where a ship is, how large, which way its bow points (0 up), and how far it is laid over (1: from above)."""

    x: float
    y: float
    scale: float = 1.0
    turn: float = 60.0
    slant: float = 0.66

    def outline(self, outline: Outline, lower: float = 0.0) -> Outline:
        """A part of the plan as it is seen."""
        upright = moved(outline, motion(turn=self.turn))
        return moved(upright, motion(self.x, self.y + lower * self.scale, self.scale, stretch=self.slant))

    def point(self, x: float, y: float) -> Point:
        """A point of the plan as it is seen."""
        px, py = motion(turn=self.turn)(x, y)
        return at(self.x + px * self.scale, self.y + py * self.scale * self.slant)

    @property
    def astern(self) -> float:
        """The direction of its wake, in degrees."""
        (x, y), (bow_x, bow_y) = self.point(0, 50), self.point(0, -50)
        return math.degrees(math.atan2(y - bow_y, x - bow_x))


def ship(
    scene: Scene, hull: Hull, pose: Pose, colour: Colour | None = None, *, burning: bool = True
) -> Iterator[Shape]:
    """The whole ship; `burning`: its drives are lit."""
    colour = colour or scene.tint
    if burning:
        yield from _wakes(scene, hull, pose)
    yield Glow((pose.x, pose.y), (62 * pose.scale, 46 * pose.scale), 0, scene.sky.dark, 0.75)
    shade = mixed(colour, scene.sky.dark, 0.86)
    for number, deck in enumerate(hull.decks):
        # Decks lie one above the other: each casts its side downwards.
        raised = -1.6 * number if len(hull.decks) < 8 else 0
        for step in range(SIDES, 0, -1):
            yield Filled(pose.outline(deck, THICKNESS * step / SIDES + raised), shade)
        seen = pose.outline(deck, raised)
        yield Filled(seen, _plating(scene, pose, colour))
        yield Drawn(seen, mixed(colour, "#ffffff", 0.55), 0.55 + 0.25 * pose.scale, 0.85)
    if hull.seams:
        yield Drawn(pose.outline(hull.seams, -1.6), mixed(colour, scene.sky.dark, 0.55), 0.55, 0.75)
    if hull.windows:
        lit = tuple(pose.point(x, y - 1.6) for x, y in hull.windows)
        yield Dots(lit, max(0.45, 0.55 * pose.scale), mixed(scene.sky.glow, "#fff3c4", 0.8))
    if burning:
        yield from _drives(scene, hull, pose)


def outline_of(hull: Hull, pose: Pose) -> tuple[Outline, ...]:
    """Where the ship hides what lies behind it."""
    return tuple(pose.outline(deck) for deck in hull.decks)


def silhouette(hull: Hull, pose: Pose, colour: Colour, rim: Colour) -> Iterator[Shape]:
    """The ship as a dark shape with a lit rim, for what is far away or hidden."""
    for deck in hull.decks:
        seen = pose.outline(deck)
        yield Filled(seen, colour)
        yield Drawn(seen, rim, 0.6, 0.8)


def _plating(scene: Scene, pose: Pose, colour: Colour) -> Linear:
    reach = 46 * pose.scale
    stops = (
        Stop(0, mixed(colour, "#ffffff", 0.3)),
        Stop(0.4, mixed(colour, scene.sky.dark, 0.38)),
        Stop(1, mixed(colour, scene.sky.dark, 0.8)),
    )
    return Linear((pose.x - reach * 0.5, pose.y - reach), (pose.x + reach * 0.5, pose.y + reach * 0.8), stops)


def _wakes(scene: Scene, hull: Hull, pose: Pose) -> Iterator[Shape]:
    turn = pose.astern
    for engine in hull.engines:
        x, y = pose.point(engine.x, engine.y)
        for reach, strength in ((74, 0.3), (40, 0.6)):
            far = reach * pose.scale
            centre = x + far * 0.8 * math.cos(math.radians(turn)), y + far * 0.8 * math.sin(math.radians(turn))
            yield Glow(centre, (far, engine.width * pose.scale * 0.9), turn, scene.sky.glow, strength)


def _drives(scene: Scene, hull: Hull, pose: Pose) -> Iterator[Shape]:
    for engine in hull.engines:
        x, y = pose.point(engine.x, engine.y)
        radius = engine.width * pose.scale
        yield Glow((x, y), (radius * 1.6, radius * 1.2), 0, scene.sky.glow, 0.9)
        yield Glow((x, y), (radius * 0.7, radius * 0.55), 0, "#ffffff", 0.95)
