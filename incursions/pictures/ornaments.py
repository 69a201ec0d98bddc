"""Parts of frames: engraved ground, medallions, plates, ribbons, paper."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.colours import (
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
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import circle, join, line, notch_corners, place, polygon, rectangle, smooth
from incursions.pictures.shapes import Box, Colour, Drawn, Filled, Group, Outline, Point, Shapes, draw_layers, shade


def ground(outline: Outline, box: Box, colours: FrameColours, seed: int) -> Shapes:
    """Draw the field of a frame: its colour, lighter above, with waves cut into it as on a banknote."""
    fill = colours.fill
    darkness = 0.34 if colours.ink == WHITE else 0.14  # what is printed in dark ink needs light below it
    start, end = (box.left, box.top), (box.left + box.width * 0.5, box.bottom)
    yield Filled(outline, shade(start, end, lighten(fill, 0.1), fill, mix(fill, "#000000", darkness)))
    yield Drawn(_waves(box, seed), lighten(fill, 0.6), 0.1, 0.3)


def _waves(box: Box, seed: int) -> Outline:
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
    """Draw the emblem of a race, its middle there."""
    return Filled(place(emblem(race), x - size / 2, y - size / 2, size / 100), colour, opacity)


def paper(box: Box, race: str, notch: float = 1.6) -> Shapes:
    """Draw a sheet for text, with the emblem as a watermark and a hairline round it."""
    sheet = notch_corners(*box, notch)
    blank = Filled(sheet, shade((box.left, box.top), (box.left, box.bottom), PAPER, PAPER_SHADE))
    yield blank
    yield Group((blank, mark(race, *box.middle, min(box.width, box.height) * 0.94, BRASS, 0.13)), sheet)
    yield from frame(sheet, dark=0.7, bright=0.2)
    inner = notch_corners(box.left + 0.9, box.top + 0.9, box.width - 1.8, box.height - 1.8, notch)
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
