"""How large pieces are, in millimetres."""

CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 63.0, 88.0, 3.0
TILE_WIDTH = 88.0
"""From corner to corner: a tile is as wide as a card is high."""
TILE_HEIGHT = round(TILE_WIDTH * 3**0.5 / 2, 2)
