"""The ships of scenario files, given or expected: checked key by key."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from incursions.engine.facings import ARCS
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
from incursions.games.talon.rules.checking import take_hex, take_hex_text
from incursions.games.talon.rules.definitions import IMPULSES, Definitions, ShipClass
from incursions.games.talon.rules.examples.scenario_words import ANNOUNCED, MOST_PARTS

SHIP_KEYS = (
    "at",
    "facing",
    "row",
    "wait",
    "slip",
    "shields",
    "reinforced",
    "marked",
    "charge",
    "groups",
    "battery",
    "afterburners",
    "power",
    "effects",
    "jump",
    "docked",
    "fighters",
)
"""The keys of a ship that is given, besides its class."""
EXPECTED_SHIP_KEYS = (*SHIP_KEYS, "destroyed", "retreated", "hull_modifier", "shields_up", "aimed_at_by")


def check_ship(ship: Any, place: Place, definitions: Definitions, names: Collection[str]) -> None:
    """Raise `DataError` unless a ship that is given can be one of its class."""
    fields = take_fields(ship, place, ("class",), SHIP_KEYS)
    printed = definitions.classes[take_word(fields["class"], place.part("class"), definitions.classes)]
    if ("docked" in fields) == ("at" in fields):
        raise place.part("at").fault("a hex was expected, or docked")
    check_ship_fields(fields, place, [group.name for group in printed.groups])
    _check_amounts(fields, place, printed)
    if "docked" in fields and fields["docked"] not in names:
        take_hex_text(fields["docked"], place.part("docked"))
    if "row" in fields and tuple(fields["row"]) not in [
        tuple(p for p in row if p is not None) for row in printed.curve
    ]:
        raise place.part("row").fault(f"a row of {printed.name} was expected")


def _check_amounts(fields: Mapping[str, Any], place: Place, printed: ShipClass) -> None:
    """Raise `DataError` unless a ship that is given has no more of anything than its class."""
    most = {
        "marked": len(printed.hull) - 1,
        "battery": printed.battery,
        "afterburners": printed.afterburners,
        "fighters": printed.squadron,
    }
    for key, limit in most.items():
        if key in fields:
            take_whole(fields[key], place.part(key), 0, limit)
    for arc, boxes in zip(ARCS, printed.shields, strict=True):
        if arc in fields.get("shields", {}):
            take_whole(fields["shields"][arc], place.part("shields").part(arc), 0, boxes)
    for group in printed.groups:
        if group.name in fields.get("charge", {}):
            where = place.part("charge").part(group.name)
            red, yellow = fields["charge"][group.name]
            take_whole(red, where, 0, group.red)
            take_whole(yellow, where, 0, group.yellow if red == group.red else 0)


def check_ship_fields(fields: Mapping[str, Any], place: Place, groups: Collection[str]) -> None:
    """Raise `DataError` unless the fields of a ship hold what they should."""
    for key, check in FIELD_CHECKS.items():
        if key in fields:
            check(fields[key], place.part(key))
    for key in ("charge", "groups"):
        if key in fields:
            take_fields(fields[key], place.part(key), (), groups)


def _check_arcs(value: Any, place: Place) -> None:
    for arc, boxes in take_fields(value, place, (), ARCS).items():
        take_whole(boxes, place.part(arc), 0, 99)


def _check_letters(value: Any, place: Place) -> None:
    for arc, letters in take_fields(value, place, (), ARCS).items():
        for letter in take_list(letters, place.part(arc), 0, 99):
            take_word(letter, place.part(arc), IMPULSES)


def _check_bars(value: Any, place: Place) -> None:
    for group, bar in take_mapping(value, place, MOST_PARTS).items():
        for boxes in take_list(bar, place.part(group), 2, 2):
            take_whole(boxes, place.part(group), 0, 99)


def _check_states(value: Any, place: Place) -> None:
    for group, state in take_mapping(value, place, MOST_PARTS).items():
        take_word(state, place.part(group), ("destroyed", "charged", "empty"))


def _check_effects(value: Any, place: Place) -> None:
    for effect in take_list(value, place, 0, 20):
        take_word(effect, place, EFFECTS)


def _check_row(value: Any, place: Place) -> None:
    for number in take_list(value, place, 2, 3):
        take_whole(number, place, 0, 9)


def _check_jump(value: Any, place: Place) -> None:
    text = take_text(value, place, 40)
    if not text.startswith(ANNOUNCED) or not text.removeprefix(ANNOUNCED).isdecimal():
        raise place.fault(f"{ANNOUNCED}N was expected")


def _check_missile_numbers(value: Any, place: Place) -> None:
    for number in take_list(value, place, 0, 99):
        take_whole(number, place, 1, 999_999)


def _whole(least: int, most: int) -> Any:
    return lambda value, place: take_whole(value, place, least, most)


EFFECTS = ("shields down", "helm down", "thrusters", "power drop", "drive hit", "power loss")
FIELD_CHECKS: Mapping[str, Any] = {
    "at": take_hex,
    "facing": _whole(0, 5),
    "row": _check_row,
    "wait": _whole(0, 9),
    "slip": take_flag,
    "shields": _check_arcs,
    "reinforced": _check_letters,
    "marked": _whole(0, 99),
    "charge": _check_bars,
    "groups": _check_states,
    "battery": _whole(0, 9),
    "afterburners": _whole(0, 9),
    "power": _whole(-20, 20),
    "effects": _check_effects,
    "jump": _check_jump,
    "docked": lambda value, place: take_text(value, place, 40),
    "fighters": _whole(0, 9),
    "destroyed": take_flag,
    "retreated": take_flag,
    "hull_modifier": _whole(-20, 20),
    "shields_up": take_flag,
    "aimed_at_by": _check_missile_numbers,
}
