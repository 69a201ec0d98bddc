"""The engraver's layer over a sky: range circles, a graduated arc, bearings, as on a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.scene import Scene
from incursions.pictures.outlines import arc, circle, line
from incursions.pictures.shapes import Drawn, Outline, Point, Shape

OPACITY = 0.34
REACH = 420
"""Longer than any room is wide."""


def chart_lines(scene: Scene, centre: Point | None = None) -> Iterator[Shape]:
    """Three range circles, one of them graduated, and two bearings at right angles."""
    x, y = centre or (scene.between(60, 260), scene.between(0.35, 0.85) * scene.height)
    radii = [radius * scene.between(0.85, 1.2) for radius in (44, 90, 148)]
    yield Drawn(tuple(run for radius in radii for run in circle(x, y, radius)), scene.sky.glow, 0.6, OPACITY)
    graduated = scene.chance.choice(radii[1:])
    yield Drawn(graduation(x, y, graduated, 72, 4, 8), scene.sky.glow, 0.6, OPACITY)
    bearing = scene.between(0, 180)
    both = (line(*_bearing(x, y, bearing)), line(*_bearing(x, y, bearing + 90)))
    yield Drawn(tuple(run for each in both for run in each), scene.sky.glow, 0.6, OPACITY)
    begun = scene.between(0, 360)
    yield Drawn(arc(x, y, radii[1] + 13, begun, begun + scene.between(40, 110)), scene.sky.glow, 1.6, OPACITY + 0.1)


def graduation(x: float, y: float, radius: float, count: int, short: float, long: float) -> Outline:
    """Ticks round a circle, every sixth of them long."""
    runs: list[Outline] = []
    for number in range(count):
        angle = 2 * math.pi * number / count
        cosine, sine = math.cos(angle), math.sin(angle)
        end = radius + (short if number % 6 else long)
        runs.append(line((x + radius * cosine, y + radius * sine), (x + end * cosine, y + end * sine)))
    return tuple(run for outline in runs for run in outline)


def _bearing(x: float, y: float, turn: float) -> tuple[Point, Point]:
    across, down = REACH * math.cos(math.radians(turn)), REACH * math.sin(math.radians(turn))
    return (x - across, y - down), (x + across, y + down)
