"""Printed ships with their systems, and printed tiles, parsed once from their definitions (rules 2.1, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.rules.printed.words import WEAPON_SYSTEMS, parse_damage

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effects

Definition = dict[str, Any]

USUAL_RANGE = {"torpedoes": 1}  # rules 10.3; the other weapons reach their own hex
USUAL_WARP = 1  # rules 8.1
USUAL_REPAIR = 3  # rules 12.1


class Weapon(NamedTuple):
    """A printed weapon system: its dice, its flat bonus and its range in hexes (rules 10.2, 10.3)."""

    name: str
    dice: int
    bonus: int
    range: int


class ShipCard:
    """An immutable printed ship, shared by all copies of a game. `found` is the cache of `printed_fact`."""

    __slots__ = ("definition", "evasion", "found", "hull", "race", "repair", "shields", "title", "warp", "weapons")

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.found: dict[str, Any] = {}
        self.title: str = definition["title"]
        self.race: str = definition["race"]
        self.hull: int = definition["hull"]
        self.shields: int = definition["shields"]
        self.evasion: int = definition["evasion"]
        systems: Definition = definition["systems"]
        self.warp: int = systems["warp"].get("hexes", USUAL_WARP) if "warp" in systems else 0
        self.repair: int = systems.get("repair", {}).get("points", USUAL_REPAIR)
        self.weapons = {
            name: Weapon(name, *parse_damage(printed["damage"]), printed.get("range", USUAL_RANGE.get(name, 0)))
            for name, printed in ((name, systems[name]) for name in WEAPON_SYSTEMS if name in systems)
        }


class TileCard:
    """An immutable printed hex tile, shared by all copies of a game. `found` is the cache of `printed_fact`."""

    __slots__ = ("definition", "effects", "found", "is_unique", "is_wormhole", "title")

    def __init__(self, definition: Definition, effects: Effects) -> None:
        self.definition = definition
        self.title: str = definition["title"]
        self.is_wormhole: bool = definition["kind"] == "wormhole"
        self.is_unique: bool = definition["kind"] == "unique"
        self.found: dict[str, Any] = {}
        self.effects = effects


START_TILE: Definition = {
    "title": "Start Wormhole",
    "hex_points": 0,
    "kind": "start",
    "affinity": "none",
    "text": "The wormhole that cast you here. It has no event and nobody leaves by it (5.3).",
}
