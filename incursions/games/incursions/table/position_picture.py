"""The position of a match as pixels, for banners: hexes and ships of a view, without words.

Tiles have no drawings here: other sites show a banner so small that a tile is 20 to 30 pixels wide, and a banner is
drawn while somebody waits for it, where the pictures of all its tiles would take seconds.
"""

from __future__ import annotations

import math
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

import PIL
from PIL import Image, ImageDraw

from incursions.games.incursions.pictures import colours
from incursions.games.incursions.pictures.colours import BRASS, RACE_FRAMES, TINTS
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import chart
from incursions.games.incursions.table.chart import centre, find_extent, place_ships

SEA, TILE, LINE = "#0b141b", "#182833", "#486170"
FINER = 2
"""A picture is drawn so many times larger and then reduced, because Pillow draws hard edges."""
RADIUS = 96.0
RINGS = {"wormhole": ((70.0, 8), (46.0, 6), (22.0, 6)), "start": ((56.0, 3),)}
"""The circles in a tile of a kind: their radius and the width of their line."""
HULL = (0.0, -62.0), (40.0, 48.0), (0.0, 24.0), (-40.0, 48.0)
"""A ship, pointing north, within a circle of radius 70."""


@cache
def digest_drawing() -> str:
    """Return a digest of the code that draws positions, and of where it takes places, colours and pixels from."""
    sources = b"".join(Path(file).read_bytes() for file in (__file__, chart.__file__, colours.__file__))
    return blake2b(PIL.__version__.encode() + sources, digest_size=8).hexdigest()


def draw_position(view: View, width: int, height: int) -> bytes:
    """Return the map of a view as a PNG of at most that size."""
    box = find_extent(tile["at"] for tile in view["map"])
    scale = FINER * min(width / box.width, height / box.height)
    image = Image.new("RGB", (round(box.width * scale), round(box.height * scale)), SEA)
    draw = ImageDraw.Draw(image)

    def place(x: float, y: float) -> tuple[float, float]:
        return (x - box.x) * scale, (y - box.y) * scale

    for tile in view["map"]:
        x, y = centre(tile["at"])
        turns = (math.radians(60 * corner) for corner in range(6))
        corners = [place(x + RADIUS * math.cos(turn), y + RADIUS * math.sin(turn)) for turn in turns]
        draw.polygon(corners, TILE, LINE, max(1, round(3 * scale)))
        for radius, thick in RINGS.get(tile["kind"], ()):
            around = (*place(x - radius, y - radius), *place(x + radius, y + radius))
            draw.ellipse(around, outline=BRASS, width=max(1, round(thick * scale)))
    races = {ship["seat"]: ship["race"] for ship in view["ships"]}
    for seat, (x, y, size) in place_ships(view).items():
        reach = 70 * size
        around = (*place(x - reach, y - reach), *place(x + reach, y + reach))
        draw.ellipse(
            around, RACE_FRAMES.get(races[seat], LINE), TINTS.get(races[seat], BRASS), max(1, round(4 * scale))
        )
        draw.polygon([place(x + dx * size, y + dy * size) for dx, dy in HULL], "#ffffff")
    data = BytesIO()
    image.reduce(FINER).save(data, "PNG")
    return data.getvalue()
