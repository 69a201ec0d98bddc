"""Draws unseen decks and hexpiles as a player may expect them: of the house's pieces, as often as they are used.

Nobody knows another's deck list. What can be known is which pieces there are, which of them a ship and its captain can
use, what construction allows (rules 3.2, 3.3, 4.2, 4.3), and how often the house's own decks of that race hold each.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.construction import FULL as FULL_FORMAT
from incursions.games.incursions.rules.construction.formats import RARITY_LIMITS
from incursions.games.incursions.rules.printed.cards import GameCard
from incursions.games.incursions.rules.printed.pieces import START_TILE, TileCard
from incursions.games.incursions.rules.printed.set_up_pieces import read_card, read_tile
from incursions.games.incursions.rules.printed.starters import load_starters

FIXTURES = Path(__file__).parents[4] / "fixtures"
SELDOM = 0.25  # how often a piece is expected of which no deck of the race holds a copy, beside 1 for a copy
TRIES = 8  # drawings that construction may refuse before it is let be: limits bind decks, and few places are left


class HousePieces(NamedTuple):
    """Every card and tile as printed, and the copies that the starter decks of each race hold."""

    cards: Mapping[str, GameCard]
    tiles: Mapping[str, TileCard]
    cards_used: Mapping[str, Counter[str]]
    tiles_used: Mapping[str, Counter[str]]


class Likely(NamedTuple):
    """Titles with the sums of their weights, to draw from."""

    titles: tuple[str, ...]
    sums: tuple[float, ...]

    def draw(self, rng: Random) -> str:
        """Return a title by chance, each as often as its weight says."""
        return self.titles[bisect(self.sums, rng.random() * self.sums[-1], hi=len(self.titles) - 1)]


@cache
def house_pieces() -> HousePieces:
    """Return the house's pieces, read once a process."""
    catalogue = load(FIXTURES)
    cards_used: dict[str, Counter[str]] = {}
    tiles_used: dict[str, Counter[str]] = {}
    for starter in load_starters(FIXTURES / "starters.yaml", catalogue).values():
        cards_used.setdefault(starter.race, Counter()).update(starter.cards)
        tiles_used.setdefault(starter.race, Counter()).update(starter.hexpile)
    return HousePieces(
        {title: read_card(card) for title, card in catalogue.cards.items()},
        {title: read_tile(tile) for title, tile in [*catalogue.tiles.items(), (START_TILE["title"], START_TILE)]},
        cards_used,
        tiles_used,
    )


@cache
def likely_cards(races: frozenset[str], race: str) -> Likely:
    """Return the cards that a ship of this race can use whose captain adds his own race (rules 13.5)."""
    house = house_pieces()
    usable = [card for card in house.cards.values() if card.usage is None or card.usage & races]
    return _weigh((card.title for card in usable), house.cards_used.get(race, Counter()))


@cache
def likely_tiles(race: str, *, wormholes_only: bool = False) -> Likely:
    """Return the tiles that a player of this race may have brought."""
    house = house_pieces()
    brought = (
        t for t in house.tiles.values() if t.title != START_TILE["title"] and (t.is_wormhole or not wormholes_only)
    )
    return _weigh((tile.title for tile in brought), house.tiles_used.get(race, Counter()))


def _weigh(titles: Iterable[str], used: Counter[str]) -> Likely:
    ordered = tuple(sorted(titles))
    return Likely(ordered, tuple(accumulate(SELDOM + used[title] for title in ordered)))


def draw_cards(rng: Random, likely: Likely, count: int, seen: Iterable[GameCard]) -> list[GameCard]:
    """Return so many cards of a deck of which these were seen, within what a deck may hold (rules 3.2-3.4)."""
    cards = house_pieces().cards
    copies: defaultdict[str, int] = defaultdict(int)
    rarities: defaultdict[str, int] = defaultdict(int)

    def note(card: GameCard) -> None:
        copies[card.title] += 1
        for rarity in card.limits:
            rarities[rarity] += 1

    def is_within(card: GameCard) -> bool:
        for rarity in card.limits:
            if rarities[rarity] >= RARITY_LIMITS.get(rarity, count):
                return False
        return copies[card.title] < FULL_FORMAT.most_copies

    for card in seen:
        note(card)
    drawn = []
    for _ in range(count):
        for _ in range(TRIES):
            card = cards[likely.draw(rng)]
            if is_within(card):
                break
        note(card)
        drawn.append(card)
    return drawn


def draw_tiles(rng: Random, race: str, count: int, seen: Iterable[str]) -> list[str]:
    """Return so many tiles of a hexpile of which these were seen; a wormhole is among all of them (rules 4.2, 4.3)."""
    house, likely = house_pieces().tiles, likely_tiles(race)
    copies = Counter(seen)
    drawn: list[str] = []
    if count and not any(title in house and house[title].is_wormhole for title in copies):
        drawn.append(likely_tiles(race, wormholes_only=True).draw(rng))
        copies[drawn[0]] += 1
    while len(drawn) < count:
        for _ in range(TRIES):
            title = likely.draw(rng)
            if copies[title] < (1 if house[title].is_unique else FULL_FORMAT.most_tiles_of_a_title):
                break
        copies[title] += 1
        drawn.append(title)
    rng.shuffle(drawn)
    return drawn
