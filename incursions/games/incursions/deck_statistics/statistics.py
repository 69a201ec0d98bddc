"""Figures of a deck content, and the odds of its first cards and tiles."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from incursions.games.incursions.deck_statistics import counts, odds
from incursions.games.incursions.deck_statistics.counts import (
    Count,
    KnownDeck,
    PrintedPieces,
    RarityCount,
    ShipPower,
    TileUse,
    count_labels,
    known_deck,
    owner_of,
    use_of,
    without_empty,
)
from incursions.games.incursions.rules.construction import DeckContent, hex_points, wormholes
from incursions.games.incursions.rules.plays.card_moves import OPENING_HAND
from incursions.games.incursions.rules.printed.effect import Requirement
from incursions.games.incursions.rules.printed.piece_fields import TILE_KINDS
from incursions.games.incursions.rules.printed.pieces import PLAY_METHODS, TileCard
from incursions.games.incursions.rules.verbs.verb import PowerUse

MOST_EXPLORED = 10  # tiles of the table of chances; few hexpiles hold many more


class Drawn(NamedTuple):
    """Cards of one sort among the first that are drawn: the chance of at least one, and how many on average."""

    label: str
    number: int
    chance: Fraction
    expected: Fraction


class Found(NamedTuple):
    """The chance that the first `tiles` tiles of the hexpile hold a wormhole."""

    tiles: int
    chance: Fraction


class WayOut(NamedTuple):
    """A wormhole of the hexpile, with its requirement before the roll (rules 1.6, 4.2)."""

    title: str
    copies: int
    requirement: Requirement

    @property
    def asks(self) -> str:
        """The wormhole's demand before the roll, in words."""
        asked = self.requirement
        said = ["the denizen destroyed"] if asked.denizen else []
        said += [f"{asked.power} power"] if asked.power else []
        said += [f"{asked.cards} card{'' if asked.cards == 1 else 's'} discarded"] if asked.cards else []
        return "asks for " + ", ".join(said) if said else "asks for nothing but doubles"


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
    """The hexpile in numbers, `by_points` from the tile that is worth the least (rules 4.1).

    `exploring` has the chances of the first tiles; the owner explores alone (rules 4.5).
    """

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
        """The average hex points of a tile; 0 without tiles."""
        return Fraction(self.points, self.size) if self.size else Fraction(0)

    @property
    def average_in_words(self) -> str:
        """The average hex points of a tile, rounded to one decimal."""
        return odds.decimal(self.average_points)


class DeckStatistics(NamedTuple):
    """The statistics of a deck. What the deck has `left_out` is counted nowhere. `ship` is None without a known ship.

    `outside_power` are the power uses of captain or stand-in, which are outside the deck (rules 3.5, 3.8).
    """

    deck: KnownDeck
    cards: CardStatistics
    tiles: TileStatistics
    ship: ShipPower | None
    outside_power: list[tuple[str, PowerUse]]


def statistics_of(content: DeckContent, pieces: PrintedPieces) -> DeckStatistics:
    """Return all statistics of a content, legal or not."""
    deck = known_deck(content, pieces)
    ship = None if deck.ship is None else counts.ship_power(deck.ship)
    captain = [] if deck.captain is None else [deck.captain]
    uses: list[tuple[str, PowerUse]] = [
        (card.title, use) for card in captain for use in counts.uses_of(card) if use is not PowerUse.NONE
    ]
    return DeckStatistics(deck, _cards(deck), _tiles(deck), ship, uses)


def _cards(deck: KnownDeck) -> CardStatistics:
    """Return the counts of the deck's cards, and the odds of its first ones."""
    natures = counts.natures(deck)
    return CardStatistics(
        deck.size,
        len(deck.cards),
        natures,
        counts.types(deck),
        counts.rarities(deck),
        without_empty(count_labels(deck.cards, PLAY_METHODS, lambda card: (card.play_method,))),
        count_labels(deck.cards, tuple(PowerUse), counts.uses_of),
        [
            Drawn(
                row.label,
                row.number,
                odds.at_least(deck.size, row.number, OPENING_HAND),
                odds.expect(deck.size, row.number, OPENING_HAND),
            )
            for row in natures
        ],
    )


def _tiles(deck: KnownDeck) -> TileStatistics:
    """Return the counts of the hexpile's tiles, its wormholes, and the odds of finding one."""
    size, holes, owner = deck.pile_size, wormholes(deck.content, deck.facts), owner_of(deck)
    worth = sorted({tile.definition["hex_points"] for tile, _ in deck.tiles})
    return TileStatistics(
        size,
        hex_points(deck.content, deck.facts),
        count_labels(deck.tiles, list(map(str, worth)), lambda tile: (str(tile.definition["hex_points"]),)),
        without_empty(count_labels(deck.tiles, TILE_KINDS, lambda tile: (tile.definition["kind"],))),
        count_labels(deck.tiles, tuple(TileUse), lambda tile: (use_of(tile, owner),)),
        [WayOut(tile.title, copies, _requirement(tile)) for tile, copies in deck.tiles if tile.is_wormhole],
        holes,
        [Found(number, odds.at_least(size, holes, number)) for number in range(1, min(size, MOST_EXPLORED) + 1)],
    )


def _requirement(tile: TileCard) -> Requirement:
    """Return what a wormhole asks of a ship that leaves by it; an empty one if it asks nothing."""
    asked = (effect.fields.get("requirement") for effect in tile.effects if effect.verb == "leave_roll")
    return next(filter(None, asked), Requirement())
