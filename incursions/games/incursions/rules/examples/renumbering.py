"""Other printed numbers for a catalogue piece: its effects that repeat them change too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incursions.games.incursions.rules.printed.pieces import Definition

IN_EFFECTS = {  # a printed number, and the fields of effects that repeat it
    "damage_dice": ("dice",),
    "again_dice": ("dice",),
    "spread": ("dice",),
    "backlash": ("dice",),
    "bonus": ("bonus", "by"),
    "escape": ("number",),
    "shields": ("by", "points"),
    "evasion": ("by", "bonus"),
    "repair": ("points",),
    "reduce": ("points",),
    "reduce_dice": ("dice",),
    "range": ("within", "hexes", "by", "range"),
    "range_bonus": ("range_bonus", "by"),
    "hexes": ("hexes", "by"),
    "maneuvers": ("number",),
    "power": ("power", "by"),
    "cards": ("cards",),
    "tiles": ("tiles",),
    "damage": ("damage", "weapon"),
    "life_points": ("life_points",),
    "speed": ("speed",),
}


def renumber(known: Definition, piece: Definition) -> Definition:
    """Return the known piece updated by `piece`; if that has no effects, the known ones get its numbers."""
    if "effects" in piece or "effects" not in known:
        return known | piece
    effects = known["effects"]
    for name, old, new in _find_changes(known, piece):
        effects = _replace_numbers(effects, IN_EFFECTS[name], old, new)
    return {**known, **piece, "effects": effects}


def _find_changes(known: Mapping[str, object], piece: Mapping[str, object]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the numbers that differ, also within a weapon, mine or denizen, as name, old and new."""
    for name, now in piece.items():
        before = known.get(name)
        if isinstance(now, dict) and isinstance(before, dict):
            yield from _find_changes(before, now)
        elif name in IN_EFFECTS and before is not None and before != now:
            yield name, before, now


def _replace_numbers(said: Any, fields: tuple[str, ...], old: Any, new: Any) -> Any:
    """Return the nested effects with the new number wherever one of the fields has the old one."""
    if isinstance(said, list):
        return [_replace_numbers(each, fields, old, new) for each in said]
    if not isinstance(said, dict):
        return said
    return {
        key: new
        if key in fields and type(value) is type(old) and value == old
        else _replace_numbers(value, fields, old, new)
        for key, value in said.items()
    }
