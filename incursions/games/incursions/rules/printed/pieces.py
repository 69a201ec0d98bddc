"""Printed ships with their systems, and printed tiles, parsed once from their definitions (rules 2.1, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict

from incursions.games.incursions.rules.printed.words import WEAPON_SYSTEMS, parse_damage

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Effects
Words = str | list[str]
"""A word, or several of which one will do."""


class System(TypedDict, total=False):
    """A printed ship system: its figures, and the power that it costs."""

    damage: str
    hexes: int
    range: int
    points: int
    power: int


class Ruling(TypedDict):
    """A printed ruling with its day, and the number of the rule that it is about."""

    date: str
    text: str
    rule: NotRequired[str]


class Body(TypedDict, total=False):
    """The printed numbers of a weapon, mine or denizen."""

    damage: str
    weapon: str
    life_points: int
    range: int
    power: int
    power_dice: int
    power_range: int
    evasion: int
    speed: int
    escape: int
    dominated: bool
    returns: bool


class Definition(TypedDict, total=False):
    """The definition of a ship, tile, captain or card. `piece_fields` says which fields each kind of piece has.

    `effects`, `removal`, `requirement` and `spares` are in the vocabulary of effects, which reads them itself. `left`
    is what an escape craft has: the title of the ship that it replaced (rules 19.2).
    """

    title: str
    number: int
    set: str
    flavour: str
    text: str
    rulings: list[Ruling]
    verbs: list[str]
    effects: list[Any]
    race: str
    hull: int
    systems: dict[str, System]
    role: str
    left: str
    kind: str
    hex_points: int
    affinity: str | dict[str, str]
    denizen: Body
    requirement: Any
    spares: Any
    nature: str
    type: str
    rarity: str
    play_method: str
    usage: Words
    position: str
    bonuses: dict[str, int]
    espionage_evasion: int
    faces: list[Definition]
    removal: Any
    answers: Words
    attaches_to: Words
    target: Words
    tests: str
    mine: Body
    weapon: Words | Body
    table: dict[str, str]
    alike: int
    again_dice: int
    backlash: str
    bonus: int
    bypass: int
    cards: int
    cloak: int
    cost: int
    crew: int
    damage_dice: int
    decloak_dice: int
    escape: int
    evasion: int
    hand_limit: int
    hexes: int
    life_points: int
    maneuvers: int
    max_power: int
    open_dice: int
    per_hex_dice: int
    per_hull_lost: int
    per_points: int
    power: int
    range: int
    range_bonus: int
    reduce: int
    reduce_dice: int
    repair: int | str
    reroll: int
    roll: str
    shields: int
    speed: int
    spread: str
    target_espionage_evasion: int
    tiles: int
    total: int


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
        self.found: dict[str, object] = {}
        self.title: str = definition["title"]
        self.race: str = definition["race"]
        self.hull: int = definition["hull"]
        self.shields: int = definition["shields"]
        self.evasion: int = definition["evasion"]
        systems = definition["systems"]
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
        self.found: dict[str, object] = {}
        self.effects = effects


START_TILE: Definition = {
    "title": "Start Wormhole",
    "hex_points": 0,
    "kind": "start",
    "affinity": "none",
    "text": "The wormhole that cast you here. It has no event and nobody leaves by it (5.3).",
}
