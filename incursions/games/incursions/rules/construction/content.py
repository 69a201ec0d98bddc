"""The content of a deck: a ship, its captain or stand-in, cards and a hexpile, by title."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

Counts = Mapping[str, int]  # title -> copies, at least 1


@dataclass(frozen=True, slots=True)
class DeckContent:
    """The pieces of one player. Ship, captain and stand-in are outside the deck (rules 3.5, 3.8).

    Raises ValueError for a number of copies below 1, which no content can have, legal or not.
    """

    ship: str | None = None
    captain: str | None = None
    stand_in: str | None = None
    cards: Counts = field(default_factory=dict)
    hexpile: Counts = field(default_factory=dict)

    def __post_init__(self) -> None:
        for counts in (self.cards, self.hexpile):
            for title, copies in counts.items():
                if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
                    raise ValueError(f"{title}: at least one copy was expected, not {copies!r}")

    @property
    def outside(self) -> list[str]:
        """The titles outside the deck: ship, captain and stand-in."""
        return [title for title in (self.ship, self.captain, self.stand_in) if title is not None]

    @property
    def pieces(self) -> dict[str, int]:
        """All pieces with their copies, in the deck, in the hexpile or outside."""
        every = Counter(self.outside)
        every.update(self.cards)
        every.update(self.hexpile)
        return dict(every)

    @property
    def hash(self) -> str:
        """A hash of the content, independent of the order in which it was built."""
        sorted_content = json.dumps(
            [self.ship, self.captain, self.stand_in, sorted(self.cards.items()), sorted(self.hexpile.items())]
        )
        return sha256(sorted_content.encode()).hexdigest()
