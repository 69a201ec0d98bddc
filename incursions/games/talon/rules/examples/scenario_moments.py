"""The moments of scenario files: a battle under way with its ships, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from incursions.engine.hexes import hex_text
from incursions.games.data_checks import (
    Place,
    take_fields,
    take_flag,
    take_list,
    take_mapping,
    take_text,
    take_whole,
    take_word,
)
from incursions.games.talon.rules.battles import Named, read_objectives, read_rounds, read_special, read_wins
from incursions.games.talon.rules.checking import take_hex, take_hex_text, take_name
from incursions.games.talon.rules.definitions import IMPULSES, SIDES, Definitions
from incursions.games.talon.rules.examples.scenario_ships import check_ship
from incursions.games.talon.rules.examples.scenario_steps import check_expected, check_step
from incursions.games.talon.rules.examples.scenario_words import AT_STEPS, FACES, MOST_PARTS, SET_UP, StepNames
from incursions.games.talon.rules.setup import BLACK_HOLE, PLANET, TERRAIN

GIVEN_KEYS = (
    "at",
    "initiative",
    "ships",
    "missiles",
    "terrain",
    "special",
    "objectives",
    "wins",
    "rounds",
    "points",
    "seats",
    "same_faction",
    "undo",
)


def check_moment(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    """Raise `DataError` unless a moment, its dice, its steps and what is expected are as documented."""
    given = take_fields(fields["given"], place.part("given"), ("at",), GIVEN_KEYS)
    check_given(given, place.part("given"), definitions)
    for die in take_list(fields.get("dice", []), place.part("dice"), 0, MOST_PARTS):
        take_whole(die, place.part("dice"), 1, 6)
    ships = given.get("ships", {})
    groups = {name: _list_groups(ship, definitions) for name, ship in ships.items()}
    named = StepNames(count_seats(given, place), groups)
    if "setup_refused" in fields:
        where = place.part("setup_refused")
        for name, rule in take_mapping(fields["setup_refused"], where, MOST_PARTS).items():
            take_text(rule, where.part(name), 20)
            if name not in ships and name not in given.get("terrain", {}):
                raise where.part(name).fault("a ship or a hex of the scenario was expected")
    for number, step in enumerate(take_list(fields.get("steps", []), place.part("steps"), 0, MOST_PARTS), start=1):
        check_step(step, place.part("steps").part(number), named)
    check_expected(fields.get("expect", {}), place.part("expect"), named)


def _list_groups(ship: Mapping[str, Any], definitions: Definitions) -> list[str]:
    return [group.name for group in definitions.classes[ship["class"]].groups]


def check_given(given: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    """Raise `DataError` unless the keys of `given` and their values are those that are documented."""
    sides = read_sides(given, place)
    _check_at(given["at"], place.part("at"), sides)
    terrain = _check_terrain(given.get("terrain", {}), place.part("terrain"), at_set_up=given["at"] == SET_UP)
    ships = take_mapping(given.get("ships", {}), place.part("ships"), MOST_PARTS)
    for name, ship in ships.items():
        where = place.part("ships").part(name)
        take_name(name, where)
        check_ship(ship, where, definitions, list(ships))
        _check_start(ship, where, None if given["at"] == SET_UP else terrain)
    if given["at"] != SET_UP and not any("at" in ship for ship in ships.values()):
        raise place.part("ships").fault("at least one ship in play was expected")
    _check_missiles(given.get("missiles", {}), place.part("missiles"), list(ships))
    if "initiative" in given:
        take_word(given["initiative"], place.part("initiative"), sides)
    if "undo" in given:
        take_flag(given["undo"], place.part("undo"))
    points = take_fields(given.get("points", {}), place.part("points"), (), sides)
    for side, amount in points.items():
        take_whole(amount, place.part("points").part(side), 0, 9999)
    _check_seats(given.get("seats", {}), place.part("seats"), sides, list(ships))
    named = Named(
        definitions.classes, sides, list(ships), {take_hex_text(at, place): str(k) for at, k in terrain.items()}
    )
    read_special(given.get("special", []), place.part("special"), named)
    read_objectives(given.get("objectives", []), place.part("objectives"), named)
    read_wins(given.get("wins", {}), place.part("wins"), named)
    read_rounds(given.get("rounds"), place.part("rounds"))


def _check_terrain(data: Any, place: Place, *, at_set_up: bool) -> Mapping[str, Any]:
    """Return the terrain by hex; at a set-up a list shows what may not lie in one hex."""
    terrain = take_mapping(data, place, MOST_PARTS)
    for at, kind in terrain.items():
        take_hex_text(at, place.part(at))
        for each in kind if isinstance(kind, list) and at_set_up else [kind]:
            take_word(each, place.part(at), TERRAIN)
    return terrain


def _check_start(ship: Mapping[str, Any], place: Place, terrain: Mapping[str, str] | None) -> None:
    """Raise `DataError` for a ship that cannot be where it is given; without `terrain`, at the set-up."""
    if terrain is None:
        if "docked" in ship:
            raise place.part("docked").fault("a hex was expected at the set-up")
    elif "at" in ship and terrain.get(hex_text(ship["at"])) in (PLANET, BLACK_HOLE):
        raise place.part("at").fault("nobody stands in the hex of a planet or black hole (T20.3, T21.1)")


def read_sides(given: Mapping[str, Any], place: Place) -> tuple[str, ...]:
    """Return the names of both sides: those of a battle within one faction, or the factions (rules T1.6)."""
    if "same_faction" not in given:
        return SIDES
    where = place.part("same_faction")
    sides = take_mapping(given["same_faction"], where, 2)
    if len(sides) != 2:
        raise where.fault("two sides were expected")
    for side, names in sides.items():
        for name in take_list(names, where.part(side), 0, MOST_PARTS):
            take_word(name, where.part(side), list(given.get("ships", {})))
    return tuple(sides)


def count_seats(given: Mapping[str, Any], place: Place) -> dict[str, int]:
    """Return the number of seats of each side: one, if nothing is said of its team."""
    teams = given.get("seats", {})
    return {side: len(teams.get(side, [[]])) for side in read_sides(given, place)}


def _check_at(at: Any, place: Place, sides: Sequence[str]) -> None:
    if at == SET_UP:
        return
    fields = take_fields(at, place, ("step",), ("round", "impulse", "side"))
    step = take_word(fields["step"], place.part("step"), AT_STEPS)
    if "round" in fields:
        take_whole(fields["round"], place.part("round"), 1, 99)
    if "side" in fields:
        take_word(fields["side"], place.part("side"), sides)
    if step in AT_STEPS[:4]:
        take_word(fields.get("impulse"), place.part("impulse"), IMPULSES)
        take_word(fields.get("side"), place.part("side"), sides)
    elif "impulse" in fields:
        raise place.part("impulse").fault(f"{step} is in no impulse")


def _check_missiles(data: Any, place: Place, ships: Collection[str]) -> None:
    for number, missile in take_mapping(data, place, MOST_PARTS).items():
        where = place.part(number)
        if not number.isdecimal() or not 1 <= int(number) <= 999_999:
            raise where.fault("a number was expected")
        fields = take_fields(missile, where, ("at", "target"), ("face",))
        take_hex(fields["at"], where.part("at"))
        take_word(fields["target"], where.part("target"), ships)
        take_word(fields.get("face", FACES[0]), where.part("face"), FACES)


def _check_seats(data: Any, place: Place, sides: Sequence[str], ships: Collection[str]) -> None:
    for side, seats in take_fields(data, place, (), sides).items():
        for names in take_list(seats, place.part(side), 1, 4):
            for name in take_list(names, place.part(side), 0, MOST_PARTS):
                take_word(name, place.part(side), ships)
