"""The face of any piece: which of the kinds of face it has, described from its definition alone."""

from __future__ import annotations

from incursions.pictures.fonts import TITLE
from incursions.pictures.outlines import hexagon, rectangle
from incursions.pictures.shapes import Box, Filled, Group, Picture
from incursions.pictures.text_layout import Setting, fitted
from incursions.rules.printed.pieces import Definition

CARD_WIDTH, CARD_HEIGHT, CORNER = 63.0, 88.0, 3.0
TILE_WIDTH = 88.0
TILE_HEIGHT = round(TILE_WIDTH * 3**0.5 / 2, 2)


def picture_of(definition: Definition) -> Picture:
    """The face of a ship, captain, card or tile in the catalogue's form."""
    is_tile = "hex_points" in definition
    width, height = (TILE_WIDTH, TILE_HEIGHT) if is_tile else (CARD_WIDTH, CARD_HEIGHT)
    ground = rectangle(0, 0, width, height)
    cut = hexagon(width / 2, height / 2, width / 2) if is_tile else rectangle(0, 0, width, height, CORNER)
    title = fitted("title", definition["title"], Box(12, 20, width - 24, 20), Setting(TITLE, 6, "#ffffff", across=0.5))
    art = Group((Filled(ground, "#24417f"),))
    return Picture(width, height, cut, (Filled(ground, "#15202a"),), art, (), (title,))
