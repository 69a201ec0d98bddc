"""Deck statistics: counts, exact odds of draws, and sample hands. Pure, without Django."""

from incursions.games.incursions.deck_statistics.counts import (
    Count,
    RarityCount,
    ShipPower,
    SystemNeed,
    TileUse,
    Titled,
)
from incursions.games.incursions.deck_statistics.draws import Shuffles, decimal, percentage, say_chance
from incursions.games.incursions.deck_statistics.known import KnownDeck, LeftOut, PrintedPieces, known_deck
from incursions.games.incursions.deck_statistics.questions import (
    Answer,
    Question,
    Sort,
    answer,
    drawn_by_turn,
    sorts_of,
    turn_of,
)
from incursions.games.incursions.deck_statistics.statistics import DeckStatistics, Drawn, Found, WayOut, statistics_of
from incursions.games.incursions.rules.effects.verb import PowerUse

__all__ = [
    "Answer",
    "Count",
    "DeckStatistics",
    "Drawn",
    "Found",
    "KnownDeck",
    "LeftOut",
    "PowerUse",
    "PrintedPieces",
    "Question",
    "RarityCount",
    "ShipPower",
    "Shuffles",
    "Sort",
    "SystemNeed",
    "TileUse",
    "Titled",
    "WayOut",
    "answer",
    "decimal",
    "drawn_by_turn",
    "known_deck",
    "percentage",
    "say_chance",
    "sorts_of",
    "statistics_of",
    "turn_of",
]
