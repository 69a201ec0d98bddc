"""The ships on the star map: where they stand, alone or together, and how each is drawn."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from incursions.engine.hexes import Hex
from tournaments.drawing import hull_paths
from tournaments.drawing.geometry import centre


def spots(count: int) -> list[tuple[float, float, float]]:
    """Where the ships of one hex stand and how large: alone, side by side, in a triangle, then a ring."""
    if count == 1:
        return [(0, -12, 0.62)]
    if count == 2:
        return [(-43, -12, 0.56), (43, -12, 0.56)]
    if count == 3:
        return [(0, -44, 0.48), (-42, 18, 0.48), (42, 18, 0.48)]
    steps = [2 * math.pi * number / count - math.pi / 2 for number in range(count)]
    return [(52 * math.cos(angle), 48 * math.sin(angle) - 6, 0.36) for angle in steps]


def places(view: Mapping[str, Any]) -> dict[int, tuple[float, float, float]]:
    """Where each ship on the map is drawn: x, y, scale."""
    together: dict[Hex, list[int]] = {}
    for ship in view["ships"]:
        if ship["at"] is not None and not ship["out"]:
            together.setdefault(tuple(ship["at"]), []).append(ship["seat"])
    found = {}
    for at, seats in together.items():
        x, y = centre(at)
        for seat, (dx, dy, scale) in zip(seats, spots(len(seats)), strict=True):
            found[seat] = (x + dx, y + dy, scale)
    return found


def group(view: Mapping[str, Any], at: Sequence[int]) -> str:
    """The ships of one hex; those that are cloaked in outline, with the word."""
    found = places(view)
    here = [ship for ship in view["ships"] if ship["seat"] in found and tuple(ship["at"]) == tuple(at)]
    cloaked = {player["seat"] for player in view.get("players", ()) if player["cloaked"]}
    own = view["seat"]
    return "".join(_ship(ship, found[ship["seat"]], own, is_cloaked=ship["seat"] in cloaked) for ship in here)


def _ship(
    ship: Mapping[str, Any], place: tuple[float, float, float], own: int | None, *, is_cloaked: bool = False
) -> str:
    x, y, scale = place
    race, seat = ship["race"].lower(), ship["seat"]
    size = scale / 0.62
    states = f"{' own' if seat == own else ''}{' cloaked' if is_cloaked else ''}"
    word = f'<text class="m-state" y="{50 * size:.0f}">cloaked</text>' if is_cloaked else ""
    return (
        f'<g id="ship-{seat}" class="m-ship {race}{states}" data-pick="seat {seat}" '
        f'transform="translate({x:.1f} {y:.1f})">'
        f'<title>{escape(ship["title"])}, seat {seat}</title><circle class="ring" r="{35 * size:.1f}"/>{word}'
        f'<g transform="scale({scale})">{hull_paths(race)}</g>'
        f'<g transform="translate({24 * size:.1f} {-30 * size:.1f})"><path class="pennant" '
        f'd="M-11-11H11V7L0 13-11 7Z"/><text y="3">{seat}</text></g></g>'
    )
