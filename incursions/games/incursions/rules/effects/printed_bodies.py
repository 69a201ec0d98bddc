"""Types of printed weapons, mines and denizens, which supply fields that effects leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.incursions.rules.effects.schema import (
    DAMAGE,
    FLAG,
    EffectError,
    FieldType,
    ReadList,
    Whole,
    mapping,
    not_nested,
)

REACH = Whole(0, 20)
SCORE = Whole(0, 12)
LIFE_POINTS = Whole(1, 999)
ESCAPE = Whole(2, 12)
ESCAPE_DICE = 2  # rules 9.6
POWERED: Mapping[str, FieldType] = {
    "range": REACH,
    "power": Whole(0, 4),
    "power_dice": Whole(0, 9),
    "power_range": Whole(0, 9),
}
BODY: Mapping[str, FieldType] = {
    "life_points": LIFE_POINTS,
    "weapon": DAMAGE,
    **POWERED,
    "evasion": SCORE,
    "speed": REACH,
}


class Body(FieldType):
    """A type of a mapping with fields of its own, such as a weapon."""

    def __init__(self, fields: Mapping[str, FieldType], needed: tuple[str, ...]) -> None:
        self.fields, self.needed = fields, needed
        self.says = f"fields: {', '.join(f'`{name}`' for name in fields)}"

    def read(self, value: Any, path: str, read_list: ReadList) -> dict[str, Any]:
        said = mapping(value, path, self.fields)
        for name in self.needed:
            if name not in said:
                raise EffectError(f"{path}, {name}", "this field is missing")
        return {name: self.fields[name].read(said[name], f"{path}, {name}", read_list) for name in said}


WEAPON = Body({"damage": DAMAGE, **POWERED}, ("damage",))
MINE = Body({"damage": DAMAGE, "speed": REACH, "escape": ESCAPE, "power_dice": Whole(0, 9)}, ("damage",))
DENIZEN = Body({**BODY, "dominated": FLAG, "returns": FLAG}, ("life_points", "weapon"))


def read_weapon(value: Any, path: str) -> dict[str, Any]:
    """Return a weapon with its range and cost, as the fields of an effect."""
    read = WEAPON.read(value, path, not_nested)
    read["weapon"] = read.pop("damage")
    return read


def read_printed_weapon(piece: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weapon that the piece prints, as the fields of an effect, or {}."""
    printed = piece.get("weapon")
    return read_weapon(printed, "weapon") if isinstance(printed, dict) else {}
