"""Exploring: the side is picked, then the tile is turned up and laid, and the ship moves in (rules 8.3, 8.4, 8.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import DIRECTIONS
from incursions.games.incursions.rules.effects.resolution import set_off
from incursions.games.incursions.rules.events.movement import Explored
from incursions.games.incursions.rules.hexes.charting import can_explore, free_sides
from incursions.games.incursions.rules.hexes.hex_events import EXPLORE, stop
from incursions.games.incursions.rules.hexes.leaving import depart, settle, why_not_leave
from incursions.games.incursions.rules.state.refs import Pick, Ref, word_ref

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

BEFORE = "before_explore"


@dataclass(slots=True, eq=False)
class Exploration(Frame["Game"]):
    """An announced exploration. Without a `direction`, effects before it come first, then the side is picked (8.3).

    The side is also picked if the ship was moved meanwhile and no tile can be laid on the announced side.
    """

    seat: int
    direction: str
    told: bool = False

    def advance(self, game: Game) -> None:
        """Let effects look at the hexpile, pick the side, then lay the top tile and move in."""
        ship = game.ships[self.seat]
        if not self.direction:
            if not self.told:
                self.told = True
                set_off(game, BEFORE, self.seat, frame=self)
                return
            if can_explore(game, ship) and why_not_leave(game, ship) is None:
                sides = tuple(word_ref(name) for name in free_sides(game, ship))
                game.stack.append(Pick(self.seat, sides, "Explore which side?", "8.3", topic="side", kind="hex"))
                return
            game.stack.pop()
            return
        if self.direction not in free_sides(game, ship):  # an effect has moved the ship meanwhile
            self.direction, self.told = "", True
            return
        game.stack.pop()
        if can_explore(game, ship) and why_not_leave(game, ship) is None:
            self._move_in(game, ship)

    def take_pick(self, game: Game, ref: Ref) -> None:
        """Store the picked side."""
        self.direction = ref[1]

    def _move_in(self, game: Game, ship: Ship) -> None:
        """Lay the top tile, move in, and put up its event. A ship in tow stays behind (rules 8.8)."""
        origin = ship.at
        dq, dr = DIRECTIONS[self.direction]
        at = (origin[0] + dq, origin[1] + dr)
        depart(game, ship, EXPLORE)
        title = game.lay_tile(self.seat, at)
        ship.at = at
        game.tell(Explored, seat=self.seat, direction=self.direction, at=list(at), title=title, origin=list(origin))
        settle(game, ship)
        stop(game, self.seat, EXPLORE)
