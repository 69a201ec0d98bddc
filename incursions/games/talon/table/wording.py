"""The words of the table: kinds of ships, arcs, rows, chances, effects, and places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incursions.engine.hexes import as_hex, hex_text
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import Group, ShipClass

View = dict[str, Any]
"""A view of a battle, as `incursions.games.talon.rules.view` makes it."""
ShipView = dict[str, Any]

SIDE_CSS = ("side-one", "side-two")
"""The CSS classes of the two sides, which have a colour each."""
KIND_TITLES = {
    "BASE": "Base",
    "DN": "dreadnought",
    "BB": "battleship",
    "BC": "battlecruiser",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "CV": "carrier",
    "DD": "destroyer",
    "FF": "frigate",
    "SC": "scout",
    "TRAN": "transport",
    "FTR": "squadron",
}
COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
"""The points of the chart to which the facings 0 to 5 look."""
EFFECT_TITLES = {
    "shields down": "Shields down",
    "helm down": "Helm down",
    "power loss": "No power",
    "thrusters": "Turn Radius +1",
    "power drop": "Power −1",
    "drive hit": "Jump drive off",
}
"""The lasting effects of critical hits, as a sheet shows them."""
REPAIRABLE = ("shields down", "helm down", "power loss")
STATUS_TITLES = {
    "destroyed": "Destroyed",
    "retreated": "Retreated",
    "docked": "Docked",
    "through the worm hole": "Gone through the worm hole",
    "unplaced": "Not deployed yet",
}
ROW_NAMES = ("Power", "Speed", "Turn Radius")
"""The names of the numbers of a row; a Base has no Turn Radius."""
IN_PLAY = "in play"
NO_ARC = "hull"
MINUS = "−"


def side_css(field: Battlefield, side: str) -> str:
    """Return the CSS class of a side."""
    return SIDE_CSS[field.sides.index(side)]


def side_title(side: str) -> str:
    """Return the name of a side as players read it."""
    return side.capitalize()


def kind_title(ship_class: ShipClass) -> str:
    """Return the kind of a class in words, or its letters if it has none."""
    return KIND_TITLES.get(ship_class.kind, ship_class.kind)


def name_place(field: Battlefield, at: Sequence[int]) -> str:
    """Return a hex in words: its coordinates, with the terrain in it."""
    terrain = field.terrain.get(as_hex(at))
    return hex_text(as_hex(at)) + (f" ({terrain})" if terrain else "")


def describe_row(field: Battlefield, row: Sequence[int]) -> str:
    """Return the impulses in which a row of a power curve gives action points and moves."""
    return f"action points in {list_letters(field, row[0])}; moves in {list_letters(field, row[1])}"


def name_row(row: str) -> str:
    """Return a row of a power curve in words, such as "Power 3, Speed 3, Turn Radius 2" for 3-3-2."""
    return ", ".join(f"{name} {number}" for name, number in zip(ROW_NAMES, row.split("-"), strict=False))


def list_letters(field: Battlefield, number: int) -> str:
    """Return the letters of the impulses in which a number acts, or "none" (rules T4.4)."""
    return " ".join(field.acts_in[max(0, min(6, number))]) or "none"


def name_weapons(group: Group, ship: ShipView) -> str:
    """Return the weapons of a group, with their number: "2 phasers"."""
    count = ship["fighters"] or group.weapons
    return f"{count} {group.weapon.name}{'s' if count > 1 else ''}"


def name_mount(group: str, weapon: str) -> str:
    """Return a weapon by its group, such as "left phaser"; a group that is named after its weapons adds nothing."""
    return weapon if weapon in group else f"{group} {weapon}"


def format_percent(chance: int) -> str:
    """Return so many faces of six as a percentage."""
    return f"{round(chance * 100 / 6)}%"


def format_signed(number: int) -> str:
    """Return a number with its sign, for modifiers."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def format_average(points: float) -> str:
    """Return an expected number of points with one decimal, unless it is whole."""
    return f"{points:.1f}".removesuffix(".0")
