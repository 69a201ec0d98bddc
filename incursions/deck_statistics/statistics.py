"""All that is counted of a deck content, and the odds of its first cards and tiles."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from incursions.deck_statistics import card_counts, odds, power_use, tile_counts
from incursions.deck_statistics.card_counts import Count, RarityCount
from incursions.deck_statistics.known import KnownDeck, LeftOut, PrintedPieces, known_deck
from incursions.deck_statistics.power_use import PowerUse, ShipPower
from incursions.deck_statistics.tile_counts import WayOut
from incursions.rules.construction import DeckContent, hex_points, wormholes
from incursions.rules.plays.hand import OPENING_HAND

MOST_EXPLORED = 10  # tiles of the table of chances; few hexpiles hold many more


class Drawn(NamedTuple):
    """Cards of one sort among the first that are drawn: the chance of at least one, and how many on average."""

    label: str
    number: int
    chance: Fraction
    expected: Fraction


class Found(NamedTuple):
    """The chance that the first so many tiles of the hexpile hold a wormhole."""

    tiles: int
    chance: Fraction


class CardStatistics(NamedTuple):
    """The deck in numbers. Crew stand in `natures`; `opening` is the hand of rules 5.5, by nature."""

    size: int
    titles: int
    natures: list[Count]
    types: list[Count]
    rarities: list[RarityCount]
    play_methods: list[Count]
    power_uses: list[Count]
    opening: list[Drawn]


class TileStatistics(NamedTuple):
    """The hexpile in numbers. `exploring` has the chances of the first tiles; the owner explores alone (rules 4.5)."""

    size: int
    points: int
    by_points: list[Count]
    kinds: list[Count]
    uses: list[Count]
    ways_out: list[WayOut]
    wormholes: int
    exploring: list[Found]

    @property
    def average_points(self) -> Fraction:
        """The hex points of a tile on average; none of no tile."""
        return Fraction(self.points, self.size) if self.size else Fraction(0)


class DeckStatistics(NamedTuple):
    """A deck in numbers. `left_out` is in none of them. `ship` is None without a known ship."""

    deck: KnownDeck
    cards: CardStatistics
    tiles: TileStatistics
    ship: ShipPower | None
    outside_power: list[tuple[str, PowerUse]]

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What the catalogue does not know, or not as a piece of that pile."""
        return self.deck.left_out


def statistics_of(content: DeckContent, pieces: PrintedPieces) -> DeckStatistics:
    """Everything that is counted of a content, legal or not."""
    deck = known_deck(content, pieces)
    ship = None if deck.ship is None else power_use.ship_power(deck.ship)
    return DeckStatistics(deck, _cards(deck), _tiles(deck), ship, power_use.power_of_outside(deck))


def _cards(deck: KnownDeck) -> CardStatistics:
    natures = card_counts.natures(deck)
    return CardStatistics(
        deck.size,
        len(deck.cards),
        natures,
        card_counts.types(deck),
        card_counts.rarities(deck),
        card_counts.play_methods(deck),
        power_use.power_uses(deck),
        [_drawn(row, deck.size) for row in natures],
    )


def _drawn(row: Count, total: int) -> Drawn:
    chance = odds.at_least(total, row.number, OPENING_HAND)
    return Drawn(row.label, row.number, chance, odds.expected(total, row.number, OPENING_HAND))


def _tiles(deck: KnownDeck) -> TileStatistics:
    size, holes = deck.pile_size, wormholes(deck.content, deck.facts)
    return TileStatistics(
        size,
        hex_points(deck.content, deck.facts),
        tile_counts.points(deck),
        tile_counts.kinds(deck),
        tile_counts.uses(deck),
        tile_counts.ways_out(deck),
        holes,
        [Found(number, odds.at_least(size, holes, number)) for number in range(1, min(size, MOST_EXPLORED) + 1)],
    )
