"""Acts: the options of Talon as values, with the one parser of their texts (rules T25.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from incursions.engine.hexes import Hex, hex_text, parse_hex

POWER, MOVEMENT, FIRE, REPAIR = "power", "movement", "fire", "repair"
POWER_PHASE, GRAVITY, SET_UP = "power phase", "gravity", "set-up"
STEPS = (POWER, MOVEMENT, FIRE, REPAIR)
"""The steps of a side's turn in which its seats are asked (rules T4.5)."""
AHEAD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT = "ahead", "left", "right", "slip left", "slip right"
WAYS = (AHEAD, LEFT, RIGHT, SLIP_LEFT, SLIP_RIGHT)
"""The ways to move, in the order of options (rules T6.2, T25.12)."""


class Act(NamedTuple):
    """An act: its text and its parts. A ship is named by its index, -1 for none; a missile by its number, 0 for none.

    `target` is a ship. `detail` is a group, an arc, a way to move, an effect to repair, or a row of a power curve.
    """

    text: str
    verb: str
    ship: int = -1
    detail: str = ""
    target: int = -1
    missile: int = 0
    place: Hex | None = None
    facing: int = -1

    def __str__(self) -> str:
        return self.text


TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "charge": ("charge {detail} of {ship}",),
    "reinforce": ("reinforce {detail} of {ship}",),
    "tighten": ("tighten {ship}",),
    "mark slip": ("mark slip of {ship}",),
    "fill battery": ("fill battery of {ship}",),
    "change initiative": ("change initiative with {ship}",),
    "defend initiative": ("defend initiative with {ship}",),
    "retarget": ("retarget missile {missile} to {target} with {ship}",),
    "transmit": ("transmit from {ship} to {target}",),
    "use battery": ("use battery of {ship}",),
    "move": ("move {ship} {detail}",),
    "turn": ("turn {ship} {detail}",),
    "slip": ("slip {ship} {detail}",),
    "rotate": ("rotate {ship}",),
    "fly": ("fly missile {missile} to {place}",),
    "burn": ("burn {ship} {detail}",),
    "dock": ("dock {ship} with {target}",),
    "land": ("land {ship} on {place}",),
    "fire": (
        "fire {detail} of {ship} at missile {missile}",
        "fire {detail} of {ship} at {place}",
        "fire {detail} of {ship} at {target}",
    ),
    "hold": ("hold {detail} of {ship}",),
    "repair": ("repair {detail} of {ship}",),
    "set": ("set {ship} to {detail}",),
    "announce jump": ("announce jump of {ship}",),
    "call off jump": ("call off jump of {ship}",),
    "push": ("push to {place}",),
    "pull": ("pull to {place}",),
    "strike": ("strike missile {missile}",),
    "damage": ("damage {ship} next",),
    "shift": ("shift {ship}",),
    "deploy": ("deploy {ship} at {place} facing {facing}",),
    "end": ("end {detail}",),
}
"""The texts of each verb (rules T25.1), the most particular first."""
WAY_OF_VERB: Mapping[str, Mapping[str, str]] = {
    "move": {AHEAD: AHEAD},
    "turn": {LEFT: LEFT, RIGHT: RIGHT},
    "slip": {LEFT: SLIP_LEFT, RIGHT: SLIP_RIGHT},
    "burn": {way: way for way in WAYS},
}
"""The ways to move by the words that follow a ship."""
_DETAILS: Mapping[str, tuple[str, ...]] = {
    "move": ("ahead",),
    "turn": ("left|right",),
    "slip": ("left|right",),
    "burn": ("slip left|slip right", "ahead|left|right"),
}
"""The words that may follow a ship, those that could be taken for a part of its name first."""
_WHOLE = "(?:0|-?[1-9][0-9]{0,5})"
_PARTS = {
    "ship": r"(?P<ship>.+)",
    "target": r"(?P<target>.+)",
    "missile": r"(?P<missile>[1-9][0-9]{0,5})",
    "place": rf"(?P<place>{_WHOLE},{_WHOLE})",
    "facing": r"(?P<facing>[0-5])",
}


def _compile(verb: str, template: str) -> list[re.Pattern[str]]:
    """Return the regular expressions of a template. `detail` comes before or after the name of a ship."""
    details = _DETAILS.get(verb, (".+?",))
    return [re.compile(template.format(**_PARTS, detail=f"(?P<detail>{detail})")) for detail in details]


_PATTERNS = [
    (verb, pattern)
    for verb, templates in TEMPLATES.items()
    for template in templates
    for pattern in _compile(verb, template)
]


class UnreadableActError(ValueError):
    """Raised for a text that is no act, or that names no ship of the match."""


def make_act(
    verb: str,
    names: list[str],
    *,
    ship: int = -1,
    detail: str = "",
    target: int = -1,
    missile: int = 0,
    place: Hex | None = None,
    facing: int = -1,
) -> Act:
    """Return an act with its text. `names` are those of the ships by index."""
    parts = {
        "ship": names[ship] if ship >= 0 else "",
        "detail": detail,
        "target": names[target] if target >= 0 else None,
        "missile": missile or None,
        "place": None if place is None else hex_text(place),
        "facing": facing,
    }
    template = next(
        template
        for template in TEMPLATES[verb]
        if all(parts[part] is not None for part in re.findall(r"\{(\w+)\}", template))
    )
    return Act(template.format(**parts), verb, ship, detail, target, missile, place, facing)


def read_act(text: str, names: list[str], indices: Mapping[str, int]) -> Act:
    """Return the act that a text says. Raises `UnreadableActError` with a reason for players."""
    unknown = ""
    for verb, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is None:
            continue
        parts = found.groupdict()
        stranger = next((parts[part] for part in ("ship", "target") if parts.get(part, "") not in ("", *indices)), None)
        if stranger is not None:
            unknown = unknown or stranger
            continue
        return make_act(
            verb,
            names,
            ship=indices.get(parts.get("ship", ""), -1),
            detail=parts.get("detail", ""),
            target=indices.get(parts.get("target", ""), -1),
            missile=int(parts.get("missile", 0)),
            place=parse_hex(parts["place"]) if "place" in parts else None,
            facing=int(parts.get("facing", -1)),
        )
    if unknown:
        raise UnreadableActError(f"There is no ship called {unknown}")
    raise UnreadableActError(f"{text!r} is no act of this game")
