"""Drawings of pages that depend on data, as SVG text: hulls, tiles, frames. Knows no game, no database and no Django.

Lengths are SVG user units; y grows downwards. Fixed drawings are templates: `tournaments/sprite.svg`,
`tournaments/hero_sky.svg` and `players/badges/`.
"""

import hashlib
import math
import random
from collections.abc import Sequence
from functools import cache

from incursions.games.incursions.pictures import ornaments
from incursions.games.incursions.pictures.svg_pen import path_data

RACES = ("federation", "klingon", "romulan", "borg", "neutral")
ROW_HEIGHT = math.sqrt(3) * 100
HEX_CORNERS = "96.5,0.0 48.3,83.6 -48.2,83.6 -96.5,0.0 -48.3,-83.6 48.3,-83.6"
"""A flat-topped hexagon, a little smaller than the cell of radius 100, so that the sea shows between two tiles."""
HULLS: dict[str, tuple[str, ...]] = {
    "federation": (
        "M0-48C6-30 9-8 8 20L15 36 5 32 4 45-4 45-5 32-15 36-8 20C-9-8-6-30 0-48Z",
        "M10 0 35 24 36 40 12 22Z",
        "M-10 0-35 24-36 40-12 22Z",
    ),
    "klingon": ("M-46-36C-24-22 24-22 46-36 42-6 24 4 11 6L14 34 22 42H-22L-14 34-11 6C-24 4-42-6-46-36Z",),
    "romulan": ("M-30-30A43 43 0 1 0 30-30 33 33 0 1 1-30-30Z", "M0-46 6-4 0 30-6-4Z"),
    "borg": ("M-42 0-21-36 21-36 42 0 21 36-3 36-3 19-27 23Z", "M-14-14H14V0H-14Z"),
    "neutral": ("M0-34 15 8 15 30 6 26-6 26-15 30-15 8Z",),
}
"""Hulls, bow up, in a box of -50..50: clipper, axe, sickle, block, launch. Every outline is this project's own."""
WORMHOLE = (
    '<circle class="t-hole" cx="0" cy="8" r="49"/><path class="t-coil" d="M12.0 8.0A12 12 0 1 1 6.0 -2.4"/>'
    '<path class="t-coil" d="M18.8 14.8A20 20 0 1 1 15.3 -4.9"/>'
    '<path class="t-coil" d="M21.4 26.0A28 28 0 1 1 26.3 -1.6"/>'
    '<path class="t-coil" d="M18.0 39.2A36 36 0 1 1 36.0 8.0"/>'
    '<path class="t-coil" d="M7.6 51.3A44 44 0 1 1 41.3 23.0"/>'
    '<path class="t-light" d="M0.0 -4.0L1.4 6.6L12.0 8.0L1.4 9.4L0.0 20.0L-1.4 9.4L-12.0 8.0L-1.4 6.6Z"/>'
)
ROSE = (
    '<g class="t-made"><circle cx="0" cy="4" r="30"/></g><path class="t-brass" d="M0.0 -40.0L4.2 -0.2L44.0 4.0L4.2 8.2'
    "L0.0 48.0L-4.2 8.2L-44.0 4.0L-4.2 -0.2ZM15.6 -11.6L6.0 4.0L15.6 19.6L0.0 10.0L-15.6 19.6L-6.0 4.0L-15.6 -11.6"
    'L-0.0 -2.0Z"/>'
)


@cache
def emblem_outline(race: str) -> str:
    """Return the path of a race's emblem in a box of 100 by 100, as on its pieces; the compass rose for other races."""
    return path_data(ornaments.emblem(race.capitalize()))


@cache
def hull_paths(race: str) -> str:
    """Return the outline of a race's ships; the launch for other races."""
    return "".join(f'<path d="{outline}"/>' for outline in HULLS.get(race, HULLS["neutral"]))


@cache
def tile_art(kind: str, title: str) -> str:
    """Return the drawing inside a tile of radius 100, coloured by the page's classes.

    The title seeds the places of the stars, so that a picture never changes.
    """
    if kind == "wormhole":
        return WORMHOLE
    chance = random.Random(hashlib.blake2b(title.encode(), digest_size=8).digest())
    stars = "".join(f"M{chance.uniform(-80, 80):.0f} {chance.uniform(-72, 72):.0f}h.01" for _ in range(16))
    return f'<path class="t-stars" d="{stars}"/>{ROSE if kind == "start" else ""}'


def centre(at: Sequence[int]) -> tuple[float, float]:
    """Return the middle of a hex on the chart: flat-topped hexes of radius 100."""
    q, r = at
    return 150 * q, ROW_HEIGHT * (r + q / 2)
