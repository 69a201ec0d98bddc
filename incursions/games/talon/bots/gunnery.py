"""Expected damage: what groups of weapons do on average from one pose to another, cached for a battle."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from incursions.engine.facings import ARCS
from incursions.engine.hexes import Hex
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import Group, Weapon
from incursions.games.talon.rules.ships import LOST_GROUP, Ship

MISSILES_HIT = 0.7
"""The share of missiles that reach their target: the others are shot down or lose it."""
MOST_CACHED = 200_000
BATTLES_CACHED = 16
DIE_FACES = 6


class Pose(NamedTuple):
    """A hex and a facing."""

    at: Hex
    facing: int


def pose_of(ship: Ship) -> Pose:
    """Return where a ship is and where it points."""
    return Pose(ship.at, ship.facing)


RECHARGING, EMPTY = 0.5, 0.25
"""The part of the worth of fire of a group whose red boxes are full, and of one whose are not."""


class Batteries(NamedTuple):
    """The groups of a ship: those that can fire with their weapons, and all with the damage each can hope to do."""

    charged: list[tuple[Group, int]]
    readiness: list[tuple[Group, float]]


class Gunnery:
    """The expected damage of weapons in one battle, whose terrain stands still."""

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self._averages: dict[tuple[str, int, int], float] = {}
        self._aims: dict[tuple[int, Hex, int, Hex], float] = {}
        self._arcs: dict[tuple[int, Hex], int] = {}
        self._batteries: dict[tuple[int, tuple[int, ...], int], Batteries] = {}

    def average(self, weapon: Weapon, steps: int, modifier: int) -> float:
        """Return the expected damage of a shot at a range, with a modifier of the die (rules T8.8)."""
        key = weapon.name, steps, modifier
        found = self._averages.get(key)
        if found is None:
            table = weapon.damage.get(steps)
            rolls = [] if table is None else [die + modifier for die in range(1, DIE_FACES + 1)]
            found = sum(table[min(roll, DIE_FACES) - 1] for roll in rolls if roll > 0) / DIE_FACES if table else 0.0
            self._averages[key] = found
        return found

    def estimate_damage(self, group: Group, pose: Pose, at: Hex) -> float:
        """Return the expected damage of one weapon of a group, were it charged; 0 if it cannot reach the hex."""
        key = id(group), *pose, at
        found = self._aims.get(key)
        if found is None:
            if len(self._aims) > MOST_CACHED:
                self._aims.clear()
            found = self._aims[key] = self._reckon(group, pose, at)
        return found

    def _reckon(self, group: Group, pose: Pose, at: Hex) -> float:
        start = pose.at
        dq, dr = at[0] - start[0], at[1] - start[1]
        steps = max(abs(dq), abs(dr), abs(dq + dr))
        weapon, field = group.weapon, self.field
        if not steps or steps not in weapon.ranges or not field.fires_into(group.arcs, pose.facing, (dq, dr)):
            return 0.0
        if field.see(start, at).blocked_at is not None:
            return 0.0
        if weapon.launch:
            return weapon.hit * MISSILES_HIT
        return self.average(weapon, steps, field.reckon_modifier(start, at))

    def list_batteries(self, ship: Ship) -> Batteries:
        """Return the groups of a ship as they are charged."""
        key = ship.index, ship.charge, ship.fighters
        found = self._batteries.get(key)
        if found is None:
            if len(self._batteries) > MOST_CACHED:
                self._batteries.clear()
            found = self._batteries[key] = Batteries(list_charged(ship), list_readiness(ship))
        return found

    def find_arc(self, pose: Pose, source: Hex) -> int:
        """Return the index of the arc of a ship in this pose that something at `source` strikes; forward in its hex."""
        offset = (source[0] - pose.at[0], source[1] - pose.at[1])
        key = pose.facing, offset
        found = self._arcs.get(key)
        if found is None:
            found = self._arcs[key] = 0 if offset == (0, 0) else ARCS.index(self.field.find_arc(pose.facing, offset))
        return found


@lru_cache(maxsize=BATTLES_CACHED)
def gunnery_of(field: Battlefield) -> Gunnery:
    """Return the gunnery of a battle."""
    return Gunnery(field)


def count_shots(ship: Ship, group: Group) -> int:
    """Return how many weapons of a group fire (rules T14.3)."""
    return ship.fighters if ship.is_squadron else group.weapons


def list_charged(ship: Ship) -> list[tuple[Group, int]]:
    """Return the groups of a ship that can fire, with their weapons."""
    return [
        (group, count_shots(ship, group))
        for group, charge in zip(ship.printed.groups, ship.charge, strict=True)
        if charge == group.full
    ]


@lru_cache(maxsize=1024)
def peak_of(weapon_name: str, damage: tuple[tuple[int, tuple[int, ...]], ...], hit: int) -> float:
    """Return the most that a shot does on average, at its best range."""
    return max((sum(row) / DIE_FACES for _, row in damage), default=hit * MISSILES_HIT)


def find_peak(group: Group) -> float:
    """Return the most that one weapon of a group does on average, at its best range."""
    weapon = group.weapon
    return peak_of(weapon.name, tuple(weapon.damage.items()), weapon.hit)


def list_readiness(ship: Ship) -> list[tuple[Group, float]]:
    """Return the groups of a ship with the damage that each can do at its best, less while it is not charged."""
    found = []
    for group, charge in zip(ship.printed.groups, ship.charge, strict=True):
        if charge == LOST_GROUP:
            continue
        part = 1.0 if charge == group.full else RECHARGING if charge >= group.red else EMPTY
        found.append((group, part * find_peak(group) * count_shots(ship, group)))
    return found
