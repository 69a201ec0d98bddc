"""The position of a match as pixels, for banners: hexes and ships of a view, without words.

Tiles have no drawings here: other sites show a banner so small that a tile is 20 to 30 pixels wide, and a banner is
drawn while somebody waits for it, where the pictures of all its tiles would take seconds.
"""

from __future__ import annotations

from functools import cache

from incursions.games.incursions.pictures import colours
from incursions.games.incursions.pictures.colours import BRASS, RACE_FRAMES, TINTS
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import chart
from incursions.games.incursions.table.chart import centre, find_extent, place_ships
from incursions.games.position_pictures import Canvas, digest_sources, find_corners

TILE, LINE = "#182833", "#486170"
FILLS = {"denizen": "#3a2326", "modifier": "#2c2744", "unique": "#3a331f", "escape": "#1d3a36", "wormhole": "#14202c"}
"""The colours of tiles of these kinds."""
RADIUS = 96.0
RINGS = {"wormhole": ((70.0, 8), (46.0, 6), (22.0, 6)), "start": ((56.0, 3),)}
"""The circles in a tile of a kind: their radius and the width of their line."""
HULL = (0.0, -62.0), (40.0, 48.0), (0.0, 24.0), (-40.0, 48.0)
"""A ship, pointing north, within a circle of radius 70."""


@cache
def digest_drawing() -> str:
    """Return a digest of the code that draws positions, and of where it takes places, colours and pixels from."""
    return digest_sources((__file__, chart.__file__, colours.__file__))


def draw_position(view: View, width: int, height: int) -> bytes:
    """Return the map of a view as a PNG of at most that size."""
    canvas = Canvas(find_extent(tile["at"] for tile in view["map"]), width, height)
    for tile in view["map"]:
        middle = centre(tile["at"])
        canvas.fill_polygon(find_corners(middle, RADIUS), FILLS.get(tile["kind"], TILE), LINE, 3)
        for radius, thick in RINGS.get(tile["kind"], ()):
            canvas.draw_circle(middle, radius, outline=BRASS, width=thick)
    races = {ship["seat"]: ship["race"] for ship in view["ships"]}
    for seat, (x, y, size) in place_ships(view).items():
        race = races[seat]
        canvas.draw_circle((x, y), 70 * size, RACE_FRAMES.get(race, LINE), TINTS.get(race, BRASS), 4)
        canvas.fill_polygon([(x + dx * size, y + dy * size) for dx, dy in HULL], "#ffffff")
    return canvas.to_png()
