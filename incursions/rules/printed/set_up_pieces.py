"""The printed pieces of a set-up: read once for each set-up, shared by all games that are played or loaded from it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from incursions.rules.printed.cards import Cards, GameCard, OwnedCard, brought
from incursions.rules.printed.pieces import START_TILE, Definition, ShipCard, TileCard
from incursions.rules.setup import BASIC, Setup

MOST_KEPT = 256  # set-ups, of games that are kept somewhere; one of Full takes some hundred kilobytes
MOST_PRINTED = 1000  # cards and tiles; set-ups of one catalogue share their definitions


class SetUpPieces(NamedTuple):
    """Ships and tiles by title, and every copy of a card that the seats brought, under its number."""

    ships: dict[str, ShipCard]
    tiles: dict[str, TileCard]
    cards: Cards


Printed = TypeVar("Printed")

_kept: OrderedDict[int, tuple[Setup, SetUpPieces]] = OrderedDict()
_printed: OrderedDict[int, tuple[Definition, Any]] = OrderedDict()


def pieces_of(setup: Setup) -> SetUpPieces:
    """The pieces of this very set-up object: reading their effects takes longer than playing a turn."""
    known = _kept.get(id(setup))
    if known is not None and known[0] is setup:
        return known[1]
    read = SetUpPieces(
        {card["title"]: ShipCard(card) for card in setup["ships"]},
        {tile["title"]: _read(TileCard, tile) for tile in [START_TILE, *setup["tiles"]]},
        Cards() if setup["mode"] == BASIC else _cards_of(setup),
    )
    _kept[id(setup)] = setup, read
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return read


def _read(kind: Callable[[Definition], Printed], definition: Definition) -> Printed:
    """The printed piece of this very definition."""
    known = _printed.get(id(definition))
    if known is not None and known[0] is definition:
        read: Printed = known[1]
        return read
    read = kind(definition)
    _printed[id(definition)] = definition, read
    if len(_printed) > MOST_PRINTED:
        _printed.popitem(last=False)
    return read


def _cards_of(setup: Setup) -> Cards:
    printed = {definition["title"]: _read(GameCard, definition) for definition in (*setup["captains"], *setup["cards"])}
    return Cards(
        OwnedCard(printed[title], seat) for seat, described in enumerate(setup["seats"]) for title in brought(described)
    )
