"""Counts of pieces: cards by nature, type and rarity, any pieces by labels (rules 2.7, 13.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from incursions.deck_statistics.known import KnownDeck
from incursions.rules.construction import FULL, by_rarity
from incursions.rules.printed.cards import GameCard
from incursions.rules.printed.pieces import TileCard
from incursions.rules.printed.words import NATURES, RARITIES, TYPES

P = TypeVar("P", GameCard, TileCard)

NO_TYPE = "No type"  # crew print none (rules 13.2)


class Titled(NamedTuple):
    """Copies of a piece by its title."""

    title: str
    copies: int


class Count(NamedTuple):
    """A row of counts: its label, the number, and the pieces."""

    label: str
    number: int
    pieces: tuple[Titled, ...]


class RarityCount(NamedTuple):
    """The count of a rarity: the cards that print it, the pieces that its limit counts, and the limit (rules 3.3, 3.4).

    `limit` is None where any number may be brought.
    """

    rarity: str
    printed: int
    counted: int
    limit: int | None

    @property
    def is_over(self) -> bool:
        """True if there are more pieces than the limit allows."""
        return self.limit is not None and self.counted > self.limit


def natures(deck: KnownDeck) -> list[Count]:
    """Return the cards by nature, those without a card included (rules 13.1)."""
    return counts(deck.cards, NATURES, lambda card: (card.nature,))


def types(deck: KnownDeck) -> list[Count]:
    """Return the cards by type, those that print none last (rules 13.2)."""
    return without_empty(counts(deck.cards, (*TYPES, NO_TYPE), lambda card: (card.type or NO_TYPE,)))


def rarities(deck: KnownDeck) -> list[RarityCount]:
    """Return the rarities as printed and as they count against the limits, with a stand-in (rules 3.3, 3.4, 3.8)."""
    counted = by_rarity(deck.content, deck.facts)
    printed = counts(deck.cards, RARITIES, lambda card: (card.rarity,))
    return [
        RarityCount(row.label, row.number, counted[row.label].total(), FULL.rarity_limits.get(row.label))
        for row in printed
    ]


def counts(
    pieces: Iterable[tuple[P, int]], labels: Sequence[str], labels_of: Callable[[P], Iterable[str]]
) -> list[Count]:
    """Return the number of pieces for each label; a piece may have several labels, or none."""
    found: dict[str, list[Titled]] = {label: [] for label in labels}
    for piece, copies in pieces:
        for label in labels_of(piece):
            if label in found:
                found[label].append(Titled(piece.title, copies))
    return [Count(label, sum(each.copies for each in titled), tuple(titled)) for label, titled in found.items()]


def without_empty(rows: Iterable[Count]) -> list[Count]:
    """Return the rows that count something."""
    return [row for row in rows if row.number]
