"""The catalogue as printed pieces, and decks in numbers with it."""

from __future__ import annotations

from cards.catalogue import Current, OncePerCatalogue
from incursions.deck_statistics import DeckStatistics, PrintedPieces, statistics_of
from incursions.rules.construction import DeckContent


@OncePerCatalogue
def current_printed(catalogue: Current) -> PrintedPieces:
    """Return the printed pieces of a version."""
    return PrintedPieces(catalogue.pieces)


def current_statistics(content: DeckContent) -> DeckStatistics:
    """A content in numbers, with the catalogue as it is now: what every page and partial of them is made of."""
    return statistics_of(content, current_printed())
