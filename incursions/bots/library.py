"""The printed pieces of a match by title: what a player can read on any card or tile that he sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.rules import Game
from incursions.rules.printed.cards import GameCard
from incursions.rules.printed.pieces import TileCard


class Library(NamedTuple):
    """Cards and tiles by title. Whoever looks something up has seen its title first."""

    cards: Mapping[str, GameCard]
    tiles: Mapping[str, TileCard]


EMPTY = Library({}, {})


def library_of(game: Game) -> Library:
    """Return the library of a match."""
    return Library(game.cards.by_title, game.tiles)
