"""The catalogue as printed pieces, as this process read it last."""

from __future__ import annotations

from cards.catalogue import current_pieces
from incursions.deck_statistics import DeckStatistics, PrintedPieces, statistics_of
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction import DeckContent


class _Kept:
    """The pieces that this process read last, and what they are as printed."""

    pieces: Catalogue | None = None
    printed = PrintedPieces(Catalogue({}, {}, {}, {}))


def current_printed() -> PrintedPieces:
    """The pieces of the catalogue as it is now. One query unless it is another."""
    pieces = current_pieces()
    if pieces is not _Kept.pieces:
        _Kept.printed = PrintedPieces(pieces)
        _Kept.pieces = pieces
    return _Kept.printed


def current_statistics(content: DeckContent) -> DeckStatistics:
    """A content in numbers, with the catalogue as it is now: what every page and partial of them is made of."""
    return statistics_of(content, current_printed())
