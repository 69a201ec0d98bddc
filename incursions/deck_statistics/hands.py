"""Sample hands: deck and hexpile shuffled by a seed, equal for everybody (rules 5.2, 5.5).

The chance is the engine's own: a keyed hash stream, here under a key made of content and seed. So it can be checked,
and hands of one seed say nothing about those of another.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from incursions.engine.dice import SEED_BYTES, Dice
from incursions.rules.construction import DeckContent

PURPOSE = b"sample hand"
DECK, HEXPILE = "deck", "hexpile"  # strands: one shuffle does not shift the other


class Shuffles:
    """The shuffles of one seed: of deck and hexpile of a content, card by card from the top."""

    def __init__(self, content: DeckContent, seed: str) -> None:
        key = blake2b(f"{content.hash}/{seed}".encode(), digest_size=SEED_BYTES, person=PURPOSE).digest()
        self._dice = Dice(key)

    def deck(self, cards: Mapping[str, int], drawn: int) -> tuple[str, ...]:
        """Return the first `drawn` cards, or all if there are fewer (rules 6.8)."""
        return self._top(DECK, cards, drawn)

    def hexpile(self, tiles: Mapping[str, int], explored: int) -> tuple[str, ...]:
        """Return the first `explored` tiles, or all if there are fewer."""
        return self._top(HEXPILE, tiles, explored)

    def _top(self, strand: str, counts: Mapping[str, int], number: int) -> tuple[str, ...]:
        """Return the end of the shuffled pile, from which pieces are drawn. Only that end is shuffled."""
        pile = [title for title in sorted(counts) for _ in range(counts[title])]
        last = len(pile)
        for _ in range(min(number, len(pile))):
            last -= 1
            other = self._dice.draw_below(strand, last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(reversed(pile[last:]))
