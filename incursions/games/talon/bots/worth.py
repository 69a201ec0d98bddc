"""The worth of ships and of damage in points of victory, and where ships want to go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from incursions.engine.hexes import Hex, distance
from incursions.games.talon.bots.gunnery import BATTLES_CACHED
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import ShipClass
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.setup import WORM_HOLE
from incursions.games.talon.rules.ships import DESTROYED, DOCKED, THROUGH, Ship

GOAL_WORTH = 300.0
"""The points that a win by objective is worth, shared by the ships that it takes."""
BESIDE_GOALS = 0.5
"""The worth of a point where goals decide the battle."""
CONCENTRATION = 1.25
"""The exponent by which damage gains in worth the nearer a ship is to its end."""


@lru_cache(maxsize=BATTLES_CACHED)
def list_worths(field: Battlefield) -> tuple[float, ...]:
    """Return what the loss of each ship is worth: its points, and what objectives and wins make of it."""
    return tuple(_reckon_worth(field, ship) for ship in range(len(field.classes)))


def _reckon_worth(field: Battlefield, ship: int) -> float:
    printed = field.classes[ship]
    is_last_ship = any("none left" in goal for goals in field.setup["wins"].values() for goal in goals)
    worth = printed.points * (1.0 if is_last_ship or not field.setup["wins"] else BESIDE_GOALS)
    for objective in field.setup["objectives"]:
        if "each" in objective and _is_of(field, ship, objective["each"]):
            points = objective["points"]
            worth += 0.5 * (printed.points if points == "class" else points)
    for goals in field.setup["wins"].values():
        worth += sum(_share_goal(field, ship, goal) for goal in goals)
    return worth


def _share_goal(field: Battlefield, ship: int, goal: Mapping[str, Any]) -> float:
    """Return the part that a ship has in a win that takes the loss or the arrival of some ships."""
    if "count" in goal and _is_of(field, ship, goal):
        return GOAL_WORTH / 2 / int(goal["count"])
    if "class points" in goal and _is_of(field, ship, goal):
        return GOAL_WORTH / 2 * min(1.0, field.classes[ship].points / int(goal["class points"])) ** 2
    return 0.0


def _is_of(field: Battlefield, ship: int, described: Mapping[str, Any]) -> bool:
    """Return True if a set of ships may hold the ship, whatever its status."""
    printed: ShipClass = field.classes[ship]
    if "class" in described:
        return bool(printed.name == described["class"])
    return bool(printed.side == described.get("side"))


def reckon_damage_worth(worth: float, ship: Ship, points: float, arc: int, *, is_shielded: bool) -> float:
    """Return the worth of so many points of expected damage on an arc of a ship."""
    strength = len(ship.printed.hull) - ship.marked
    if ship.is_squadron:
        strength += len(ship.printed.hull) * (ship.fighters - 1)
    elif is_shielded:
        strength += ship.shields[arc] + len(ship.reinforced[arc])
    if points >= strength:
        return worth
    return float(worth * (points / strength) ** CONCENTRATION)


def find_goal(game: Game, ship: Ship) -> Hex | None:
    """Return the hex that a ship runs for: its host, or a worm hole; None if its task is to fight."""
    exits = list_exits(game.battlefield)
    if ship.printed.name in exits.hosts:
        names = exits.hosts[ship.printed.name]
        hosts = [host.at for host in game.ships if host.name in names and host.is_in_play]
        if hosts:
            return min(hosts, key=lambda at: distance(at, ship.at))
    holes = exits.holes[ship.side]
    return min(holes, key=lambda at: distance(at, ship.at)) if holes else None


class Exits(NamedTuple):
    """The ways out of a battle: hosts by the name of the class that docks with them, and worm holes by side."""

    hosts: Mapping[str, tuple[str, ...]]
    holes: tuple[tuple[Hex, ...], ...]


@lru_cache(maxsize=BATTLES_CACHED)
def list_exits(field: Battlefield) -> Exits:
    """Return the ways out of a battle."""
    hosts = {name: tuple(special["with"]) for special in field.dockings for name in special["docking"]}
    holes = [at for at, kind in field.terrain.items() if kind == WORM_HOLE]
    return Exits(
        hosts, tuple(tuple(at for at in holes if field.may_use_worm_hole(side, at)) for side in range(len(field.sides)))
    )


def find_hold(game: Game) -> tuple[Hex, int] | None:
    """Return the hex and the radius that an objective will soon look at, or None."""
    for objective in game.setup["objectives"]:
        at_end = objective.get("at end of round")
        if at_end is not None and 0 <= at_end - game.round <= HOLD_AHEAD:
            q, r = map(int, objective["hex"].split(","))
            return (q, r), objective["within"]
    return None


HOLD_AHEAD = 2
"""The rounds before an objective looks at a hex in which ships gather there."""
OUT = (DESTROYED, DOCKED, THROUGH)
