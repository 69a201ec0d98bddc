"""Deck statistics: counts, exact odds of draws, and sample hands. Pure, without Django."""

from incursions.games.incursions.deck_statistics.counts import (
    Count,
    KnownDeck,
    LeftOut,
    PrintedPieces,
    RarityCount,
    ShipPower,
    SystemNeed,
    TileUse,
    Titled,
    known_deck,
)
from incursions.games.incursions.deck_statistics.odds import (
    Answer,
    Question,
    Shuffles,
    Sort,
    answer,
    decimal,
    drawn_by_turn,
    percentage,
    say_chance,
    sorts_of,
    turn_of,
)
from incursions.games.incursions.deck_statistics.statistics import DeckStatistics, Drawn, Found, statistics_of
from incursions.games.incursions.rules.verbs.verb import PowerUse

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
