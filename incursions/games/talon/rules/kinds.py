"""Kinds of acts: each says once what is legal and why not; options, refusals and the acts themselves follow."""

from __future__ import annotations

from typing import ClassVar

from incursions.games.talon.rules.acts import Act
from incursions.games.talon.rules.ships import DOCKED
from incursions.games.talon.rules.shooting import Fault, name_both
from incursions.games.talon.rules.state import GameState


class ActKind:
    """A kind of act, the acts of one verb. `step` is the step in which they are open (rules T4.5)."""

    verb: ClassVar[str]
    step: ClassVar[str]

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        """Return what is wrong with the act itself, whether or not its step is open (rules T25.4), or None."""
        raise NotImplementedError

    def perform(self, game: GameState, act: Act) -> None:
        """Do an act that has no fault."""
        raise NotImplementedError


def find_ship_fault(game: GameState, act: Act) -> Fault | None:
    """Return why a ship can do nothing at all, or None (rules T4.7)."""
    ship = game.ships[act.ship]
    if ship.is_in_play:
        return None
    fault = Fault("T4.7", f"{ship.name} is {ship.status}")
    return name_both(fault, "What has docked does not come back (T19.2)") if ship.status == DOCKED else fault
