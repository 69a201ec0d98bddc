"""Exploring, warping and being transported (rules 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import DIRECTIONS, Hex, way
from incursions.rules.hex_events import HexEvents

if TYPE_CHECKING:
    from incursions.rules.game import Game


class Exploration(Frame["Game"]):
    """An announced exploration: the side is picked before the tile is seen (rules 8.3)."""

    __slots__ = ("direction", "seat")
    direction: str
    seat: int

    def __init__(self, seat: int, direction: str) -> None:
        self.seat = seat
        self.direction = direction

    def advance(self, game: Game) -> None:
        """Lay the top tile, move in, and let its event come."""
        game.stack.pop()
        ship = game.ships[self.seat]
        origin = ship.at
        dq, dr = DIRECTIONS[self.direction]
        at = (origin[0] + dq, origin[1] + dr)
        title = game.lay_tile(self.seat, at)
        ship.at = at
        facts = {"seat": self.seat, "direction": self.direction, "at": list(at), "title": title, "origin": list(origin)}
        game.emit("explored", facts)
        game.stack.append(HexEvents(self.seat, at))


class Warp(Frame["Game"]):
    """An announced warp along charted hexes, the whole distance at once (rules 8.1)."""

    __slots__ = ("power", "seat", "to")
    power: int
    seat: int
    to: Hex

    @classmethod
    def announced(cls, game: Game, seat: int, to: Hex, power: int) -> Warp:
        """Pay for the warp."""
        game.ships[seat].spend(power, "warp")
        frame = cls()
        frame.seat, frame.to, frame.power = seat, to, power
        return frame

    def advance(self, game: Game) -> None:
        """Move; only where the ship stops is there an event (rules 8.2)."""
        game.stack.pop()
        ship = game.ships[self.seat]
        path = way(ship.at, self.to, game.map)
        assert path is not None
        ship.at = self.to
        game.emit("warped", {"seat": self.seat, "path": [list(at) for at in path], "power": self.power})
        game.stack.append(HexEvents(self.seat, self.to))
