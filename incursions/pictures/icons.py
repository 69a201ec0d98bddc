"""The signs of natures, whose shapes differ as much as their colours do, in a box of 0 to 24."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.outlines import circle, motion, path, transform
from incursions.pictures.shapes import Colour, Drawn, Filled, Outline, Shape

FILLED: dict[str, Outline] = {
    "Attack": path("M12 2L15 9 22 7 18 13 22 18 15 17 12 22 9 17 2 18 6 13 2 7 9 9Z"),
    "Tactical": path("M16.5 6.5L14 14 7.5 17.5 10 10Z"),
    "Crew": (*circle(12, 8, 5), *path("M3 22C3 16 7 14 12 14 17 14 21 16 21 22Z")),
    "captain": path("M3 8L8 12 12 4 16 12 21 8 19 19H5Z"),
    "ship": path("M12 2L16 12 22 18 15 17 12 22 9 17 2 18 8 12Z"),
}
DRAWN: dict[str, Outline] = {
    "Command": path("M6.5 3V21M6.5 4H18.5L14.5 8 18.5 12H6.5"),
    "Defence": path("M12 2L20 5V11C20 17 16 20 12 22 8 20 4 17 4 11V5Z"),
    "Tactical": circle(12, 12, 9),
}


def icon(nature: str, x: float, y: float, size: float, colour: Colour) -> Iterator[Shape]:
    """The sign of a nature (or of captains and ships), its middle there."""
    move = motion(x - size / 2, y - size / 2, size / 24)
    if nature in DRAWN:
        yield Drawn(transform(DRAWN[nature], move), colour, round(size / 10, 3))
    if nature in FILLED:
        yield Filled(transform(FILLED[nature], move), colour)
