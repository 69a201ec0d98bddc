"""How many copies of a piece the editor lets somebody take: by the format, and by what was opened (rules 22.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.deck_files import Part
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts


class Allowance(NamedTuple):
    """What a deck is held to. `pool` is what its player opened, with copies; None where any piece may be taken."""

    format: Format = FULL
    pool: Mapping[str, int] | None = None

    def most_of(self, piece: PieceFacts, content: DeckContent) -> int:
        """How many copies may stand in deck or hexpile. Whoever stands in for a captain is one of those opened."""
        allowed = self.format.most_of(piece)
        return allowed if self.pool is None else min(allowed, self._opened(piece.title, content))

    def rule_of(self, piece: PieceFacts, part: Part, content: DeckContent) -> str:
        """The rule that allows no more."""
        if self.pool is not None and self._opened(piece.title, content) < self.format.most_of(piece):
            return "22.2"
        return "3.2" if part is Part.DECK else "4.3"

    def has_spare(self, title: str, content: DeckContent) -> bool:
        """Whether a copy is left for a place outside the deck."""
        return self.pool is None or content.pieces.get(title, 0) < self.pool.get(title, 0)

    def _opened(self, title: str, content: DeckContent) -> int:
        return (self.pool or {}).get(title, 0) - content.outside.count(title)


USUAL = Allowance()
