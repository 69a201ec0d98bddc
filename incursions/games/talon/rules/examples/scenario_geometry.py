"""The geometry of scenario files: lines, arcs, pushes and pulls between hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.data_checks import Place, take_fields, take_list, take_text, take_whole
from incursions.games.talon.rules.checking import take_hex
from incursions.games.talon.rules.definitions import Definitions
from incursions.games.talon.rules.examples.scenario_words import LONGEST, MOST_PARTS


def check_geometry(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    """Raise `DataError` unless every case of geometry is complete, in documented keys."""
    take_list(fields.get("steps", []), place.part("steps"), 0, 0)
    take_fields(fields.get("expect", {}), place.part("expect"), ())
    where = place.part("geometry")
    for key, entries in take_fields(fields["geometry"], where, (), GEOMETRY).items():
        for number, entry in enumerate(take_list(entries, where.part(key), 0, MOST_PARTS), start=1):
            here = where.part(key).part(number)
            case = take_fields(entry, here, GEOMETRY[key])
            for name, value in case.items():
                GEOMETRY_CHECKS[name](value, here.part(name))


def _take_other_hex(value: Any, place: Place) -> None:
    if take_hex(value, place) == (0, 0):
        raise place.fault("another hex than 0,0 was expected")


def _take_hexes(value: Any, place: Place) -> None:
    for at in take_list(value, place, 0, MOST_PARTS):
        take_hex(at, place)


def _take_pairs(value: Any, place: Place) -> None:
    for pair in take_list(value, place, 0, MOST_PARTS):
        for at in take_list(pair, place, 2, 2):
            take_hex(at, place)


GEOMETRY = {
    "lines": ("to", "through", "spine"),
    "arcs": ("facing", "to", "arc"),
    "pushes": ("to", "step"),
    "pulls": ("from", "step"),
}
GEOMETRY_CHECKS: Mapping[str, Any] = {
    "to": _take_other_hex,
    "from": _take_other_hex,
    "through": _take_hexes,
    "step": _take_hexes,
    "spine": _take_pairs,
    "facing": lambda value, place: take_whole(value, place, 0, 5),
    "arc": lambda value, place: take_text(value, place, LONGEST),
}
