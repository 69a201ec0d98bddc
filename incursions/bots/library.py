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
_kept: OrderedDict[int, tuple[Any, Library]] = OrderedDict()


def library_of(game: Game) -> Library:
    """The library of a match, made once for all games of its set-up."""
    known = _kept.get(id(game.cards))
    if known is not None and known[0] is game.cards:
        return known[1]
    made = Library({owned.card.title: owned.card for owned in game.cards}, game.tiles)
    _kept[id(game.cards)] = game.cards, made
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return made
