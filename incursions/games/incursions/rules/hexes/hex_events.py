"""Hex events: the functions that start them, and the events of Basic (rules 9.1, 9.3, 1.1, 20.2, 20.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.endings import leave
from incursions.games.incursions.rules.events.movement import Transported, WormholeRolled
from incursions.games.incursions.rules.hexes.charting import START_HEX

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

EXPLORE, WARP, MOVE, TOW, TRANSPORT, REMAIN = "explore", "warp", "move", "tow", "transport", "remain"
"""Reasons why a hex acts on a ship."""


def stop(game: Game, seat: int, how: str) -> None:
    """Let a hex act on a ship that has explored it, stopped in it, or been moved there (rules 9.1, 9.12)."""
    at = game.ships[seat].at
    if game.has_cards:
        arrival: Any = game.frames["Arrival"]
        game.stack.append(arrival(seat, at, how))
    else:
        game.stack.append(HexEvents(seat, at))


def remain(game: Game, seat: int) -> None:
    """Let a hex act on a ship that is still there since its turn began (rules 9.3)."""
    stop(game, seat, REMAIN)


@dataclass(slots=True, eq=False)
class HexEvents(Frame["Game"]):
    """The event of a hex in Basic, on arriving or at the end of the turn (rules 9.3, 20.2)."""

    seat: int
    at: Hex

    def advance(self, game: Game) -> None:
        """Resolve the tile's event. In Basic only wormholes have one (rules 20.2)."""
        game.stack.pop()
        turn = game.turn
        if turn is not None and turn.seat == self.seat and turn.began_at == self.at:
            turn.event_taken = True
        if game.tile_at(self.at).is_wormhole:
            roll_to_leave(game, game.ships[self.seat])


def roll_to_leave(game: Game, ship: Ship) -> None:
    """Roll 2D6 in a wormhole: doubles leave and win, any other result leads to the start hex (rules 1.1, 1.7, 20.5)."""
    dice = game.dice.roll("wormhole", 2)
    doubles = dice[0] == dice[1]
    game.tell(WormholeRolled, seat=ship.seat, at=list(ship.at), dice=dice, doubles=doubles)
    if doubles:
        leave(game, ship)
    else:
        ship.at = START_HEX  # its event comes too, but the start hex has none (rules 5.3, 8.9)
        game.tell(Transported, seat=ship.seat, at=list(START_HEX))
