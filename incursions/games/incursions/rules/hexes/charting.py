"""The map from a ship's hex: where a tile can still be laid next to it (rules 8.3, 8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

START_HEX: Hex = (0, 0)  # rules 5.3


def can_explore(game: Game, ship: Ship) -> bool:
    """Return True if there is a tile to lay and a free side to lay it on (rules 8.3, 8.4)."""
    return bool(game.pile_of(ship.seat) and game.chart.free[ship.at])


def free_sides(game: Game, ship: Ship) -> tuple[str, ...]:
    """Return the sides of the ship's hex where no tile lies."""
    return game.chart.free[ship.at]
