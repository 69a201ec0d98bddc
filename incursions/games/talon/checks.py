"""Checks of a setup that came in a file from anybody, before the rules play it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from incursions.engine.hexes import Hex
from incursions.games.data_checks import (
    Place,
    take_fields,
    take_flag,
    take_list,
    take_mapping,
    take_title,
    take_whole,
    take_word,
)
from incursions.games.talon.battle_setups import SKIRMISH
from incursions.games.talon.rules.battles import (
    MOST_SHIPS,
    MOST_TERRAIN,
    Named,
    Placement,
    find_placement_fault,
    find_placement_faults,
    list_zone,
    read_objectives,
    read_rounds,
    read_special,
    read_terrain,
    read_wins,
)
from incursions.games.talon.rules.catalogue import read_definitions
from incursions.games.talon.rules.checking import take_hex, take_name
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from incursions.games.talon.rules.fleets import MOST_BASES, Fleet, FleetLimits, FleetShip, judge_fleet
from incursions.games.talon.rules.setup import NAME, RULES_VERSION, RULING_WORDS, RULINGS

FEWEST_SEATS, MOST_SEATS = 2, 4
MOST_OF_A_RULING = 9
MOST_SECTIONS = 8
FARTHEST_SPAN, MOST_FLEET_POINTS, HIGHEST_BAND = 999, 9999, 100
WHOLE_RULINGS: Mapping[str, tuple[int, int]] = {
    "reinforcement": (0, MOST_OF_A_RULING),
    "collision_damage": (0, MOST_OF_A_RULING),
    "passive_yellow": (0, MOST_OF_A_RULING),
    "jump_phases": (0, MOST_OF_A_RULING),
    "map_span": (0, FARTHEST_SPAN),
    "spine_single_modifier": (-1, 0),
    "fleet_points": (0, MOST_FLEET_POINTS),
}
"""The bounds of the rulings that are whole numbers."""
NEEDED = (
    *("game", "rules_version", "mode", "seats", "title", "sides", "initiative", "rounds", "ships", "terrain"),
    *("special", "objectives", "wins", "definitions", "rulings"),
)


def check_size(setup: Mapping[str, object]) -> None:
    """Raise ValueError if the setup has too few or too many seats (rules T1.5), or more pieces than any battle."""
    seats, ships, terrain = setup.get("seats"), setup.get("ships"), setup.get("terrain")
    if not isinstance(seats, list) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise ValueError(f"A match of Talon has {FEWEST_SEATS} to {MOST_SEATS} seats.")
    if not isinstance(ships, list) or len(ships) > len(SIDES) * MOST_SHIPS:
        raise ValueError(f"A battle has at most {MOST_SHIPS} ships a side.")
    if not isinstance(terrain, dict) or len(terrain) > MOST_TERRAIN:
        raise ValueError(f"A battle has at most {MOST_TERRAIN} pieces of terrain.")


def check_pieces(setup: Mapping[str, object]) -> None:
    """Raise ValueError for the first part of the setup that no battle has, with its field."""
    place = Place("setup")
    fields = take_fields(setup, place, NEEDED, ("digest",))
    take_word(fields["game"], place.part("game"), (NAME,))
    take_whole(fields["rules_version"], place.part("rules_version"), RULES_VERSION, RULES_VERSION)
    take_title(fields["mode"], place.part("mode"))
    take_title(fields["title"], place.part("title"))
    if fields["sides"] != [*SIDES]:
        raise place.part("sides").fault(f"{' and '.join(SIDES)} were expected")
    take_word(fields["initiative"], place.part("initiative"), SIDES)
    read_rounds(fields["rounds"], place.part("rounds"))
    classes = read_definitions(take_mapping(fields["definitions"], place.part("definitions"), MOST_SECTIONS)).classes
    _check_rulings(fields["rulings"], place.part("rulings"))
    sides = _read_seats(fields["seats"], place.part("seats"))
    terrain = read_terrain(fields["terrain"], place.part("terrain"))
    names, placed = _read_ships(fields["ships"], place.part("ships"), sides, classes)
    if not placed:
        _check_room(fields["ships"], place.part("ships"), sides, classes, terrain)
    for what, (rule, reason) in find_placement_faults(placed, terrain, classes).items():
        raise place.part(what).fault(f"{reason} ({rule})")
    named = Named(classes, SIDES, names, terrain)
    read_special(fields["special"], place.part("special"), named)
    read_objectives(fields["objectives"], place.part("objectives"), named)
    read_wins(fields["wins"], place.part("wins"), named)
    if fields["mode"] == SKIRMISH:
        _check_skirmish(fields, place, sides, classes)


def _read_seats(data: Any, place: Place) -> list[str]:
    """Return the side of each seat. Both sides have one, and those of a side follow each other."""
    seats = take_list(data, place, FEWEST_SEATS, MOST_SEATS)
    sides = []
    for number, seat in enumerate(seats):
        within = place.part(number)
        sides.append(take_word(take_fields(seat, within, ("side",))["side"], within.part("side"), SIDES))
    if {*sides} != {*SIDES}:
        raise place.fault("a seat of each side was expected")
    return sides


def _read_ships(
    data: Any, place: Place, sides: list[str], classes: Mapping[str, ShipClass]
) -> tuple[list[str], list[Placement]]:
    """Return the names of the ships, and where those start that are not deployed (rules T3.10)."""
    names: list[str] = []
    placed: list[Placement] = []
    for number, ship in enumerate(take_list(data, place, 1, len(SIDES) * MOST_SHIPS)):
        within = place.part(number)
        fields = take_fields(ship, within, ("name", "ship_class", "seat"), ("at", "facing"))
        names.append(_read_name(fields["name"], within.part("name"), names))
        class_name = take_word(fields["ship_class"], within.part("ship_class"), classes)
        seat = take_whole(fields["seat"], within.part("seat"), 0, len(sides) - 1)
        if classes[class_name].side != sides[seat]:
            raise within.part("ship_class").fault(f"a class of the side of seat {seat} was expected, not {class_name}")
        if ("at" in fields) != ("facing" in fields):
            raise within.fault("a hex and a facing were expected together")
        if "at" in fields:
            at = take_hex(fields["at"], within.part("at"))
            facing = take_whole(fields["facing"], within.part("facing"), 0, 5)
            placed.append(Placement(names[-1], class_name, sides[seat], at, facing))
    for seat in range(len(sides)):
        if not any(ship["seat"] == seat for ship in data):
            raise place.fault(f"a ship of seat {seat} was expected (T1.5)")
    if placed and len(placed) < len(names):
        raise place.fault("a hex for each ship, or for none, was expected (T3.10)")
    return names, placed


def _check_room(
    ships: Sequence[Mapping[str, Any]],
    place: Place,
    sides: Sequence[str],
    classes: Mapping[str, ShipClass],
    terrain: Mapping[Hex, str],
) -> None:
    """Raise ValueError if a side cannot deploy all its ships, each in a hex of its own but for Bases (rules T3.9)."""
    for index, side in enumerate(SIDES):
        own = [classes[ship["ship_class"]] for ship in ships if sides[ship["seat"]] == side]
        free = sum(
            find_placement_fault(Placement("", own[0].name, side, at, 0), (), terrain, classes) is None
            for at in list_zone(index)
        )
        needed = max(1, sum(not printed.is_base for printed in own))
        if needed > free:
            raise place.fault(f"at most {free} ships were expected in the rows of the {side} side (T3.9)")


def _check_skirmish(
    fields: Mapping[str, Any], place: Place, sides: Sequence[str], classes: Mapping[str, ShipClass]
) -> None:
    """Raise ValueError for an open battle in which ships are placed, or a fleet is against the rules (T3.7, T3.9)."""
    for name in ("terrain", "special", "objectives", "wins"):
        if fields[name]:
            raise place.part(name).fault(f"nothing was expected in the mode {SKIRMISH} (T3.9)")
    if abs(sides.count(SIDES[0]) - sides.count(SIDES[1])) > 1:
        raise place.part("seats").fault(f"as many fleets a side, or one more, were expected in the mode {SKIRMISH}")
    limits = FleetLimits(fields["rulings"]["fleet_points"], MOST_BASES)
    for seat, side in enumerate(sides):
        own = [ship for ship in fields["ships"] if ship["seat"] == seat]
        if any("at" in ship for ship in own):
            raise place.part("ships").fault("ships without a hex were expected (T3.10)")
        fleet = Fleet(side, tuple(FleetShip(ship["name"], ship["ship_class"]) for ship in own))
        for problem in judge_fleet(fleet, limits, classes).errors:
            raise place.part("ships").fault(f"{problem.sentence} ({problem.rule})")


def _read_name(value: Any, place: Place, others: Collection[str]) -> str:
    name = take_name(value, place)
    if name.casefold() in map(str.casefold, others):
        raise place.fault("a name of its own was expected (T25.12)")
    return name


def _check_rulings(data: Any, place: Place) -> None:
    """Raise ValueError for a ruling that the rules do not know, or that has a value without meaning (rules T25.9)."""
    rulings = take_fields(data, place, tuple(RULINGS))
    for name, value in rulings.items():
        within = place.part(name)
        if name in RULING_WORDS:
            take_word(value, within, RULING_WORDS[name])
        elif name in WHOLE_RULINGS:
            take_whole(value, within, *WHOLE_RULINGS[name])
        elif isinstance(RULINGS[name], bool):
            take_flag(value, within)
        elif name == "bands":
            bands = [_take_ratio(band, within, 1, HIGHEST_BAND) for band in take_list(value, within, 3, 3)]
            if bands != sorted(bands):
                raise within.fault("the lowest band first was expected (T23.4)")
        else:
            _take_ratio(value, within, 0, 1)


def _take_ratio(value: Any, place: Place, least: int, most: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise place.fault(f"a number from {least} to {most} was expected")
    return value
