"""The numbers that construction holds decks to, each beside its limit (rules 3.1, 3.3, 4.1, 4.2)."""

from __future__ import annotations

from typing import NamedTuple

from cards.decks.judging import current_facts
from incursions.rules.construction import FULL, DeckContent, Format, by_rarity, hex_points, wormholes


class Counter(NamedTuple):
    """How many there are of what is counted, and how many there may be. No limit is None."""

    name: str
    number: int
    least: int | None
    most: int | None

    @property
    def is_kept(self) -> bool:
        """Is it within its limits?"""
        return (self.least is None or self.number >= self.least) and (self.most is None or self.number <= self.most)

    @property
    def limit(self) -> str:
        """Its limits in words: "at least 25", "28 to 32", "at most 7"."""
        if self.least is None:
            return "" if self.most is None else f"at most {self.most}"
        return f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"


def counters_of(content: DeckContent, chosen: Format = FULL) -> list[Counter]:
    """Cards, each rarity that has a limit, hex points, and wormholes."""
    pieces, allowed = current_facts(), chosen.hex_points_allowed
    counted = by_rarity(content, pieces)
    return [
        Counter("Cards", sum(content.cards.values()), chosen.fewest_cards, None),
        *(Counter(rarity, counted[rarity].total(), None, most) for rarity, most in chosen.rarity_limits.items()),
        Counter("Hex points", hex_points(content, pieces), allowed[0], allowed[-1]),
        Counter("Wormholes", wormholes(content, pieces), 1, None),
    ]
