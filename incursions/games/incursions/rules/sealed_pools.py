"""Sealed play (rules 22): the stock of titles, pools drawn from a seed, and a legal deck proposed out of one.

Each pool has a strand of the dice of its own, so that a further player changes nobody's pool. Anybody who knows the
seed, which was committed to before, can draw all pools again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple, Self, TypedDict

from incursions.engine.dice import Dice
from incursions.games.incursions.rules.boosters import (
    COMMON,
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
from incursions.games.incursions.rules.construction import SEALED, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import (
    CAPTAIN,
    CARD,
    SHIP,
    TILE,
    PieceFacts,
    counted_rarities,
    is_usable,
)

Titles = tuple[str, ...]
RARITIES = (*SEALED.rarity_limits, COMMON)
MOST_CREW = 4
"""The most officers in a proposal: each needs a position of its own, and turns to take it."""


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


def propose_deck(pool: Pool, facts: Facts, chosen: Format = SEALED) -> DeckContent:
    """Return a deck and hexpile that the format allows, made only of the pool; equal for equal pools.

    The ship and the captain are those whose races can use most of the cards; the rarest usable cards come first. The
    deck is legal for every pool of an accepted recipe, as long as the catalogue is the one that the pool was drawn
    from; pieces that no longer exist are skipped.
    """
    opened = {title: copies for title, copies in pool.pieces.items() if title in facts}
    cards = [facts[title] for title in sorted(opened) if facts[title].kind == CARD]
    best = max(
        (
            (ship, captain)
            for ship in pool.starter.ships
            for captain in pool.starter.captains
            if ship in facts and captain in facts
        ),
        key=lambda pair: sum(opened[card.title] for card in cards if is_usable(card, facts[pair[0]], facts[pair[1]])),
    )
    ship, captain = facts[best[0]], facts[best[1]]
    ranked = sorted(
        cards, key=lambda card: (not is_usable(card, ship, captain), RARITIES.index(card.rarity), card.title)
    )
    return DeckContent(
        ship=ship.title,
        captain=captain.title,
        cards=_fill_deck(ranked, opened, chosen),
        hexpile=_choose_hexpile(
            [facts[title] for title in sorted(opened) if facts[title].kind == TILE], opened, chosen
        ),
    )


def _fill_deck(ranked: Iterable[PieceFacts], opened: Mapping[str, int], chosen: Format) -> dict[str, int]:
    """Return cards in this order while their rarities allow it, until the deck is large enough (rules 3.1-3.4)."""
    deck: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    crew = 0
    for card in _repeat_copies(ranked, opened, chosen):
        if deck.total() == chosen.fewest_cards:
            break
        rarities = counted_rarities(card)
        has_room = all(counted[rarity] < chosen.rarity_limits.get(rarity, inf) for rarity in rarities)
        if has_room and not (card.is_crew and crew == MOST_CREW):
            counted.update(rarities)
            crew += card.is_crew
            deck[card.title] += 1
    return dict(deck)


def _choose_hexpile(tiles: list[PieceFacts], opened: Mapping[str, int], chosen: Format) -> dict[str, int]:
    """Return the cheapest wormhole and the best tiles that fit, up to the points needed (rules 4.1-4.3)."""
    wormhole = min((tile for tile in tiles if tile.is_wormhole), key=lambda tile: (tile.hex_points, tile.title))
    left = list(_repeat_copies(sorted(tiles, key=lambda tile: (-tile.hex_points, tile.title)), opened, chosen))
    left.remove(wormhole)
    pile, points = Counter({wormhole.title: 1}), wormhole.hex_points
    for tile in left:
        if points in chosen.hex_points_allowed:
            break
        if points + tile.hex_points < chosen.hex_points_allowed.stop:
            pile[tile.title] += 1
            points += tile.hex_points
    return dict(pile)


def _repeat_copies(pieces: Iterable[PieceFacts], opened: Mapping[str, int], chosen: Format) -> Iterator[PieceFacts]:
    """Yield each piece as often as it was opened and is allowed."""
    for piece in pieces:
        yield from [piece] * min(opened[piece.title], chosen.most_of(piece))
