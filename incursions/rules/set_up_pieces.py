"""The printed pieces of a set-up: read once for each set-up, shared by all games that are played or loaded from it."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from incursions.rules.cards import GameCard, OwnedCard, brought
from incursions.rules.pieces import START_TILE, ShipCard, TileCard
from incursions.rules.setup import BASIC, Setup

MOST_KEPT = 64  # set-ups; one of Full takes some hundred kilobytes


class SetUpPieces(NamedTuple):
    """Ships and tiles by title, and every copy of a card that the seats brought, under its number."""

    ships: dict[str, ShipCard]
    tiles: dict[str, TileCard]
    cards: tuple[OwnedCard, ...]


_kept: OrderedDict[int, tuple[Setup, SetUpPieces]] = OrderedDict()


def pieces_of(setup: Setup) -> SetUpPieces:
    """The pieces of this very set-up object: reading their effects takes longer than playing a turn."""
    known = _kept.get(id(setup))
    if known is not None and known[0] is setup:
        return known[1]
    read = SetUpPieces(
        {card["title"]: ShipCard(card) for card in setup["ships"]},
        {tile["title"]: TileCard(tile) for tile in [START_TILE, *setup["tiles"]]},
        () if setup["mode"] == BASIC else _cards_of(setup),
    )
    _kept[id(setup)] = setup, read
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return read


def _cards_of(setup: Setup) -> tuple[OwnedCard, ...]:
    printed = {definition["title"]: GameCard(definition) for definition in (*setup["captains"], *setup["cards"])}
    return tuple(
        OwnedCard(printed[title], seat) for seat, described in enumerate(setup["seats"]) for title in brought(described)
    )
