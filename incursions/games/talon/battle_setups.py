"""The setup of a mode: one of the four battles for so many seats, or an open battle of fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    PEOPLE,
    USUAL_POINTS,
    Fleet,
    FleetLimits,
    choose_ready_fleet,
    judge_fleet,
)
from incursions.games.talon.rules.matches import make_battle_setup, make_fleet_setup
from incursions.games.talon.rules.setup import Setup

ROOT = Path(__file__).parents[3]
TEAMS = {2: (1, 1), 3: (1, 2), 4: (2, 2)}
"""The seats of both sides by the number of players (rules T1.5)."""
SKIRMISH = "skirmish"
SKIRMISH_TITLE = "Skirmish"
USUAL_ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS = 10, 3, 30
"""The rounds of an open battle (rules T3.10)."""
POINTS_TERM, BASES_TERM, ROUNDS_TERM = "fleet_points", "fleet_bases", "fleet_rounds"
"""The names of the terms of an open battle."""


@cache
def read_catalogue() -> Catalogue:
    """Return the catalogue of this installation, read once."""
    return load(ROOT)


def make_setup_of(catalogue: Catalogue, mode: str, seats: int) -> Setup:
    """Return the setup of a battle. Raises ValueError if it has no ship for some of so many seats."""
    battle = catalogue.battles[mode]
    teams = TEAMS.get(seats)
    ships = [sum(ship.side == side for ship in battle.ships) for side in ("terran", "talon")]
    if teams is None or any(count < team for count, team in zip(ships, teams, strict=True)):
        raise ValueError(f"{battle.title} is not played by {seats}")
    return make_battle_setup(catalogue, battle, teams)


def make_limits(terms: Mapping[str, int]) -> FleetLimits:
    """Return the limits of fleets at a table with these terms (rules T3.7)."""
    return FleetLimits(terms.get(POINTS_TERM, USUAL_POINTS), terms.get(BASES_TERM, 0))


def make_skirmish_setup(catalogue: Catalogue, terms: Mapping[str, int], brought: Sequence[Fleet | None]) -> Setup:
    """Return the setup of an open battle; a seat that brings nothing plays a ready-made fleet (rules T3.9).

    Raises ValueError for fleets of one side (T1.6), for one that is not legal, and for a wrong number of seats.
    """
    limits = make_limits(terms)
    fleets = [
        choose_ready_fleet(catalogue.fleets.values(), side, limits).fleet if fleet is None else fleet
        for side, fleet in zip(deal_sides(brought), brought, strict=True)
    ]
    for fleet in fleets:
        for problem in judge_fleet(fleet, limits, catalogue.definitions.classes).errors:
            raise ValueError(f"{problem.sentence} ({problem.rule})")
    rounds = terms.get(ROUNDS_TERM, USUAL_ROUNDS)
    return make_fleet_setup(catalogue, SKIRMISH, SKIRMISH_TITLE, fleets, limits.points, rounds)


def deal_sides(brought: Sequence[Fleet | None]) -> list[str]:
    """Return the side of each of two seats: that of its fleet; where no fleet says it, the first is Terran.

    Raises ValueError for two fleets of one side: both sides are of one faction only if a scenario says so (rules T1.6).
    """
    if len(brought) != len(SIDES):
        raise ValueError(f"{SKIRMISH_TITLE} is not played by {len(brought)}")
    told = [None if fleet is None else fleet.side for fleet in brought]
    if told[0] is not None and told[0] == told[1]:
        raise ValueError(
            f"Both fleets are of the {PEOPLE[told[0]]}. One player needs a fleet of the other side (T1.6)."
        )
    terran, talon = SIDES
    return [talon, terran] if told[0] == talon or told[1] == terran else [terran, talon]
