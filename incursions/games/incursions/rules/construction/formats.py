"""Formats: the limits of decks and hexpiles (rules 3.1-3.3, 4.1-4.3, 21.2, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from incursions.games.incursions.rules.construction.facts import CARD, TILE, PieceFacts

RARITY_LIMITS = {"Ultra Rare": 1, "Xtra Rare": 3, "Rare": 7, "Special": 13}  # rules 3.3; Common: any number


@dataclass(frozen=True, slots=True)
class Format:
    """A format of decks. `version` rises whenever one of its numbers changes.

    `from_pool`: all pieces must come from the player's pool (rules 22.2).
    """

    name: str
    version: int = 1
    fewest_cards: int = 25
    most_copies: int = 4
    rarity_limits: Mapping[str, int] = field(default_factory=lambda: RARITY_LIMITS)
    hex_points: int = 30
    tolerance: int = 2
    most_tiles_of_a_title: int = 4
    from_pool: bool = False

    @property
    def hex_points_allowed(self) -> range:
        """The allowed range of a hexpile's total hex points (rules 4.1)."""
        return range(max(0, self.hex_points - self.tolerance), self.hex_points + self.tolerance + 1)

    def most_of(self, piece: PieceFacts) -> int:
        """Return how many copies of a piece are allowed, apart from other limits (rules 3.2, 3.5, 4.3)."""
        if piece.kind == TILE:
            return 1 if piece.is_unique else self.most_tiles_of_a_title
        return self.most_copies if piece.kind == CARD else 1

    def with_hex_points(self, limit: int, tolerance: int) -> Format:
        """Return the format with another hex-point limit, agreed before the start (rules 4.1, 21.2).

        Raises ValueError for a limit below 1 or a tolerance below 0.
        """
        if limit < 1 or tolerance < 0:
            raise ValueError(
                f"a limit of at least 1 and a tolerance of at least 0 were expected, not {limit}, {tolerance}"
            )
        return replace(self, hex_points=limit, tolerance=tolerance)


FULL = Format("full")
TOURNAMENT = Format("tournament")
SEALED = Format("sealed", from_pool=True)
FORMATS = {chosen.name: chosen for chosen in (FULL, TOURNAMENT, SEALED)}
