"""The printed values: classes of ships, weapons and criticals, as immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

IMPULSES = "ABCDEF"
"""The letters of the impulses of a round (rules T4.1)."""
BASE, CARRIER, TRANSPORT, FIGHTERS = "BASE", "CV", "TRAN", "FTR"
KINDS = (BASE, "DN", "BB", "BC", "CA", "CL", CARRIER, "DD", "FF", "SC", TRANSPORT, FIGHTERS)
"""The kinds of ships (rules T2.2)."""
SIDES = ("terran", "talon")
"""The factions to which classes belong."""
PHASER, DISRUPTOR, TORPEDO = "phaser", "disruptor", "torpedo"
WAVE_MOTION_GUN, FUSION_CANNON, MISSILE = "wave motion gun", "fusion cannon", "missile"
WEAPONS = (PHASER, DISRUPTOR, TORPEDO, WAVE_MOTION_GUN, FUSION_CANNON, MISSILE)


class Weapon(NamedTuple):
    """A kind of weapon. `damage` has, by range in hexes, the damage for a modified die of 1 to 6 (rules T8.8, T8.9).

    `launch` are the ranges at which a missile is launched, without a die (T15.1); `hit` is a missile's damage, and
    `dies_at` the damage of one source that destroys a whole one (T15.8). `displaces`: so many hexes a hit moves the
    target first (T17.2). `is_cone`: it strikes every hex in arc and range (T18.1); ships of the kinds `spares` take
    nothing (T18.6).
    """

    name: str
    damage: Mapping[int, tuple[int, ...]]
    launch: tuple[int, ...] = ()
    displaces: int = 0
    is_cone: bool = False
    spares: tuple[str, ...] = ()
    hit: int = 0
    dies_at: int = 0

    @property
    def ranges(self) -> tuple[int, ...]:
        """The ranges in hexes at which it can be fired or launched."""
        return self.launch or tuple(self.damage)


class Group(NamedTuple):
    """A group of so many `weapons`, which share a charge bar of `red` and `yellow` boxes. Each fires into `arcs`."""

    name: str
    weapon: Weapon
    weapons: int
    red: int
    yellow: int
    arcs: frozenset[str]

    @property
    def full(self) -> int:
        """The number of charged boxes with which the group fires (rules T8.1)."""
        return self.red + self.yellow


class Row(NamedTuple):
    """A row of a power curve (rules T2.4). A Base's has no Turn Radius: None."""

    power: int
    speed: int
    radius: int | None = None

    def __str__(self) -> str:
        return "-".join(str(number) for number in self if number is not None)


class ShipClass(NamedTuple):
    """A class of ships (rules T2.1, T2.2).

    `shields` are in the order of `ARCS`. `start` is the index of the row with which a ship begins. `hull` has the Power
    modifier of each box; `critical_boxes` are counted from 1. `explosion` is the damage to each neighbour (T9.5).
    `battery` and `afterburners` are how many it has. `squadron` is the number of fighters in one piece, else 0; `hull`
    is then that of each fighter.
    """

    name: str
    title: str
    side: str
    kind: str
    points: int
    shields: tuple[int, int, int, int]
    curve: tuple[Row, ...]
    start: int
    hull: tuple[int, ...]
    critical_boxes: frozenset[int]
    explosion: int
    groups: tuple[Group, ...]
    battery: int = 0
    afterburners: int = 0
    carries_fighters: bool = False
    squadron: int = 0

    @property
    def is_base(self) -> bool:
        """True for a Base, which turns and does not move (rules T16)."""
        return self.kind == BASE

    @property
    def has_shields(self) -> bool:
        """True if some arc has shield boxes; squadrons have none (rules T9.2)."""
        return any(self.shields)


class Critical(NamedTuple):
    """A line of the critical table (rules T10.1).

    `hull`: boxes marked. `shields_down`, `helm_down`, `power_zero`: until repaired. `loses_group`: a random group is
    destroyed. `radius` and `power` change the Turn Radius and the Power. `jump_offline`: the drive is off for good.
    `stack`: how often it may lie on one ship, None for any number.
    """

    name: str
    hull: int = 0
    shields_down: bool = False
    helm_down: bool = False
    power_zero: bool = False
    loses_group: bool = False
    radius: int = 0
    power: int = 0
    jump_offline: bool = False
    destroys: bool = False
    is_repairable: bool = False
    stack: int | None = None


class Definitions(NamedTuple):
    """Everything printed that a match uses: classes and weapons by name, criticals by the sum of two dice.

    `acts` has, by impulse letter, the numbers that act in it (rules T4.3).
    """

    classes: Mapping[str, ShipClass]
    weapons: Mapping[str, Weapon]
    criticals: Mapping[int, Critical]
    acts: Mapping[str, frozenset[int]]
