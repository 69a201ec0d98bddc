"""Exploring, warping and being transported (rules 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import DIRECTIONS, Hex, neighbours, reach, way
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.hex_events import HexEvents
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.phrases import WARP
from incursions.rules.ships import warp_reach

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


def can_explore(game: Game, ship: Ship) -> bool:
    """A tile to lay and a free side to lay it on (rules 8.3, 8.4)."""
    return bool(game.pile_of(ship.seat)) and any(there not in game.map for _, there in neighbours(ship.at))


class Explore(ManeuverKind):
    """Exploring: the maneuver that lays a tile and moves in (rules 8.3)."""

    name = "explore"
    words = ("explore",)
    does = "exploring"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Every free side of the hex."""
        charted = game.map
        free = [phrases.EXPLORE[name] for name, there in neighbours(ship.at) if there not in charted]
        return free if game.pile or game.pile_of(ship.seat) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """A side is the whole line."""
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Exploring costs nothing."""
        return Announced(Exploration(ship.seat, phrases.EXPLORED_DIRECTION[said[0]]))


class WarpDrive(ManeuverKind):
    """Warping along charted hexes (rules 8.1)."""

    name = "warp"
    words = ("warp",)
    does = "warping"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Warping, where a charted hex lies next to the ship's and it reaches one."""
        charted = game.map
        beside = any(there in charted for _, there in neighbours(ship.at))
        return [WARP] if beside and (ship.power or warp_reach(ship, ship.available("warp"))) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Where to: every charted hex in reach, with the power it takes (rules 8.1, 8.7)."""
        if len(said) > 1:
            return None
        free = warp_reach(ship, 0)
        within = reach(ship.at, warp_reach(ship, ship.available("warp")), game.map)
        options = [phrases.to_hex(at, max(0, steps - free)) for at, steps in within.items() if steps]
        return Question(ship.seat, "hex", "warp to", options, None, "Warp to which hex?", "8.1", said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the way."""
        return Announced(Warp.announced(game, ship.seat, *phrases.hex_and_power(said[1])))


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
