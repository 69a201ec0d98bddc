"""What construction counts of a deck and hexpile: for the evaluator, and for whoever shows the numbers beside it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from incursions.rules.construction.content import DeckContent
from incursions.rules.construction.facts import CARD, TILE, PieceFacts, counted_rarities

Pieces: TypeAlias = Mapping[str, PieceFacts]


def known(counts: Mapping[str, int], kind: str, pieces: Pieces) -> Iterator[tuple[PieceFacts, int]]:
    """The pieces of that kind among `counts`, with their copies. What nobody knows is left out."""
    for title, copies in counts.items():
        piece = pieces.get(title)
        if piece is not None and piece.kind == kind:
            yield piece, copies


def by_rarity(content: DeckContent, pieces: Pieces) -> defaultdict[str, Counter[str]]:
    """For each rarity, the copies of each card that count against its limit (rules 3.3, 3.4)."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    brought = list(known(content.cards, CARD, pieces))
    stand_in = None if content.stand_in is None else pieces.get(content.stand_in)
    if stand_in is not None and stand_in.is_crew:  # outside the deck, and counted all the same (rules 3.8)
        brought.append((stand_in, 1))
    for piece, copies in brought:
        for rarity in counted_rarities(piece):
            counted[rarity][piece.title] += copies
    return counted


def hex_points(content: DeckContent, pieces: Pieces) -> int:
    """What the hexpile is worth (rules 4.1)."""
    return sum(piece.hex_points * copies for piece, copies in known(content.hexpile, TILE, pieces))


def wormholes(content: DeckContent, pieces: Pieces) -> int:
    """How many tiles of the hexpile are wormholes (rules 4.2)."""
    return sum(copies for piece, copies in known(content.hexpile, TILE, pieces) if piece.is_wormhole)
