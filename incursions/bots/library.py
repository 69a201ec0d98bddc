"""The printed pieces of a match by title: what a player can read on any card or tile that he sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from incursions.rules import Game
from incursions.rules.printed.cards import GameCard
from incursions.rules.printed.pieces import TileCard

MOST_KEPT = 64  # matches of one set-up share their library


class Library(NamedTuple):
    """Cards and tiles by title. Whoever looks something up has seen its title first."""

    cards: Mapping[str, GameCard]
    tiles: Mapping[str, TileCard]


EMPTY = Library({}, {})
_kept: OrderedDict[tuple[int, int], tuple[Any, Any, Library]] = OrderedDict()


def library_of(game: Game) -> Library:
    """The library of a match, made once for all games of its set-up."""
    key = id(game.cards), id(game.tiles)
    known = _kept.get(key)
    if known is not None and known[0] is game.cards and known[1] is game.tiles:
        return known[2]
    made = Library({owned.card.title: owned.card for owned in game.cards}, game.tiles)
    _kept[key] = game.cards, game.tiles, made
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return made
