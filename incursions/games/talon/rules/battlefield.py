"""The battlefield: what a setup says once for the whole match, read once and shared by all copies of a game."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from incursions.engine.facings import arcs_of, trace_line
from incursions.engine.hexes import Hex, distance, hex_text, parse_hex
from incursions.games.talon.rules.acts import Act, make_act, read_act
from incursions.games.talon.rules.catalogue import read_definitions
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.rules.setup import ASTEROID, BLACK_HOLE, NEBULA, PLANET, WORM_HOLE, Setup

BLOCKS = (PLANET, BLACK_HOLE)
CLOUDS = (ASTEROID, NEBULA)
MOST_KEPT = 8
"""The number of battlefields that are kept for further games."""
MOST_CACHED = 20_000
"""The most lines of fire, and acts, that a battlefield keeps; many games may share it."""


class Sight(NamedTuple):
    """A line of fire between two hexes: the hex that blocks it, or None, and the modifier of terrain on it."""

    blocked_at: Hex | None
    modifier: int


class Battlefield:
    """The part of a match that never changes: ships' names and classes, sides, seats, terrain, rulings and chart.

    `seats_of` has the seats of each side. `acts_in` says by number in which impulses it acts (rules T4.4). By ship,
    `row_texts` are the rows of its curve in words, and `reaches` is the longest range of its groups. Lines of fire and
    acts are cached, because terrain stands still and acts are few.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.definitions = read_definitions(setup["definitions"])
        self.sides: tuple[str, ...] = tuple(setup["sides"])
        self.seats_of = tuple(
            tuple(seat for seat, entry in enumerate(setup["seats"]) if entry["side"] == side) for side in self.sides
        )
        self.side_of_seat = {seat: side for side, seats in enumerate(self.seats_of) for seat in seats}
        self.names = [ship["name"] for ship in setup["ships"]]
        self.indices = {name: index for index, name in enumerate(self.names)}
        self.classes = [self.definitions.classes[ship["ship_class"]] for ship in setup["ships"]]
        self.row_texts = [tuple(map(str, ship_class.curve)) for ship_class in self.classes]
        self.reaches = [
            max((max(group.weapon.ranges) for group in ship_class.groups), default=0) for ship_class in self.classes
        ]
        self.rulings: Mapping[str, Any] = setup["rulings"]
        self.terrain: dict[Hex, str] = {parse_hex(at): kind for at, kind in setup["terrain"].items()}
        self.black_holes = tuple(at for at, kind in self.terrain.items() if kind == BLACK_HOLE)
        self.acts_in = [
            tuple(letter for letter in IMPULSES if number in self.definitions.acts[letter]) for number in range(7)
        ]
        self.missile = self.definitions.weapons["missile"]
        self._grounded = {name for special in setup["special"] for name in special.get("no jump", ())}
        self._sights: dict[tuple[Hex, Hex], Sight] = {}
        self._acts: dict[str, Act] = {}
        self._interned: dict[tuple[Any, ...], Act] = {}

    # Acts.

    def read_act(self, text: str) -> Act:
        """Return the act that a text says. Raises `UnreadableActError`."""
        act = self._acts.get(text)
        return read_act(text, self.names, self.indices) if act is None else act

    def act(
        self,
        verb: str,
        ship: int = -1,
        detail: str = "",
        target: int = -1,
        missile: int = 0,
        place: Hex | None = None,
        facing: int = -1,
    ) -> Act:
        """Return an act, the same object for equal parts."""
        parts = (verb, ship, detail, target, missile, place, facing)
        act = self._interned.get(parts)
        if act is None:
            if len(self._interned) >= MOST_CACHED:
                self._interned.clear()
                self._acts.clear()
            act = self._interned[parts] = make_act(
                verb,
                self.names,
                ship=ship,
                detail=detail,
                target=target,
                missile=missile,
                place=place,
                facing=facing,
            )
            self._acts[act.text] = act
        return act

    # Terrain and lines.

    def see(self, start: Hex, end: Hex) -> Sight:
        """Return the line of fire from one hex to another (rules T8.7, T20.5, T20.14, T20.15, T21.2)."""
        sight = self._sights.get((start, end))
        if sight is None:
            if len(self._sights) >= MOST_CACHED:
                self._sights.clear()
            sight = self._sights[start, end] = self._trace(start, end)
        return sight

    def _trace(self, start: Hex, end: Hex) -> Sight:
        if not self.terrain:
            return Sight(None, 0)
        line, terrain = trace_line(start, end), self.terrain
        blocked = next((at for at in line.through if terrain.get(at) in BLOCKS), None)
        crossed = {start, end, *line.through}
        modifier = -sum(terrain.get(at) in CLOUDS for at in crossed)
        for pair in line.spine:
            clouds = sum(terrain.get(at) in CLOUDS for at in pair)
            modifier += (0, self.rulings["spine_single_modifier"], -1)[clouds]
        return Sight(blocked, modifier)

    def reckon_modifier(self, start: Hex, end: Hex) -> int:
        """Return the modifier of the die: terrain on the line, and black holes near the target (rules T8.8, T21.3)."""
        modifier = self.see(start, end).modifier
        for hole in self.black_holes:
            modifier -= distance(end, hole) < distance(start, hole)
        return modifier

    def find_power_barrier(self, start: Hex, end: Hex) -> Hex | None:
        """Return the hex that keeps power from a squadron, the ends included for clouds, or None (rules T14.5)."""
        line, terrain = trace_line(start, end), self.terrain
        if (blocked := self.see(start, end).blocked_at) is not None:
            return blocked
        return next((at for at in (start, *line.through, end) if terrain.get(at) in CLOUDS), None)

    def describe_place(self, at: Hex) -> str:
        """Return the terrain of a hex in words: "The planet at 1,-1"."""
        return f"The {self.terrain.get(at, 'open space')} at {hex_text(at)}"

    def is_deadly_for_missiles(self, at: Hex) -> bool:
        """Return True for a hex that destroys missiles (rules T15.6, T15.17)."""
        return self.terrain.get(at) in BLOCKS

    # Arcs.

    def fires_into(self, arcs: frozenset[str], facing: int, offset: Hex) -> bool:
        """Return True if an offset lies in one of these arcs; a border lies in both (rules T8.6, T24.6)."""
        found = arcs_of(facing, offset)
        if len(found) == 1:
            return found[0] in arcs
        border_fires = self.rulings["border_fires"]
        if border_fires != "both":
            found = found[:1] if border_fires == "forward_rear" else found[1:]
        return not arcs.isdisjoint(found)

    def find_arc(self, facing: int, offset: Hex) -> str:
        """Return the arc of a ship that something at this offset strikes (rules T8.10)."""
        found = arcs_of(facing, offset)
        return found[0] if self.rulings["border_shield"] == "forward_rear" else found[-1]

    def may_use_worm_hole(self, side: int, at: Hex) -> bool:
        """Return True if a worm hole in this hex takes ships of the side away (rules T22.3)."""
        if self.terrain.get(at) != WORM_HOLE:
            return False
        return any(self.sides[side] in special.get("worm hole for", ()) for special in self.setup["special"])

    # Docking.

    @property
    def dockings(self) -> list[Any]:
        """The special rules that let ships dock with others (rules T19.1)."""
        return [special for special in self.setup["special"] if "docking" in special]

    def may_dock(self, ship_class: str, host: str) -> bool:
        """Return True if the battle lets a class dock with this ship."""
        return any(ship_class in special["docking"] and host in special["with"] for special in self.dockings)

    def list_landings(self, ship_class: str) -> list[Hex]:
        """Return the hexes of planets on which a class may land (rules T19.3)."""
        return [
            parse_hex(at)
            for special in self.setup["special"]
            if ship_class in special.get("landing", ())
            for at in special["hexes"]
        ]

    def bars_jump(self, ship_class: str) -> bool:
        """Return True if ships of a class cannot announce a jump in this battle (rules T13.1)."""
        return ship_class in self._grounded


_kept: list[Battlefield] = []


def find_battlefield(setup: Setup) -> Battlefield:
    """Return the battlefield of a setup: that of an equal one that was asked for lately, or a new one."""
    for field in _kept:
        if field.setup == setup:
            return field
    field = Battlefield(deepcopy(setup))  # whoever changes his setup afterwards must not change what is kept
    _kept.insert(0, field)
    del _kept[MOST_KEPT:]
    return field
