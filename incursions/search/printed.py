"""Readers of searchable values: each reads the values of one field from a piece's definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from incursions.rules.construction.facts import ANY_RACE, EQUIPMENT, facts_of
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import CREW, NEUTRAL, RACES, WEAPON_SYSTEMS

Value = str | int
Reader = Callable[[Definition], Iterator[Value]]
BODIES = ("weapon", "mine", "denizen")  # what a card or tile prints of a thing that it is or brings


def read_at(*paths: str) -> Reader:
    """Return a reader of the values at these paths, such as ``systems.warp.hexes``, on each face of a card."""
    ways = [path.split(".") for path in paths]

    def read(definition: Definition) -> Iterator[Value]:
        for face in (definition, *definition.get("faces", ())):
            for way in ways:
                yield from _values(face, way)

    return read


def _values(found: Any, way: list[str]) -> Iterator[Value]:
    for step in way:
        found = found.get(step) if isinstance(found, dict) else None
    if isinstance(found, list):
        yield from found
    elif found is not None and not isinstance(found, dict):
        yield found


def kind(definition: Definition) -> Iterator[Value]:
    """Yield the kind: ship, captain, card or tile."""
    yield facts_of(definition).kind


def names_in(key: str) -> Reader:
    """Return a reader of the names at a path, such as the systems of a ship."""

    def read(definition: Definition) -> Iterator[Value]:
        named = definition.get(key)
        if isinstance(named, dict):
            yield from named

    return read


def alternatives(key: str) -> Reader:
    """Return a reader of the words at a path: one, a list, or two joined by "or"."""
    said = read_at(key)

    def read(definition: Definition) -> Iterator[Value]:
        for word in said(definition):
            yield from str(word).split(" or ")

    return read


def races(definition: Definition) -> Iterator[Value]:
    """Yield the race of a piece; for cards the races that may use it, for a tile the race that counts in it."""
    own = [definition["race"]] if "race" in definition else []
    yield from dict.fromkeys([*own, *_named_users(definition), *_affinity(definition)])


def users(definition: Definition) -> Iterator[Value]:
    """Yield the races that may use a card: all of them and "any" if it says so (rules 13.5)."""
    if definition.get("usage") == ANY_RACE:
        yield from (ANY_RACE, *RACES)
    yield from _named_users(definition)


def _named_users(definition: Definition) -> list[str]:
    usage = definition.get("usage", ANY_RACE)
    return [] if usage == ANY_RACE else list(usage)


def _affinity(definition: Definition) -> list[str]:
    affinity = definition.get("affinity")
    return list(affinity.values()) if isinstance(affinity, dict) else []


def damages(definition: Definition) -> Iterator[Value]:
    """Yield the damage of every printed weapon, and the dice that a card adds, as text."""
    yield from _of_weapons(definition)
    yield from (f"{dice}D6" for dice in _added_dice(definition))


def weapons(definition: Definition) -> Iterator[Value]:
    """Yield the weapons of a ship, or those that a card goes with."""
    yield from (system for system in _systems(definition) if system in WEAPON_SYSTEMS)
    yield from _served(definition)


def of_bodies(name: str, *besides: str) -> Reader:
    """Return a reader of a number of the piece itself and of the weapon, mine or denizen that it prints."""
    return read_at(name, *(f"{body}.{name}" for body in BODIES), *besides)


def of_weapon_systems(name: str) -> list[str]:
    """Return where a ship's weapons print it."""
    return [f"systems.{weapon}.{name}" for weapon in WEAPON_SYSTEMS]


def rulings(definition: Definition) -> Iterator[Value]:
    """Yield the texts of the piece's rulings."""
    yield from (ruling["text"] for ruling in definition.get("rulings", []))


_of_weapons = read_at(*of_weapon_systems("damage"), "weapon.damage", "mine.damage", "denizen.weapon")
_added_dice = read_at("damage_dice")
_systems = names_in("systems")
_served = alternatives("weapon")


class Flag(NamedTuple):
    """A flag: the label of the pieces that have it, and the test for it."""

    phrase: str
    holds: Callable[[Definition], bool]


FLAGS: Mapping[str, Flag] = {
    "unique": Flag("unique", lambda piece: facts_of(piece).is_unique),
    "wormhole": Flag("wormholes", lambda piece: facts_of(piece).is_wormhole),
    "denizen": Flag("denizens or their homes", lambda piece: piece.get("kind") == "denizen" or "denizen" in piece),
    "crew": Flag("officers", lambda piece: piece.get("nature") == CREW),
    "equipment": Flag("equipment", lambda piece: piece.get("type") == EQUIPMENT),
    "multi": Flag("Multi cards", lambda piece: "faces" in piece),
    "neutral": Flag("of no ship’s race", lambda piece: piece.get("race") == NEUTRAL),
    "open": Flag("usable by any race", lambda piece: piece.get("usage") == ANY_RACE),
    "armed": Flag(
        "weapons of their own", lambda piece: any(isinstance(piece.get(name), dict) for name in ("weapon", "mine"))
    ),
    "cloaking": Flag("ships with a cloak", lambda piece: "cloak" in piece.get("systems", {})),
}


def flags(definition: Definition) -> Iterator[str]:
    """Yield the names of the flags that hold for a piece."""
    return (name for name, flag in FLAGS.items() if flag.holds(definition))
