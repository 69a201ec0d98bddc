"""Reads from a definition what its face prints: the line of kind, the figures, the foot (rules 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    CAPTAIN,
    CREW,
    NEUTRAL,
    SHIP,
    TILE,
    Definition,
    facts_of,
)

DOT = " · "
BONUSES = {
    "shields": "shields",
    "evasion": "evasion",
    "weapons": "weapons",
    "repair": "repair",
    "warp": "warp",
    "range": "torpedo range",
    "espionage_evasion": "espionage evasion",
}
"""The bonuses as a player says them, in the order in which they are told."""
ON_PLATES = {"espionage evasion": "esp. evasion"}
"""Shorter words for labels that are too long for a plate."""
SYSTEMS = {
    "warp": "Warp drive",
    "phasers": "Phasers",
    "disruptors": "Disruptors",
    "torpedoes": "Torpedoes",
    "mines": "Mines",
    "repair": "Repair",
    "tractor": "Tractor beam",
    "tachyon_sweep": "Tachyon sweep",
    "cloak": "Cloak",
    "assimilation": "Assimilation",
}


FIELDS = {
    "damage": "{}",
    "hexes": "{} hexes",
    "points": "{} points",
    "power": "{} power",
    "range": "range {}",
}
"""Formats of the fields of a system, in their order."""


class Figure(NamedTuple):
    """A number or dice, and of what."""

    value: str
    label: str


class Printed(NamedTuple):
    """All that a face says. `marks` are the races whose emblems it bears."""

    title: str
    kind: str
    text: str
    flavour: str
    figures: tuple[Figure, ...]
    users: str
    number: str
    marks: tuple[str, ...]


def read_piece(piece: Definition) -> Printed:
    """Return what is printed on a piece of any kind."""
    usage = piece.get("usage") or ()
    return Printed(
        title=piece["title"],
        kind=DOT.join(_kind(piece)),
        text=piece.get("text", ""),
        flavour=piece.get("flavour", ""),
        figures=tuple(_figures(piece)),
        users="Any race" if usage == ANY_RACE else ", ".join(usage),
        number=f"{piece['number']:03}" if "number" in piece else "",
        marks=_marks(piece),
    )


def _kind(piece: Definition) -> Iterator[str]:
    """Yield the words of the line that says what a piece is, such as race and role, or nature and play method."""
    facts = facts_of(piece)
    if facts.kind == SHIP:
        yield f"{facts.race} {piece.get('role', SHIP)}"
    elif facts.kind == CAPTAIN:
        yield f"{facts.race} captain"
    elif facts.kind == TILE:
        yield {"unique": "Unique", "escape": "Escape roll", "denizen": "Denizen"}.get(piece["kind"], "")
    elif facts.nature == CREW:
        yield from (f"{facts.race.capitalize()} officer", piece["position"])
    else:
        yield from filter(None, (facts.nature, facts.type))
        yield piece["play_method"]


def _figures(piece: Definition) -> Iterator[Figure]:
    """Yield the numbers that stand by themselves; the others are in the text."""
    kind = facts_of(piece).kind
    if kind == SHIP:
        yield from (Figure(str(piece[name]), name) for name in ("hull", "shields", "evasion"))
        return
    for figure in bonus_figures(piece.get("bonuses", {})):
        yield figure._replace(label=ON_PLATES.get(figure.label, figure.label))
    body: Mapping[str, object] = {**piece, **piece.get("denizen", {})} if kind == TILE else piece
    if "life_points" in body:
        yield Figure(str(body["life_points"]), "points")
    weapon: Any = body.get("weapon")
    if isinstance(weapon, dict):
        yield Figure(weapon["damage"], f"range {weapon['range']}" if "range" in weapon else "damage")
    elif isinstance(weapon, str) and weapon[:1].isdigit():
        yield Figure(weapon, f"range {body.get('range', 0)}")
    if kind != TILE or "denizen" in piece:
        if "life_points" in body and "evasion" in body:
            yield Figure(str(body["evasion"]), "evasion")
        if "speed" in body:
            yield Figure(str(body["speed"]), "speed")
    if "espionage_evasion" in piece and kind != TILE:
        yield Figure(f"{piece['espionage_evasion']}", "Espionage Evasion")


def bonus_figures(bonuses: Mapping[str, int]) -> Iterator[Figure]:
    """Return bonuses as a player says them, always in the same order; those of nothing are left out."""
    return (Figure(f"{bonuses[name]:+}", said) for name, said in BONUSES.items() if bonuses.get(name))


def system_rows(piece: Definition) -> Iterator[Figure]:
    """Yield the systems of a ship, each with what it prints (rules 2.2)."""
    systems = piece["systems"]
    for name, label in SYSTEMS.items():
        if name in systems:
            system: Mapping[str, Any] = systems[name]
            printed = [(field, system[field]) for field in FIELDS if field in system]
            said = ("1 hex" if each == ("hexes", 1) else FIELDS[each[0]].format(each[1]) for each in printed)
            yield Figure(", ".join(said), label)


def _marks(piece: Definition) -> tuple[str, ...]:
    """Return the races whose emblems the piece shows, or the neutral one."""
    affinity = piece.get("affinity")
    if isinstance(affinity, dict):
        return tuple(affinity.values())
    if "race" in piece:
        return (piece["race"],)
    usage = piece.get("usage", ANY_RACE)
    return (NEUTRAL,) if usage == ANY_RACE else tuple(usage)
