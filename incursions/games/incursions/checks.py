"""Checks of a set-up that came in a file from anybody, before the rules play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from incursions.games.incursions.rules.catalogue import CatalogueError, check_piece
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE
from incursions.games.incursions.rules.state.setup import FEWEST_SEATS, MOST_SEATS

LARGEST_PILE = 200
PIECES = {"ships": SHIP, "captains": CAPTAIN, "cards": CARD, "tiles": TILE}
"""By the key of a set-up that lists definitions, their kind."""


def check_size(setup: Mapping[str, object]) -> None:
    """Raise ValueError if the set-up has too few or too many seats (rules 1.3), or a pile that no match has."""
    seats = setup.get("seats")
    if not isinstance(seats, list) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise ValueError(f"A match has {FEWEST_SEATS} to {MOST_SEATS} seats.")
    own = [each.get(name, []) for each in seats if isinstance(each, dict) for name in ("deck", "hexpile")]
    for pile in [*own, setup.get("pile", [])]:
        if not isinstance(pile, list) or len(pile) > LARGEST_PILE:
            raise ValueError(f"A match's pile has at most {LARGEST_PILE} cards or tiles.")


def check_pieces(setup: Mapping[str, object]) -> None:
    """Raise ValueError for the first piece that the card editor could not have made, with its field."""
    for name, kind in PIECES.items():
        pieces = setup.get(name, [])
        if not isinstance(pieces, list):
            raise ValueError(f"setup, {name}: a list of pieces was expected.")
        for piece in pieces:
            try:
                check_piece(piece, kind, f"setup, {name}")
            except CatalogueError as fault:
                raise ValueError(f"{fault}.") from fault


def find_strange(setup: Mapping[str, Any], find_piece: Callable[[str], Any]) -> list[str]:
    """Return the titles of the pieces that are unknown to `find_piece`, or that print something else in the set-up."""
    pieces = [piece for name in PIECES for piece in setup.get(name, ())]
    return [piece["title"] for piece in pieces if find_piece(piece["title"]) != piece]
