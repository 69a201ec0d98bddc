"""What a match is started from: plain data that carries every definition it will use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incursions.rules.pieces import Definition

RULES_VERSION = 1
FEWEST_SEATS, MOST_SEATS = 2, 6  # rules 1.3
ROUND_LIMIT = 100  # rules 1.9
TILES_PER_SEAT = 8  # rules 20.6
SEATS_PER_WORMHOLE = 3  # rules 20.6

HOUSE_WORMHOLE = "Wormhole 1"
HOUSE_TILE = "Open Space"

Setup = dict[str, Any]


def house_pile(seats: int) -> list[str]:
    """The titles of the house's Basic pile: 8 tiles a player, a wormhole for every three players begun (rules 20.6)."""
    wormholes = -(-seats // SEATS_PER_WORMHOLE)
    return [HOUSE_WORMHOLE] * wormholes + [HOUSE_TILE] * (TILES_PER_SEAT * seats - wormholes)


def basic_setup(
    seats: int,
    ships: Sequence[Definition],
    tiles: Sequence[Definition],
    *,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """A Basic match: ships to be dealt at random (rules 20.1) and the house's pile.

    Raises ValueError for a number of seats the game is not for, for fewer ships than seats, or a missing house tile.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError(f"Incursions is for {FEWEST_SEATS} to {MOST_SEATS} players, not {seats} (1.3)")
    if len(ships) < seats:
        raise ValueError(f"{seats} seats need {seats} ships to be dealt, not {len(ships)} (20.1)")
    pile = house_pile(seats)
    used = [tile for tile in tiles if tile["title"] in (HOUSE_WORMHOLE, HOUSE_TILE)]
    missing = {*pile} - {tile["title"] for tile in used}
    if missing:
        raise ValueError(f"the house's pile needs {', '.join(sorted(missing))} (20.6)")
    return {
        "game": "incursions",
        "rules_version": RULES_VERSION,
        "mode": "basic",
        "seats": [{"ship": None} for _ in range(seats)],
        "ships": list(ships),
        "tiles": used,
        "pile": pile,
        "windows": windows,
        "round_limit": round_limit,
    }
