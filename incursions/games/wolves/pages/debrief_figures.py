"""The figures of a moment of the day, as the debrief draws them by turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import RESOURCES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import VesselState

BEFORE = "Before the first turn"


class VesselFigures(NamedTuple):
    """The figures of a vessel: its morale, its damaged stations, and whether it is lost or away from the fleet."""

    morale: int
    damaged: int
    is_destroyed: bool
    is_away: bool


class Figures(NamedTuple):
    """The figures of the fleet: pursuit, where it is, what is in all its holds, and each vessel."""

    pursuit: int
    place: str
    stores: Mapping[str, int]
    vessels: Mapping[str, VesselFigures]


def read_chapter(game: Game) -> str:
    """Return the turn in words."""
    return f"Turn {game.state.turn}" if game.state.turn else BEFORE


def read_figures(game: Game) -> Figures:
    """Return the figures of the fleet as they are now."""
    state, vessels = game.state, list(game.state.vessels.values())
    stores = {name: sum(vessel.hold[name] for vessel in vessels) for name in RESOURCES}
    fleet_at = state.fleet_at
    return Figures(
        state.pursuit,
        game.places_by_digits.get(fleet_at, f"Empty point {fleet_at}"),
        stores,
        {vessel.name: read_vessel(vessel, fleet_at) for vessel in vessels},
    )


def read_vessel(vessel: VesselState, fleet_at: str) -> VesselFigures:
    """Return the figures of a vessel."""
    damaged = sum(bool(station.card) for station in vessel.stations.values())
    return VesselFigures(vessel.morale, damaged, vessel.is_destroyed, vessel.point != fleet_at)
