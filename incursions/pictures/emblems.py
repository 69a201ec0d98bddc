"""The emblems of races, in a box of 0 to 100, and the icons of natures, in a box of 0 to 24.

Icons differ in shape as much as natures do in colour. All of them are this project's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from incursions.pictures.outlines import (
    circle,
    elliptic_arc,
    enclose,
    hexagon,
    join,
    motion,
    path,
    ring_points,
    star,
    transform,
)
from incursions.pictures.shapes import Colour, Drawn, Filled, Outline, Shapes

WALL = 3.0
"""Half the width of what others would draw with a pen."""


def emblem(race: str) -> Outline:
    """Return the emblem of a race; the compass rose for whoever has none."""
    return EMBLEMS.get(race, COMPASS)


def _wall(radius: float, start: float, end: float) -> Outline:
    """Return an arc about the centre, as broad as a wall."""
    return enclose(
        elliptic_arc(50, 50, radius + WALL, radius + WALL, start, end),
        elliptic_arc(50, 50, radius - WALL, radius - WALL, end, start),
    )


_CELLS = ring_points(31, 6, 30, 50, 50)[:5]
COMPASS = (*circle(50, 50, 33), *circle(50, 50, 27), *star(50, 50, 47, 8, 4), *star(50, 50, 24, 9, 4, 45))
EMBLEMS: Mapping[str, Outline] = {
    # Two breakwaters round a star.
    "Federation": (*_wall(42, 205, 335), *_wall(42, 25, 155), *star(50, 50, 34, 8, 8)),
    # An axe split along its haft.
    "Klingon": path(
        "M46 8H54V92H46ZM40 30C24 26 14 18 10 10 4 34 4 62 14 84 18 72 28 62 40 60Z"
        "M60 30C76 26 86 18 90 10 96 34 96 62 86 84 82 72 72 62 60 60Z"
    ),
    # An eclipse with one star in the dark.
    "Romulan": (
        *enclose(elliptic_arc(50, 50, 42, 42, -90, -360), elliptic_arc(66.6, 33.4, 33, 33, 52, 218)),
        *star(67, 33, 20, 4.5),
    ),
    # A comb with one cell missing.
    "Borg": (*join(hexagon(*cell, radius) for cell in _CELLS for radius in (17, 11)), *hexagon(50, 50, 15)),
}
FILLED_ICONS: dict[str, Outline] = {
    "Attack": path("M12 2L15 9 22 7 18 13 22 18 15 17 12 22 9 17 2 18 6 13 2 7 9 9Z"),
    "Tactical": path("M16.5 6.5L14 14 7.5 17.5 10 10Z"),
    "Crew": (*circle(12, 8, 5), *path("M3 22C3 16 7 14 12 14 17 14 21 16 21 22Z")),
    "captain": path("M3 8L8 12 12 4 16 12 21 8 19 19H5Z"),
    "ship": path("M12 2L16 12 22 18 15 17 12 22 9 17 2 18 8 12Z"),
}
DRAWN_ICONS: dict[str, Outline] = {
    "Command": path("M6.5 3V21M6.5 4H18.5L14.5 8 18.5 12H6.5"),
    "Defence": path("M12 2L20 5V11C20 17 16 20 12 22 8 20 4 17 4 11V5Z"),
    "Tactical": circle(12, 12, 9),
}


def icon(nature: str, x: float, y: float, size: float, colour: Colour) -> Shapes:
    """Draw the sign of a nature (or of captains and ships), its middle there."""
    move = motion(x - size / 2, y - size / 2, size / 24)
    if nature in DRAWN_ICONS:
        yield Drawn(transform(DRAWN_ICONS[nature], move), colour, round(size / 10, 3))
    if nature in FILLED_ICONS:
        yield Filled(transform(FILLED_ICONS[nature], move), colour)
