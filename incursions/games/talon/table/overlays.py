"""Overlays of the chart for a chosen ship: its arcs, the hexes in reach in this impulse, and its lines to its foes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from incursions.engine.hexes import Hex
from incursions.games.talon.rules.acts import WAYS
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import TURNED, find_destination, find_way_fault
from incursions.games.talon.rules.ships import Ship
from incursions.games.talon.table.aims import Aim
from incursions.games.talon.table.plane import Point, centre, find_point

BORDERS = (-30, 30, 150, 210)
"""The borders of the arcs, in degrees clockwise from the bow (rules T24.5)."""
RAY = 560.0
LABELLED = 250.0
LABEL_SHARE = 0.62
"""The part of a line at which its odds stand."""
ARC_ANGLES = (("forward", 0), ("right", 90), ("rear", 180), ("left", 270))


class Reached(NamedTuple):
    """A hex that a ship can reach in this impulse, and its facing there as an angle."""

    at: Hex
    angle: int


class PlacedReach(NamedTuple):
    """A reached hex by its middle."""

    x: float
    y: float
    angle: int


class PlacedLine(NamedTuple):
    """The line to a foe on the chart. `state` is "open", "weak" or "barred".

    `blocked` and `weakened` are the hexes that bar it or lower the die, which `words` name.
    """

    path: str
    state: str
    x: float
    y: float
    figure: str
    words: str
    blocked: tuple[Point, ...]
    weakened: tuple[Point, ...]


class PlacedOverlay(NamedTuple):
    """An overlay by points of the chart."""

    ship: int
    is_chosen: bool
    x: float
    y: float
    angle: int
    rays: str
    labels: tuple[tuple[str, float, float], ...]
    reached: tuple[PlacedReach, ...]
    lines: tuple[PlacedLine, ...]


class Overlay(NamedTuple):
    """The arcs, the reach and the lines of a ship. `is_chosen`: it is shown when the page opens."""

    ship: int
    is_chosen: bool
    at: Hex
    facing: int
    has_arcs: bool
    reached: tuple[Reached, ...]
    aims: tuple[Aim, ...]

    def place(self) -> PlacedOverlay:
        """Return the overlay by points of the chart."""
        x, y = centre(self.at)
        angle = -60 * self.facing
        rays = [find_point(RAY, angle + border) for border in BORDERS] if self.has_arcs else []
        labels = [(arc, *find_point(LABELLED, angle + side)) for arc, side in ARC_ANGLES] if self.has_arcs else []
        return PlacedOverlay(
            self.ship,
            self.is_chosen,
            x,
            y,
            angle,
            "".join(f"M{x:.0f} {y:.0f}l{u:.0f} {v:.0f}" for u, v in rays),
            tuple((arc, x + u, y + v) for arc, u, v in labels),
            tuple(PlacedReach(*centre(each.at), each.angle) for each in self.reached),
            tuple(_place_line(aim) for aim in self.aims if aim.range and not aim.is_far),
        )


def _place_line(aim: Aim) -> PlacedLine:
    (x, y), (u, v) = centre(aim.start), centre(aim.at)
    is_weak = bool(aim.words)
    state = "barred" if not aim.is_open else "weak" if is_weak else "open"
    figure = aim.best or next((group.barred for group in aim.groups), "")
    blocked = () if aim.blocked_at is None else (centre(aim.blocked_at),)
    path, share = f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}", LABEL_SHARE
    words = f"{aim.target}, range {aim.range}: {figure}" + (f". {aim.words}" if aim.words else "")
    return PlacedLine(
        path,
        state,
        x + share * (u - x),
        y + share * (v - y),
        figure,
        words,
        blocked,
        tuple(map(centre, aim.weakened_at)),
    )


def list_overlays(game: Game, aims: Sequence[Sequence[Aim]], chosen: int | None = None) -> list[Overlay]:
    """Return the overlays of all ships in play. `aims` are the lines of each ship by index, `chosen` is a ship's."""
    return [
        Overlay(
            ship.index,
            ship.index == chosen,
            ship.at,
            ship.facing,
            ship.printed.has_shields or bool(ship.printed.groups),
            tuple(list_reached(game, ship)),
            tuple(aims[ship.index]),
        )
        for ship in game.ships
        if ship.is_in_play
    ]


def list_reached(game: Game, ship: Ship) -> Iterator[Reached]:
    """Yield the hexes that a ship can still reach in this impulse, by its listed move or an afterburner."""
    if ship.printed.is_base or ship.has_moved:
        return
    may_burn = ship.afterburners and not ship.has_burned
    if not game.moves_now(ship) and not may_burn:
        return
    for way in WAYS:
        if find_way_fault(ship, way) is None:
            yield Reached(find_destination(ship, way), -60 * (ship.facing + TURNED[way]))
