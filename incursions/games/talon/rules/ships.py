"""Ships and missiles as they stand: what changes in a match."""

from __future__ import annotations

from typing import Any, Self

from incursions.engine.frames import as_tuples
from incursions.engine.hexes import Hex
from incursions.games.talon.rules.definitions import Row, ShipClass

IN_PLAY, DESTROYED, RETREATED, DOCKED = "in play", "destroyed", "retreated", "docked"
UNPLACED = "unplaced"
"""The status of a ship before its deployment (rules T3.10)."""
THROUGH = "through the worm hole"
"""A status of ships that have retreated, too (rules T22.1)."""
STATUSES = (DOCKED, DESTROYED, RETREATED, THROUGH)

NO_AP, CHART_AP, BATTERY_AP, SENT_AP = 0, 1, 2, 3
"""The source of the AP that a ship may spend: the chart, its battery, or a carrier (rules T5.2, T12.1, T14.4)."""
LOST_GROUP = -1
"""The charge of a group that is destroyed (rules T10.5)."""

SHIELDS_DOWN, HELM_DOWN, POWER_LOSS = "shields down", "helm down", "power loss"
THRUSTERS, POWER_DROP, DRIVE_HIT = "thrusters", "power drop", "drive hit"
NO_REINFORCEMENTS = ("", "", "", "")


class Ship:
    """A ship in a match: its printed class, and its state.

    `index` is its place in the setup, which is the order of options (rules T25.12); `side` is 0 or 1. `shields` and
    `reinforced` are in the order of `ARCS`; a reinforcement is the letter of its impulse, the oldest first. `marked`
    counts hull boxes, those of the damaged fighter in a squadron. `charge` has the filled boxes of each group, red
    first. `power` is the effective Power as fixed in the last Power Phase (T11.2), which may be below 0. `fresh` are
    the effects that came in this impulse (T10.9). `jump` is the round of the announcement, or -1. `ap` is the source of
    the AP at hand; `was_powered`: it has had its AP of this impulse. `owes_move`, `has_moved`, `has_burned` and
    `has_repaired` hold for the turn. `first_row` is the row at the start of the Power Phase (T11.8).
    """

    __slots__ = (
        "afterburners",
        "ap",
        "at",
        "battery",
        "charge",
        "effects",
        "facing",
        "fighters",
        "first_row",
        "fresh",
        "has_burned",
        "has_moved",
        "has_repaired",
        "host",
        "index",
        "jump",
        "marked",
        "name",
        "owes_move",
        "power",
        "printed",
        "reinforced",
        "row",
        "seat",
        "shields",
        "side",
        "slip",
        "status",
        "wait",
        "was_powered",
    )
    stored = (
        "status",
        "host",
        "at",
        "facing",
        "row",
        "first_row",
        "wait",
        "slip",
        "shields",
        "reinforced",
        "marked",
        "fighters",
        "charge",
        "battery",
        "afterburners",
        "power",
        "effects",
        "fresh",
        "jump",
        "ap",
        "was_powered",
        "owes_move",
        "has_moved",
        "has_burned",
        "has_repaired",
    )
    """The attributes that are stored, in this order; the others are in the setup."""

    def __init__(self, index: int, name: str, printed: ShipClass, side: int, seat: int) -> None:
        self.index = index
        self.name = name
        self.printed = printed
        self.side = side
        self.seat = seat
        self.status = IN_PLAY
        self.host = ""
        self.at: Hex = (0, 0)
        self.facing = 0
        self.row = self.first_row = printed.start
        self.wait = 0
        self.slip = False
        self.shields: tuple[int, ...] = printed.shields
        self.reinforced: tuple[str, ...] = NO_REINFORCEMENTS
        self.marked = 0
        self.fighters = printed.squadron
        self.charge: tuple[int, ...] = tuple(group.full for group in printed.groups)
        self.battery = 0
        self.afterburners = printed.afterburners
        self.effects: tuple[str, ...] = ()
        self.power = self.reckon_power()
        self.fresh: tuple[str, ...] = ()
        self.jump = -1
        self.ap = NO_AP
        self.was_powered = False
        self.owes_move = self.has_moved = self.has_burned = self.has_repaired = False

    @property
    def is_in_play(self) -> bool:
        """True unless the ship is destroyed, docked or has retreated (rules T4.7)."""
        return self.status == IN_PLAY

    @property
    def has_retreated(self) -> bool:
        """True if the ship has left the battle undestroyed, by whatever way (rules T13.1)."""
        return self.status in (RETREATED, THROUGH)

    @property
    def curve_row(self) -> Row:
        """The row of the power curve at which the ship runs."""
        return self.printed.curve[self.row]

    @property
    def is_squadron(self) -> bool:
        """True for fighters (rules T14.1)."""
        return self.printed.squadron > 0

    @property
    def hull_modifier(self) -> int:
        """The Power modifier in the leftmost unmarked hull box (rules T9.3)."""
        hull = self.printed.hull
        return hull[min(self.marked, len(hull) - 1)]

    def reckon_power(self, row: int | None = None) -> int:
        """Return the effective Power in a row (None: its own), before any limit (rules T5.1)."""
        power = self.printed.curve[self.row if row is None else row].power
        return power + self.hull_modifier - self.effects.count(POWER_DROP)

    @property
    def effective_power(self) -> int:
        """The effective Power, which may be below 0: 6 at most (rules T5.10), 0 after a power loss (T10.7)."""
        return 0 if POWER_LOSS in self.effects else min(6, self.power)

    @property
    def power_now(self) -> int:
        """The effective Power by which AP are given: from 0 to 6 (rules T5.10)."""
        return max(0, self.effective_power)

    def can_run(self, row: int) -> bool:
        """Return True unless the effective Power in a row would be below 0 (rules T10.7, T11.4)."""
        return POWER_LOSS in self.effects or self.reckon_power(row) >= 0

    @property
    def radius(self) -> int:
        """The turn wait that a turn sets (rules T6.4, T6.6)."""
        return (self.curve_row.radius or 0) + self.effects.count(THRUSTERS)

    def copy(self) -> Self:
        """Return an independent twin, which shares what is printed."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def to_data(self) -> list[object]:
        """Return the state as plain data."""
        return [getattr(self, name) for name in self.stored]

    def lay_data(self, data: Any) -> None:
        """Restore the state that `to_data` described."""
        for name, value in zip(self.stored, data, strict=True):
            setattr(self, name, as_tuples(value))


class Missile:
    """A missile in flight (rules T2.5). `target` is the index of a ship, or -1; `owes_flight` holds for a turn."""

    __slots__ = ("at", "is_damaged", "number", "owes_flight", "side", "target")

    def __init__(self, number: int, side: int, at: Hex, target: int) -> None:
        self.number = number
        self.side = side
        self.at = at
        self.target = target
        self.is_damaged = False
        self.owes_flight = False

    def copy(self) -> Self:
        """Return an independent twin."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def to_data(self) -> list[object]:
        """Return the missile as plain data."""
        return [self.number, self.side, self.at, self.target, self.is_damaged, self.owes_flight]

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the missile that `to_data` described."""
        number, side, at, target, is_damaged, owes_flight = data
        missile = cls(number, side, as_tuples(at), target)
        missile.is_damaged, missile.owes_flight = is_damaged, owes_flight
        return missile
