"""What frames are made of: engraved ground, medallions, plates, ribbons, paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from incursions.pictures.colours import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EDGE,
    PAPER,
    PAPER_SHADE,
    WHITE,
    FrameColours,
    mix,
)
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import circle, line, notched, place, polygon, rectangle, smooth
from incursions.pictures.shapes import Box, Colour, Drawn, Filled, Group, Linear, Outline, Run, Shape, Stop


def ground(outline: Outline, box: Box, colours: FrameColours, seed: int) -> Iterator[Shape]:
    """The field of a frame: its colour, lighter above, with waves cut into it as on a banknote."""
    fill = colours.fill
    shade = 0.34 if colours.ink == WHITE else 0.14  # what is printed in dark ink needs light below it
    stops = (Stop(0, mix(fill, "#ffffff", 0.1)), Stop(0.5, fill), Stop(1, mix(fill, "#000000", shade)))
    yield Filled(outline, Linear((box.left, box.top), (box.left + box.width * 0.5, box.bottom), stops))
    yield Drawn(_waves(box, seed), mix(fill, "#ffffff", 0.6), 0.1, 0.3)


def _waves(box: Box, seed: int) -> Outline:
    first, second = 3 + seed % 4, 5 + seed // 4 % 5
    runs: list[Run] = []
    for number in range(30):
        phase = number * 0.42
        base = box.top + 3 + (box.height - 6) * (number + 0.5) / 30
        points = [
            (
                box.left + box.width * part / 24,
                base
                + 1.9 * math.sin(first * part / 12 * math.pi + phase)
                + 1.1 * math.sin(second * part / 12 * math.pi - phase),
            )
            for part in range(25)
        ]
        runs += smooth(points)
    return tuple(runs)


def framed(outline: Outline, *, dark: float = 0.9, bright: float = 0.34) -> Iterator[Shape]:
    """A border of brass between two dark lines."""
    yield Drawn(outline, EDGE, dark, 0.9)
    yield Drawn(outline, BRASS, bright + 0.12)
    yield Drawn(outline, BRASS_LIGHT, bright * 0.4)


def medallion(x: float, y: float, radius: float, fill: Colour) -> Iterator[Shape]:
    """A disc with a rim of brass, to set something on."""
    yield Filled(circle(x, y, radius + 0.35), EDGE, 0.85)
    yield Filled(
        circle(x, y, radius),
        Linear(
            (x - radius, y - radius),
            (x + radius, y + radius),
            (Stop(0, BRASS_LIGHT), Stop(0.5, BRASS), Stop(1, BRASS_DARK)),
        ),
    )
    yield Filled(
        circle(x, y, radius * 0.86),
        Linear(
            (x, y - radius),
            (x, y + radius),
            (Stop(0, mix(fill, "#ffffff", 0.12)), Stop(1, mix(fill, "#000000", 0.4))),
        ),
    )


def mark(race: str, x: float, y: float, size: float, colour: Colour, opacity: float = 1.0) -> Filled:
    """The emblem of a race, its middle there."""
    return Filled(place(emblem(race), x - size / 2, y - size / 2, size / 100), colour, opacity)


def paper(box: Box, race: str, notch: float = 1.6) -> Iterator[Shape]:
    """A sheet for text, with the emblem as a watermark and a hairline round it."""
    sheet = notched(*box, notch)
    yield Filled(sheet, Linear((box.left, box.top), (box.left, box.bottom), (Stop(0, PAPER), Stop(1, PAPER_SHADE))))
    size = min(box.width, box.height) * 0.94
    yield Group(
        (
            Filled(sheet, Linear((box.left, box.top), (box.left, box.bottom), (Stop(0, PAPER), Stop(1, PAPER_SHADE)))),
            mark(race, *box.middle, size, BRASS, 0.13),
        ),
        sheet,
    )
    yield from framed(sheet, dark=0.7, bright=0.2)
    inner = notched(box.left + 0.9, box.top + 0.9, box.width - 1.8, box.height - 1.8, notch)
    yield Drawn(inner, BRASS, 0.12, 0.8)


def engraved(fill: Colour, depth: float) -> Colour:
    """The colour of a frame, as dark as light letters need it."""
    return mix(fill, "#0a0f14", depth)


def ribbon(box: Box, fill: Colour) -> Iterator[Shape]:
    """A dark band with pointed ends."""
    tip = box.height * 0.42
    band = polygon(
        [
            (box.left, box.top),
            (box.right, box.top),
            (box.right + tip, box.middle[1]),
            (box.right, box.bottom),
            (box.left, box.bottom),
            (box.left - tip, box.middle[1]),
        ]
    )
    shade = Linear((0, box.top), (0, box.bottom), (Stop(0, engraved(fill, 0.58)), Stop(1, engraved(fill, 0.82))))
    yield Filled(band, shade)
    yield from framed(band, dark=0.6, bright=0.18)


def plate(box: Box, fill: Colour) -> Iterator[Shape]:
    """A small plate that a figure is engraved on."""
    sheet = rectangle(*box, 0.9)
    shade = Linear((0, box.top), (0, box.bottom), (Stop(0, engraved(fill, 0.58)), Stop(1, engraved(fill, 0.8))))
    yield Filled(sheet, shade)
    yield from framed(sheet, dark=0.5, bright=0.16)


def rarity_ticks(x: float, top: float, height: float, count: int, colour: Colour) -> Iterator[Shape]:
    """Graduations of a scale, as many as a rarity has."""
    runs = [line((x + 1.0 * number, top), (x + 1.0 * number, top + height)) for number in range(count)]
    if runs:
        yield Drawn(tuple(run for each in runs for run in each), colour, 0.36)


def rule(left: float, right: float, y: float) -> Iterator[Shape]:
    """A fine rule with a lozenge in its middle."""
    middle = (left + right) / 2
    yield Drawn(line((left, y), (right, y)), BRASS, 0.14, 0.9)
    yield Filled(polygon(_lozenge(middle, y, 0.7)), BRASS)


def _lozenge(x: float, y: float, size: float) -> Sequence[tuple[float, float]]:
    return ((x - size, y), (x, y - size * 0.6), (x + size, y), (x, y + size * 0.6))
