"""The base class for kinds of maneuver whose lines are a single phrase that names one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from incursions.games.incursions.rules.maneuver_kinds import ManeuverKind

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.ships import Ship

T = TypeVar("T")


class OnePhraseKind(ManeuverKind, Generic[T]):
    """A kind of maneuver that is said in one phrase, which names one `T`."""

    def lines(self, game: Game, ship: Ship) -> dict[str, T]:
        """Return all that can be named now, by the lines."""
        raise NotImplementedError

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the lines."""
        return list(self.lines(game, ship))
