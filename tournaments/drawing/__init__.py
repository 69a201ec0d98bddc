"""The pictures of the pages: emblems, hulls, tiles and skies as SVG text. Knows no game, no database and no Django."""

from tournaments.drawing.hero import hero_sky
from tournaments.drawing.sprite import sprite
from tournaments.drawing.tiles import HEX_CORNERS, hull_paths, tile_art

__all__ = ["HEX_CORNERS", "hero_sky", "hull_paths", "sprite", "tile_art"]
