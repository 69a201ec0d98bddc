"""The position in sentences, for screen readers and whoever reads rather than looks."""

from __future__ import annotations

from incursions.engine.hexes import as_hex, distance, hex_text
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.table import wording
from incursions.games.talon.table.wording import COMPASS, ShipView, View
from incursions.kit.words import format_count


def describe_position(view: View, field: Battlefield) -> list[str]:
    """Return the ships with the distances to their foes, then the missiles and the terrain, each in a sentence."""
    ships = [ship for ship in view["ships"] if ship["status"] == wording.IN_PLAY]
    lines = [_describe_ship(ship, ships, field) for ship in ships]
    lines += [
        f"Missile {missile['number']}, {missile['side']}, at {hex_text(as_hex(missile['at']))}, "
        + (f"aimed at {missile['target']}" if missile["target"] else "without a target")
        + (", damaged." if missile["face"] == "damaged" else ".")
        for missile in view["missiles"]
    ]
    return lines + [f"{kind.capitalize()} at {at}." for at, kind in view["terrain"].items()]


def _describe_ship(ship: ShipView, ships: list[ShipView], field: Battlefield) -> str:
    """Return a ship with its place, and its foes by direction and distance, the nearest first."""
    at = as_hex(ship["at"])
    foes = sorted(
        (distance(at, as_hex(other["at"])), other["name"]) for other in ships if other["side"] != ship["side"]
    )
    near = ", ".join(f"{name} {format_count(away, 'hex', 'hexes')} away" for away, name in foes)
    printed = field.classes[field.indices[ship["name"]]]
    place = f"at {wording.name_place(field, at)}, faces {COMPASS[ship['facing']]}, Speed {ship['row'][1]}"
    return f"{ship['name']}, {printed.title}, {place}. {near}.".replace(" .", "")
