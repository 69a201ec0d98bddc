"""A snapshot of a recipe with the titles of each slot, from which pools are drawn (rules 22.3).

Stored as plain data beside a seed, it gives equal pools again even if the catalogue changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Self, TypedDict

from incursions.games.incursions.rules.construction import SEALED
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, SHIP, PieceFacts
from incursions.games.incursions.rules.sealed.recipes import (
    CREW,
    CardSlot,
    Facts,
    Recipe,
    StarterSaid,
    TileSlot,
    TileSlotSaid,
    cards_of,
    tiles_of,
)

Titles = tuple[str, ...]


class RarityStock(TypedDict):
    """The titles of a rarity in a slot, and its weight."""

    rarity: str
    weight: int
    titles: list[str]


class CardStock(TypedDict):
    """A slot of cards with what it draws from."""

    count: int
    crew: str
    rarities: list[RarityStock]


class TileStock(TileSlotSaid):
    """A slot of tiles with what it draws from."""

    titles: list[str]


class RaceStock(TypedDict):
    """The ships of a race."""

    race: str
    titles: list[str]


class StockData(TypedDict):
    """A stock as plain data, with lists where the order decides the draws; `most` are copies by title."""

    set: str
    boosters: int
    cards: list[CardStock]
    tiles: list[TileStock]
    ships: list[RaceStock]
    captains: list[str]
    wormholes: list[str]
    starter: StarterSaid
    most: dict[str, int]


class Stock(NamedTuple):
    """A recipe with the titles that it draws from, in order, computed once for many pools.

    `cards` has, for each slot, the titles of each of its rarities; `tiles` the titles of each slot; `ships` the titles
    of each race; `most` the highest number of copies of a title in a pool.
    """

    recipe: Recipe
    cards: tuple[tuple[Titles, ...], ...]
    tiles: tuple[Titles, ...]
    ships: Mapping[str, Titles]
    captains: Titles
    wormholes: Titles
    most: Mapping[str, int]

    @classmethod
    def from_recipe(cls, recipe: Recipe, facts: Facts) -> Self:
        """Return the stock of a recipe from these pieces."""
        ships = [piece for piece in facts.values() if piece.kind == SHIP]
        return cls(
            recipe,
            tuple(
                tuple(tuple(cards_of(facts, rarity, slot.crew)) for rarity, _ in slot.rarities) for slot in recipe.cards
            ),
            tuple(tuple(tiles_of(facts, slot.points)) for slot in recipe.tiles),
            {
                race: tuple(sorted(ship.title for ship in ships if ship.race == race))
                for race in sorted({ship.race for ship in ships})
            },
            _list_titles(facts, lambda piece: piece.kind == CAPTAIN),
            _list_titles(facts, lambda piece: piece.is_wormhole),
            {title: SEALED.most_of(piece) for title, piece in sorted(facts.items())},
        )

    def to_data(self) -> StockData:
        """Return the stock as plain data, with lists where the order decides the draws."""
        recipe = self.recipe
        words = {crew: word for word, crew in CREW.items()}
        return {
            "set": recipe.code,
            "boosters": recipe.boosters,
            "cards": [
                {
                    "count": slot.count,
                    "crew": words[slot.crew],
                    "rarities": [
                        {"rarity": rarity, "weight": weight, "titles": list(titles)}
                        for (rarity, weight), titles in zip(slot.rarities, of, strict=True)
                    ],
                }
                for slot, of in zip(recipe.cards, self.cards, strict=True)
            ],
            "tiles": [
                {"count": slot.count, "points": list(slot.points), "titles": list(titles)}
                for slot, titles in zip(recipe.tiles, self.tiles, strict=True)
            ],
            "ships": [{"race": race, "titles": list(titles)} for race, titles in self.ships.items()],
            "captains": list(self.captains),
            "wormholes": list(self.wormholes),
            "starter": {"ships": recipe.ships, "captains": recipe.captains, "wormholes": recipe.wormholes},
            "most": dict(self.most),
        }

    @classmethod
    def from_data(cls, data: StockData) -> Self:
        """Return the stock that `to_data` described."""
        cards = tuple(
            CardSlot(
                slot["count"], tuple((each["rarity"], each["weight"]) for each in slot["rarities"]), CREW[slot["crew"]]
            )
            for slot in data["cards"]
        )
        tiles = tuple(TileSlot(slot["count"], tuple(slot["points"])) for slot in data["tiles"])
        return cls(
            Recipe(data["set"], data["boosters"], cards, tiles, **data["starter"]),
            tuple(tuple(tuple(each["titles"]) for each in slot["rarities"]) for slot in data["cards"]),
            tuple(tuple(slot["titles"]) for slot in data["tiles"]),
            {each["race"]: tuple(each["titles"]) for each in data["ships"]},
            tuple(data["captains"]),
            tuple(data["wormholes"]),
            data["most"],
        )


def _list_titles(facts: Facts, belongs: Callable[[PieceFacts], bool]) -> Titles:
    return tuple(sorted(piece.title for piece in facts.values() if belongs(piece)))
