"""Small tables for tests of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.examples.table import lay_table

CATALOGUE = load(Path(__file__).parents[4] / "fixtures")


def new_game(seats: int = 2, seed: int = 1, **setup: Any) -> Game:
    """Start a Basic match."""
    ships, tiles = list(CATALOGUE.ships.values()), list(CATALOGUE.tiles.values())
    return Game.start(basic_setup(seats, ships, tiles, **setup), seed.to_bytes(32, "big"))


def laid(*seats: dict[str, Any], **table: Any) -> Game:
    """Lay out a table; without seats a Sol and a Ruk'tor in the start hex."""
    return lay_table({"seats": list(seats) or [{"ship": "Sol"}, {"ship": "Ruk'tor"}], **table}, CATALOGUE)
