"""Pools of sealed play, drawn from a seed that was committed to before (rules 22.3).

Each pool has a strand of the dice of its own, so that a further player changes nobody's pool. Anybody who knows the
seed can draw all pools again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Self, TypedDict

from incursions.engine.dice import Dice
from incursions.games.incursions.rules.sealed.recipes import CardSlot
from incursions.games.incursions.rules.sealed.stock import Stock


class BoosterData(TypedDict):
    """A booster as plain data."""

    cards: list[str]
    tiles: list[str]


class StarterPackData(TypedDict):
    """A starter pack as plain data."""

    ships: list[str]
    captains: list[str]
    wormholes: list[str]


class PoolData(TypedDict):
    """A pool as plain data, booster by booster."""

    starter: StarterPackData
    boosters: list[BoosterData]


class Booster(NamedTuple):
    """The titles of a booster in the order of the slots: the rarest card comes last."""

    cards: tuple[str, ...]
    tiles: tuple[str, ...]

    def to_data(self) -> BoosterData:
        """Return the booster as plain data."""
        return {"cards": list(self.cards), "tiles": list(self.tiles)}

    @classmethod
    def from_data(cls, data: BoosterData) -> Self:
        """Return the booster that `to_data` described."""
        return cls(tuple(data["cards"]), tuple(data["tiles"]))


class StarterPack(NamedTuple):
    """The pieces that everybody needs: ships of different races, captains, and wormholes."""

    ships: tuple[str, ...]
    captains: tuple[str, ...]
    wormholes: tuple[str, ...]


class Pool(NamedTuple):
    """The pieces that a player opened."""

    starter: StarterPack
    boosters: tuple[Booster, ...]

    @property
    def pieces(self) -> dict[str, int]:
        """The titles of the pool with their copies."""
        opened = Counter(title for part in self.starter for title in part)
        for booster in self.boosters:
            opened.update(booster.cards)
            opened.update(booster.tiles)
        return dict(opened)

    def to_data(self) -> PoolData:
        """Return the pool as plain data, booster by booster."""
        ships, captains, wormholes = map(list, self.starter)
        starter: StarterPackData = {"ships": ships, "captains": captains, "wormholes": wormholes}
        return {"starter": starter, "boosters": [booster.to_data() for booster in self.boosters]}

    @classmethod
    def from_data(cls, data: PoolData) -> Self:
        """Return the pool that `to_data` described."""
        pack = data["starter"]
        starter = StarterPack(tuple(pack["ships"]), tuple(pack["captains"]), tuple(pack["wormholes"]))
        return cls(starter, tuple(Booster.from_data(each) for each in data["boosters"]))


def open_booster(stock: Stock, seed: bytes, number: int) -> Booster:
    """Return the single booster of this number; equal for equal stock and seed."""
    return _Opening(stock, Dice(seed), f"booster {number}").booster()


def open_pool(stock: Stock, seed: bytes, number: int) -> Pool:
    """Return the pool of this number; equal for equal stock and seed. Raises ValueError for a seed not of 32 bytes."""
    return _Opening(stock, Dice(seed), f"pool {number}").pool()


class _Opening:
    """A pool while it is drawn."""

    def __init__(self, stock: Stock, dice: Dice, strand: str) -> None:
        self._stock, self._dice, self._strand = stock, dice, strand
        self._opened: Counter[str] = Counter()

    def pool(self) -> Pool:
        starter = self._draw_starter()
        return Pool(starter, tuple(self.booster() for _ in range(self._stock.recipe.boosters)))

    def _draw_starter(self) -> StarterPack:
        recipe, stock = self._stock.recipe, self._stock
        races: list[str] = []
        for _ in range(recipe.ships):
            races.append(self._draw_one([race for race in stock.ships if race not in races]))
        ships = tuple(self._draw_one(stock.ships[race]) for race in races)
        captains = self._draw_some(stock.captains, recipe.captains)
        wormholes = self._draw_some(stock.wormholes, recipe.wormholes)
        self._opened.update((*ships, *captains, *wormholes))
        return StarterPack(ships, captains, wormholes)

    def booster(self) -> Booster:
        """Draw the next booster."""
        stock, held = self._stock, set[str]()
        cards = [
            self._draw_title(titles[self._draw_rarity(slot)], held)
            for slot, titles in zip(stock.recipe.cards, stock.cards, strict=True)
            for _ in range(slot.count)
        ]
        tiles = [
            self._draw_title(titles, held)
            for slot, titles in zip(stock.recipe.tiles, stock.tiles, strict=True)
            for _ in range(slot.count)
        ]
        return Booster(tuple(cards), tuple(tiles))

    def _draw_rarity(self, slot: CardSlot) -> int:
        """Draw one of the slot's rarities and return its index."""
        if len(slot.rarities) == 1:
            return 0
        drawn, below = (
            self._dice.draw_below(self._strand, slot.weight),
            accumulate(weight for _, weight in slot.rarities),
        )
        return next(place for place, bound in enumerate(below) if drawn < bound)

    def _draw_title(self, titles: Sequence[str], held: set[str]) -> str:
        """Draw until a title is new to the booster and the pool has room for one more of it."""
        while True:
            title = self._draw_one(titles)
            if title not in held and self._opened[title] < self._stock.most[title]:
                held.add(title)
                self._opened[title] += 1
                return title

    def _draw_one(self, titles: Sequence[str]) -> str:
        return titles[self._dice.draw_below(self._strand, len(titles))]

    def _draw_some(self, titles: Sequence[str], count: int) -> tuple[str, ...]:
        left = list(titles)
        return tuple(left.pop(self._dice.draw_below(self._strand, len(left))) for _ in range(count))
