"""The setup of a mode: one of the four battles for so many seats, or an open battle of fleets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from incursions.games.loadouts import LoadoutWords
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    PEOPLE,
    USUAL_POINTS,
    Fleet,
    FleetLimits,
    ReadyFleet,
    choose_ready_fleet,
    judge_fleet,
    shares_room,
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
FLEET_WORDS = LoadoutWords(
    "fleet",
    ready="ready-made fleet",
    own_words=(
        "A fleet of your own is played as it stands now. Others learn its side before the match, and its ships when "
        "the match begins."
    ),
    gave_way=(
        "Your own fleet could not be played: it was no longer legal, or the other player brought a fleet of the same "
        "side."
    ),
)


@cache
def read_catalogue() -> Catalogue:
    """Return the catalogue of this installation, read once."""
    return load(ROOT)


def make_setup_of(catalogue: Catalogue, mode: str, seats: int) -> Setup:
    """Return the setup of a battle. Raises ValueError if it has no ship for some of so many seats."""
    battle = catalogue.battles[mode]
    teams = TEAMS.get(seats)
    ships = [sum(ship.side == side for ship in battle.ships) for side in SIDES]
    if teams is None or any(count < team for count, team in zip(ships, teams, strict=True)):
        raise ValueError(f"{battle.title} is not played by {seats}")
    return make_battle_setup(catalogue, battle, teams)


def find_strange_classes(setup: Mapping[str, Any], find_piece: Callable[[str], Any]) -> list[str]:
    """Return the names of the classes that this installation does not have, or defines in another way."""
    known, defined = read_catalogue().data["classes"], setup["definitions"]["classes"]
    return [name for name, printed in defined.items() if known.get(name) != printed]


def make_limits(terms: Mapping[str, int]) -> FleetLimits:
    """Return the limits of fleets at a table with these terms (rules T3.7)."""
    return FleetLimits(terms.get(POINTS_TERM, USUAL_POINTS), terms.get(BASES_TERM, 0))


def make_skirmish_setup(catalogue: Catalogue, terms: Mapping[str, int], brought: Sequence[Fleet | None]) -> Setup:
    """Return the setup of an open battle; a seat that brings nothing plays a ready-made fleet (rules T3.9).

    So does a seat of a team whose fleet leaves its mate no room in the rows of their side. Raises ValueError for fleets
    of one side (T1.6), for one that is not legal, and for a wrong number of seats.
    """
    limits, classes = make_limits(terms), catalogue.definitions.classes
    sides = find_sides(brought)
    fleets: list[Fleet] = []
    for side, fleet in zip(sides, brought, strict=True):
        if fleet is not None and has_room(catalogue, fleet, sides):
            fleets.append(fleet)
        else:
            fleets.append(choose_fleet(catalogue, side, sides, limits).fleet)
    for fleet in fleets:
        for problem in judge_fleet(fleet, limits, classes).errors:
            raise ValueError(f"{problem.sentence} ({problem.rule})")
    rounds = terms.get(ROUNDS_TERM, USUAL_ROUNDS)
    return make_fleet_setup(catalogue, SKIRMISH, SKIRMISH_TITLE, fleets, limits.points, rounds)


def alternate_sides(seats: int, seat: int = 0, side: str = SIDES[0]) -> list[str]:
    """Return the side of each of so many seats, of which this one plays this side: sides alternate (rules T1.5)."""
    first = SIDES.index(side) + seat
    return [SIDES[(first + other) % len(SIDES)] for other in range(seats)]


def has_room(catalogue: Catalogue, fleet: Fleet, sides: Sequence[str]) -> bool:
    """Return True if a fleet is alone on its side, or leaves its mate room to deploy (rules T1.5, T3.9)."""
    return sides.count(fleet.side) == 1 or shares_room(fleet, catalogue.definitions.classes)


def choose_fleet(catalogue: Catalogue, side: str, sides: Sequence[str], limits: FleetLimits) -> ReadyFleet:
    """Return the ready-made fleet of a seat of the side that brings none. Raises ValueError if there is none."""
    fleets = [ready for ready in catalogue.fleets.values() if has_room(catalogue, ready.fleet, sides)]
    return choose_ready_fleet(fleets, side, limits)


def find_sides(brought: Sequence[Fleet | None]) -> list[str]:
    """Return the side of each seat, as the first fleet that is brought tells; without one the first seat is Terran.

    Raises ValueError for a fleet of another side than its seat: both sides are of one faction only if a scenario says
    so (rules T1.6).
    """
    if len(brought) not in TEAMS:
        raise ValueError(f"{SKIRMISH_TITLE} is not played by {len(brought)}")
    told = [None if fleet is None else fleet.side for fleet in brought]
    first = next(((seat, side) for seat, side in enumerate(told) if side is not None), (0, SIDES[0]))
    sides = alternate_sides(len(brought), *first)
    for seat, side in enumerate(told):
        if side is None or side == sides[seat]:
            continue
        people = PEOPLE[side]
        if len(brought) == len(SIDES):
            raise ValueError(f"Both fleets are of the {people}. One player needs a fleet of the other side (T1.6).")
        raise ValueError(f"The fleet of seat {seat} is of the {people}. That seat plays for the other side (T1.6).")
    return sides
