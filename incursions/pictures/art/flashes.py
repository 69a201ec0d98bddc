"""Light of weapons: beams, bolts, bursts, and shields that are struck."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import mixed
from incursions.pictures.outlines import circle, elliptic_arc, line, polygon, star
from incursions.pictures.shapes import Colour, Drawn, Filled, Glow, Point, Shape


def beam(start: Point, end: Point, colour: Colour, width: float) -> Iterator[Shape]:
    """A beam: light round a white core."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    reach = math.dist(start, end) / 2
    yield Glow(middle, (reach * 1.15, width * 5), turn, colour, 0.55)
    for wide, shade, opacity in (
        (3.2, colour, 0.45),
        (1.7, mixed(colour, "#ffffff", 0.4), 0.8),
        (0.75, "#ffffff", 1.0),
    ):
        yield Drawn(line(start, end), shade, width * wide, opacity)


def burst(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Iterator[Shape]:
    """Where something strikes: fire, rays of all lengths, splinters."""
    yield Glow((x, y), (size * 2.4, size * 2.1), 0, colour, 0.85)
    rays = scene.chance.randint(9, 15)
    points = [
        (x + reach * math.cos(angle), y + reach * math.sin(angle))
        for number in range(2 * rays)
        for angle in [math.pi * number / rays + scene.between(-0.09, 0.09)]
        for reach in [size * (scene.between(0.7, 1.5) if number % 2 else scene.between(0.24, 0.38))]
    ]
    yield Filled(polygon(points), mixed(colour, "#ffffff", 0.25), 0.85)
    yield Filled(star(x, y, size * 0.8, size * 0.22, rays, scene.between(0, 40)), mixed(colour, "#fff6d0", 0.75), 0.95)
    yield Glow((x, y), (size * 0.9, size * 0.9), 0, "#ffffff", 1.0)
    yield from splinters(scene, x, y, size, colour)


def splinters(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Iterator[Shape]:
    """What flies away from there."""
    for _ in range(scene.chance.randint(10, 18)):
        angle, far = scene.between(0, 2 * math.pi), scene.between(0.9, 2.4) * size
        px, py, turn, long = (
            x + far * math.cos(angle),
            y + far * math.sin(angle),
            angle + scene.between(-1, 1),
            scene.between(1.2, 5),
        )
        tip = px + long * math.cos(turn), py + long * math.sin(turn)
        side = px + long * 0.45 * math.cos(turn + 1.5), py + long * 0.45 * math.sin(turn + 1.5)
        yield Filled(polygon([(px, py), tip, side]), mixed(colour, scene.sky.dark, scene.between(0, 0.6)))


def torpedo(x: float, y: float, turn: float, size: float, colour: Colour) -> Iterator[Shape]:
    """A torpedo: a point of fire with a long tail; `turn` is the way it flies."""
    away = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for reach, width, opacity in ((11.0, 1.5, 0.5), (6.5, 1.0, 0.75), (3.4, 0.7, 0.95)):
        yield Glow(
            (x - away[0] * reach * size * 0.85, y - away[1] * reach * size * 0.85),
            (reach * size, width * size),
            turn,
            colour,
            opacity,
        )
    yield Glow((x, y), (size * 2.8, size * 2.8), 0, colour, 0.95)
    yield Filled(star(x, y, size * 2.3, size * 0.4, 4, turn), mixed(colour, "#ffffff", 0.6), 0.9)
    yield Filled(circle(x, y, size * 0.72), "#ffffff")


def shield(
    scene: Scene, x: float, y: float, width: float, height: float, struck: float, colour: Colour
) -> Iterator[Shape]:
    """A shield as shells of light, brightest on the side (`struck`, in degrees) where it is struck."""
    for reach, wide, spread, opacity in (
        (1.0, 2.6, 80, 0.95),
        (1.07, 1.2, 66, 0.8),
        (1.16, 0.8, 50, 0.65),
        (1.26, 0.6, 32, 0.5),
    ):
        yield Drawn(
            elliptic_arc(x, y, width * reach, height * reach, struck - spread, struck + spread),
            mixed(colour, "#ffffff", 0.45),
            wide,
            opacity,
        )
    yield Drawn(elliptic_arc(x, y, width, height, 0, 360), colour, 0.7, 0.55, (2.4, 2.2))
    cosine, sine = math.cos(math.radians(struck)), math.sin(math.radians(struck))
    yield Glow((x + width * 0.86 * cosine, y + height * 0.86 * sine), (width * 0.7, height * 0.7), 0, colour, 0.55)
    for number in range(-4, 5):
        angle = math.radians(struck + number * 15)
        near, far = (0.8, 1.0) if number % 2 else (0.7, 1.0)
        inner = x + width * near * math.cos(angle), y + height * near * math.sin(angle)
        outer = x + width * far * math.cos(angle), y + height * far * math.sin(angle)
        yield Drawn(line(inner, outer), mixed(colour, "#ffffff", 0.5), 0.7, 0.75)
