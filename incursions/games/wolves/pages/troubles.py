"""Troubles aboard a vessel, for Control's warnings and the order of its panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import DISTANCES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.jumps import find_fuel_cost
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.state import CLOSE, TEAM, VesselState

LOW_MORALE = 2
MOST_NAMED = 4
SHORT = DISTANCES[0]
GRAVE, SERIOUS, SLIGHT = 100, 10, 1
UNSET = 5
"""The weights of troubles: many of one kind do not outweigh a graver one."""


class Trouble(NamedTuple):
    """Something that Control should look at, and what it weighs."""

    words: str
    weight: int

    @property
    def is_warning(self) -> bool:
        """True if it stands among the warnings of the inbox."""
        return self.weight >= SERIOUS


def list_troubles(game: Game, vessel: VesselState) -> list[Trouble]:
    """Return the troubles of a vessel, the gravest first."""
    riots = sum(bool(station.riot) for station in vessel.stations.values())
    damaged = sum(bool(station.card) for station in vessel.stations.values())
    unsupplied = list_unsupplied(game, vessel)
    troubles = []
    if vessel.morale <= LOW_MORALE:
        troubles.append(Trouble("anarchy" if not vessel.morale else f"morale {vessel.morale}", GRAVE))
    if vessel.parties:
        troubles.append(Trouble(f"{vessel.parties} boarding", GRAVE))
    if vessel.point != game.state.fleet_at:
        troubles.append(Trouble("separated", SERIOUS))
    if riots:
        troubles.append(Trouble(f"{riots} {'riot' if riots == 1 else 'riots'}", SERIOUS * riots))
    if vessel.hold["fuel"] < find_fuel_cost(game, vessel, SHORT):
        troubles.append(Trouble("no fuel for a short jump", SERIOUS))
    if unsupplied:
        troubles.append(Trouble(f"no {' nor '.join(unsupplied)} set", UNSET))
    if damaged:
        troubles.append(Trouble(f"{damaged} damaged", SLIGHT * damaged))
    return sorted(troubles, key=lambda trouble: -trouble.weight)


def list_unsupplied(game: Game, vessel: VesselState) -> list[str]:
    """Return what a vessel has still to supply, from the Team phase on (rules W4.4)."""
    if game.state.phase not in (TEAM, CLOSE):
        return []
    return [resource for resource in SUPPLIED if resource not in vessel.supply]


def name_some(names: Sequence[str]) -> str:
    """Return names in words; many are counted."""
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} vessels"
