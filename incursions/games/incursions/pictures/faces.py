"""The face of any piece, described from its definition alone: which kind of face it has, and its art."""

from __future__ import annotations

from incursions.games.incursions.pictures.card_face import card_face
from incursions.games.incursions.pictures.shapes import Picture
from incursions.games.incursions.pictures.tile_face import tile_face
from incursions.games.incursions.rules.construction.facts import TILE, facts_of
from incursions.games.incursions.rules.printed.pieces import Definition


def picture_of(piece: Definition) -> Picture:
    """Return the face of a ship, captain, card or tile in the catalogue's form."""
    return tile_face(piece) if facts_of(piece).kind == TILE else card_face(piece)
