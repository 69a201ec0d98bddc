"""Pools of sealed play, drawn from a seed that was committed to before (rules 22.3).

Each pool has a strand of the stream of its own, so that a further player changes nobody's pool, and whoever knows the
seed can draw all of them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from incursions.engine.dice import Dice
from incursions.rules.construction import SEALED, PieceFacts
from incursions.rules.construction.facts import CAPTAIN, SHIP
from incursions.rules.sealed.recipes import CardSlot, Facts, Recipe, cards_of, tiles_of


class Booster(NamedTuple):
    """Titles in the order of the slots: the rarest card comes last."""

    cards: tuple[str, ...]
    tiles: tuple[str, ...]


class StarterPack(NamedTuple):
    """What everybody needs: ships of different races, captains, and a wormhole."""

    ships: tuple[str, ...]
    captains: tuple[str, ...]
    wormholes: tuple[str, ...]


class Pool(NamedTuple):
    """All that a player opened."""

    starter: StarterPack
    boosters: tuple[Booster, ...]

    @property
    def pieces(self) -> dict[str, int]:
        """Every title with its copies."""
        opened = Counter(title for part in self.starter for title in part)
        for booster in self.boosters:
            opened.update(booster.cards)
            opened.update(booster.tiles)
        return dict(opened)


class Stock:
    """The titles that the slots of a recipe draw from, in order, found once for many pools."""

    def __init__(self, recipe: Recipe, facts: Facts) -> None:
        self.recipe = recipe
        self.facts = facts
        self.cards = {
            (rarity, slot.crew): cards_of(facts, rarity, slot.crew)
            for slot in recipe.cards
            for rarity, _ in slot.rarities
        }
        self.tiles = [tiles_of(facts, slot.points) for slot in recipe.tiles]
        self.captains = _titles(facts, lambda piece: piece.kind == CAPTAIN)
        self.wormholes = _titles(facts, lambda piece: piece.is_wormhole)
        ships = [piece for piece in facts.values() if piece.kind == SHIP]
        self.ships = {
            race: sorted(ship.title for ship in ships if ship.race == race)
            for race in sorted({ship.race for ship in ships})
        }


def _titles(facts: Mapping[str, PieceFacts], belongs: Callable[[PieceFacts], bool]) -> list[str]:
    return sorted(piece.title for piece in facts.values() if belongs(piece))


def open_pool(stock: Stock, seed: bytes, number: int) -> Pool:
    """The pool of that number: the same for the same recipe, pieces and seed (32 bytes; else ValueError)."""
    return _Opening(stock, Dice(seed), f"pool {number}").pool()


class _Opening:
    """A pool as it is drawn."""

    def __init__(self, stock: Stock, dice: Dice, strand: str) -> None:
        self._stock, self._dice, self._strand = stock, dice, strand
        self._opened: Counter[str] = Counter()

    def pool(self) -> Pool:
        starter = self._starter()
        return Pool(starter, tuple(self._booster() for _ in range(self._stock.recipe.boosters)))

    def _starter(self) -> StarterPack:
        recipe, stock = self._stock.recipe, self._stock
        races: list[str] = []
        for _ in range(recipe.ships):
            races.append(self._one_of([race for race in stock.ships if race not in races]))
        ships = tuple(self._one_of(stock.ships[race]) for race in races)
        captains = self._some_of(stock.captains, recipe.captains)
        wormholes = self._some_of(stock.wormholes, recipe.wormholes)
        self._opened.update((*ships, *captains, *wormholes))
        return StarterPack(ships, captains, wormholes)

    def _booster(self) -> Booster:
        held: set[str] = set()
        cards = [
            self._new_title(self._stock.cards[self._rarity(slot), slot.crew], held)
            for slot in self._stock.recipe.cards
            for _ in range(slot.count)
        ]
        tiles = [
            self._new_title(titles, held)
            for slot, titles in zip(self._stock.recipe.tiles, self._stock.tiles, strict=True)
            for _ in range(slot.count)
        ]
        return Booster(tuple(cards), tuple(tiles))

    def _rarity(self, slot: CardSlot) -> str:
        if len(slot.rarities) == 1:
            return slot.rarities[0][0]
        drawn = self._dice.below(self._strand, slot.weight)
        for rarity, weight in slot.rarities:
            drawn -= weight
            if drawn < 0:
                return rarity
        raise AssertionError("a number below all weights")

    def _new_title(self, titles: Sequence[str], held: set[str]) -> str:
        """A title that the booster does not hold, of which the pool has room for one more; drawn until it is one."""
        while True:
            title = self._one_of(titles)
            if title not in held and self._opened[title] < _most_of(self._stock.facts[title]):
                held.add(title)
                self._opened[title] += 1
                return title

    def _one_of(self, titles: Sequence[str]) -> str:
        return titles[self._dice.below(self._strand, len(titles))]

    def _some_of(self, titles: Sequence[str], count: int) -> tuple[str, ...]:
        left = list(titles)
        return tuple(left.pop(self._dice.below(self._strand, len(left))) for _ in range(count))


@lru_cache(4096)
def _most_of(piece: PieceFacts) -> int:
    return SEALED.most_of(piece)
