"""Setting ships in a hex, whatever lies between (rules 8.9, 8.13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex
from incursions.rules.hexes.hex_events import TRANSPORT, stop
from incursions.rules.hexes.leaving import depart, settle
from incursions.rules.systems import beams

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


def transport(game: Game, ships: Iterable[Ship], at: Hex, *, no_event: bool = False) -> None:
    """Set the ships, in turn order, in one hex; then its event comes to each of them. Who is there already stays."""
    moved = [ship for ship in ships if ship.out is None and ship.at != at]
    for ship in moved:
        depart(game, ship, None)
        for holder in (ship, *beams.held_by(game, ship.seat)):
            beams.let_go(game, holder, beams.PARTED)
        ship.at = at
        game.emit("transported", {"seat": ship.seat, "at": list(at)})
    for ship in moved:
        settle(game, ship)
    for ship in reversed(moved):
        if not no_event:
            stop(game, ship.seat, TRANSPORT)
