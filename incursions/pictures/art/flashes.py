"""Light of weapons: beams, bolts, bursts, and shields that are struck."""

from __future__ import annotations

import math

from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import WHITE, lighten, mix
from incursions.pictures.outlines import circle, elliptic_arc, line, polar, polygon, star
from incursions.pictures.shapes import ORIGIN, Colour, Drawn, Filled, Glow, Point, Shapes, draw_layers, halo


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
