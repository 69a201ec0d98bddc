"""The printed pieces of a setup, parsed once for each setup and shared by all its games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from incursions.games.incursions.rules.effects.reading import read_effects
from incursions.games.incursions.rules.printed.piece_fields import with_effects
from incursions.games.incursions.rules.printed.pieces import (
    START_TILE,
    Cards,
    Definition,
    GameCard,
    OwnedCard,
    ShipCard,
    TileCard,
    list_brought,
)
from incursions.games.incursions.rules.state.setup import BASIC, Setup

MOST_KEPT = 256  # setups of live games; one of Full takes some hundred kilobytes
MOST_PRINTED = 1000  # cards and tiles; setups from one catalogue share their definitions


class SetUpPieces(NamedTuple):
    """Ships and tiles by title, and the copies of cards that the seats brought, by number."""

    ships: dict[str, ShipCard]
    tiles: dict[str, TileCard]
    cards: Cards


def read_card(definition: Definition) -> GameCard:
    """Return the printed captain, officer or game card. Raises `EffectError`."""
    return GameCard(definition, read_effects(with_effects(definition)))


def read_tile(definition: Definition) -> TileCard:
    """Return the printed tile. Raises `EffectError`."""
    return TileCard(definition, read_effects(with_effects(definition)))


class Same:
    """A cache key that compares an unhashable object by identity."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


def pieces_of(setup: Setup) -> SetUpPieces:
    """Return the pieces of the setup from a cache by identity, because parsing takes longer than playing a turn."""
    return _read_pieces(Same(setup))


@lru_cache(MOST_KEPT)
def _read_pieces(same: Same) -> SetUpPieces:
    setup: Setup = same.thing
    return SetUpPieces(
        {card["title"]: ShipCard(card) for card in setup["ships"]},
        {tile["title"]: _read(read_tile, Same(tile)) for tile in [START_TILE, *setup["tiles"]]},
        Cards() if setup["mode"] == BASIC else _read_cards(setup),
    )


@lru_cache(MOST_PRINTED)
def _read(kind: Callable[[Definition], Any], same: Same) -> Any:
    """Return the printed piece of the definition."""
    return kind(same.thing)


def _read_cards(setup: Setup) -> Cards:
    definitions = (*setup["captains"], *setup["cards"])
    printed: dict[str, GameCard] = {each["title"]: _read(read_card, Same(each)) for each in definitions}
    return Cards(
        OwnedCard(printed[title], seat)
        for seat, described in enumerate(setup["seats"])
        for title in list_brought(described)
    )
