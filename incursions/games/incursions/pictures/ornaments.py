"""Emblems of races, icons of natures, and parts of frames: engraved ground, medallions, plates, ribbons, paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from incursions.games.incursions.pictures.colours import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EDGE,
    PAPER,
    PAPER_SHADE,
    WHITE,
    FrameColours,
    lighten,
    mix,
)
from incursions.games.incursions.pictures.shapes import (
    Box,
    Colour,
    Drawn,
    Filled,
    Group,
    Outline,
    Point,
    Shapes,
    circle,
    draw_layers,
    elliptic_arc,
    enclose,
    hexagon,
    join,
    line,
    motion,
    notch_corners,
    path,
    place,
    polygon,
    rectangle,
    ring_points,
    shade,
    smooth,
    star,
    transform,
)

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
    """Draw the sign of a nature, or of captains and ships, with its middle at x, y."""
    move = motion(x - size / 2, y - size / 2, size / 24)
    if nature in DRAWN_ICONS:
        yield Drawn(transform(DRAWN_ICONS[nature], move), colour, round(size / 10, 3))
    if nature in FILLED_ICONS:
        yield Filled(transform(FILLED_ICONS[nature], move), colour)


def ground(outline: Outline, box: Box, colours: FrameColours, seed: int) -> Shapes:
    """Draw the field of a frame: its colour, lighter above, with waves cut into it as on a banknote."""
    fill = colours.fill
    darkness = 0.34 if colours.ink == WHITE else 0.14  # what is printed in dark ink needs light below it
    start, end = (box.left, box.top), (box.left + box.width * 0.5, box.bottom)
    yield Filled(outline, shade(start, end, lighten(fill, 0.1), fill, mix(fill, "#000000", darkness)))
    yield Drawn(_waves(box, seed), lighten(fill, 0.6), 0.1, 0.3)


def _waves(box: Box, seed: int) -> Outline:
    """Return wavy lines across a box, of a shape chosen by the seed."""
    first, second = 3 + seed % 4, 5 + seed // 4 % 5

    def wave(number: int) -> Iterator[Point]:
        phase, base = number * 0.42, box.top + 3 + (box.height - 6) * (number + 0.5) / 30
        for part in range(25):
            angle = part / 12 * math.pi
            rise = 1.9 * math.sin(first * angle + phase) + 1.1 * math.sin(second * angle - phase)
            yield box.left + box.width * part / 24, base + rise

    return join(smooth(wave(number)) for number in range(30))


def frame(outline: Outline, *, dark: float = 0.9, bright: float = 0.34) -> Shapes:
    """Draw a border of brass between two dark lines."""
    yield from draw_layers(outline, (EDGE, dark, 0.9), (BRASS, bright + 0.12), (BRASS_LIGHT, bright * 0.4))


def medallion(x: float, y: float, radius: float, fill: Colour) -> Shapes:
    """Draw a disc with a rim of brass, to set something on."""
    rim = shade((x - radius, y - radius), (x + radius, y + radius), BRASS_LIGHT, BRASS, BRASS_DARK)
    disc = shade((x, y - radius), (x, y + radius), lighten(fill, 0.12), mix(fill, "#000000", 0.4))
    yield Filled(circle(x, y, radius + 0.35), EDGE, 0.85)
    yield Filled(circle(x, y, radius), rim)
    yield Filled(circle(x, y, radius * 0.86), disc)


def mark(race: str, x: float, y: float, size: float, colour: Colour, opacity: float = 1.0) -> Filled:
    """Draw the emblem of a race, with its middle at x, y."""
    return Filled(place(emblem(race), x - size / 2, y - size / 2, size / 100), colour, opacity)


NOTCH = 1.6


def paper(box: Box, race: str) -> Shapes:
    """Draw a sheet for text, with the emblem as a watermark and a hairline round it."""
    sheet = notch_corners(*box, NOTCH)
    blank = Filled(sheet, shade((box.left, box.top), (box.left, box.bottom), PAPER, PAPER_SHADE))
    yield blank
    yield Group((blank, mark(race, *box.middle, min(box.width, box.height) * 0.94, BRASS, 0.13)), sheet)
    yield from frame(sheet, dark=0.7, bright=0.2)
    inner = notch_corners(box.left + 0.9, box.top + 0.9, box.width - 1.8, box.height - 1.8, NOTCH)
    yield Drawn(inner, BRASS, 0.12, 0.8)


def _engrave(outline: Outline, box: Box, fill: Colour, depth: float) -> Filled:
    """Fill an outline with the colour of a frame, as dark as light letters need it, and darker below."""
    upper, lower = (mix(fill, "#0a0f14", part) for part in (0.58, depth))
    return Filled(outline, shade((0, box.top), (0, box.bottom), upper, lower))


def ribbon(box: Box, fill: Colour) -> Shapes:
    """Draw a dark band with pointed ends."""
    tip, (_, middle) = box.height * 0.42, box.middle
    right = [(box.right, box.top), (box.right + tip, middle), (box.right, box.bottom)]
    band = polygon([(box.left, box.top), *right, (box.left, box.bottom), (box.left - tip, middle)])
    yield _engrave(band, box, fill, 0.82)
    yield from frame(band, dark=0.6, bright=0.18)


def plate(box: Box, fill: Colour) -> Shapes:
    """Draw a small plate that a figure is engraved on."""
    sheet = rectangle(*box, 0.9)
    yield _engrave(sheet, box, fill, 0.8)
    yield from frame(sheet, dark=0.5, bright=0.16)


def rule(left: float, right: float, y: float) -> Shapes:
    """Draw a fine rule with a lozenge in its middle."""
    yield Drawn(line((left, y), (right, y)), BRASS, 0.14, 0.9)
    yield Filled(place(polygon("-.7,0 0,-.42 .7,0 0,.42"), (left + right) / 2, y), BRASS)
