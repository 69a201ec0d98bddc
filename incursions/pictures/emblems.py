"""One emblem for each race, to be filled, in a box of 0 to 100. All of them are this project's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from incursions.pictures.outlines import around, circle, elliptic_arc, hexagon, path, star
from incursions.pictures.shapes import Outline, Run

WALL = 3.0
"""Half the width of what others would draw with a pen."""


@cache
def emblem(race: str) -> Outline:
    """The emblem of a race; the compass rose of whoever has none."""
    return EMBLEMS.get(race, _compass)()


def _wall(radius: float, start: float, end: float) -> Outline:
    """An arc about the centre, as broad as a wall."""
    (outside,) = elliptic_arc(50, 50, radius + WALL, radius + WALL, start, end)
    (inside,) = elliptic_arc(50, 50, radius - WALL, radius - WALL, end, start)
    return (Run(outside.start, (*outside.steps, inside.start, *inside.steps)),)


def _haven() -> Outline:
    """Federation: two breakwaters round a star."""
    return (*_wall(42, 205, 335), *_wall(42, 25, 155), *star(50, 50, 34, 8, 8))


def _split_axe() -> Outline:
    """Klingon: an axe split along its haft."""
    return path(
        "M46 8H54V92H46ZM40 30C24 26 14 18 10 10 4 34 4 62 14 84 18 72 28 62 40 60Z"
        "M60 30C76 26 86 18 90 10 96 34 96 62 86 84 82 72 72 62 60 60Z"
    )


def _eclipse() -> Outline:
    """Romulan: an eclipse with one star in the dark."""
    (outside,) = elliptic_arc(50, 50, 42, 42, -90, -360)
    (inside,) = elliptic_arc(66.6, 33.4, 33, 33, 52, 218)
    return (Run(outside.start, (*outside.steps, inside.start, *inside.steps)), *star(67, 33, 20, 4.5))


def _comb() -> Outline:
    """Borg: a comb with one cell missing."""
    cells = list(around(31, 6, 30, 50, 50))[:5]
    walls = [run for x, y in cells for radius in (17, 11) for run in hexagon(x, y, radius)]
    return (*walls, *hexagon(50, 50, 15))


def _compass() -> Outline:
    """Neutral: a compass rose."""
    return (*circle(50, 50, 33), *circle(50, 50, 27), *star(50, 50, 47, 8, 4), *star(50, 50, 24, 9, 4, 45))


EMBLEMS: Mapping[str, Callable[[], Outline]] = {
    "Federation": _haven,
    "Klingon": _split_axe,
    "Romulan": _eclipse,
    "Borg": _comb,
}
