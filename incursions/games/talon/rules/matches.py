"""The setups of matches: a battle of the catalogue or own fleets, with their definitions and the usual rulings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from incursions.engine.hexes import hex_text
from incursions.games.talon.rules.battles import USUAL_INITIATIVE, Battle
from incursions.games.talon.rules.catalogue import Catalogue
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import Fleet, separate_names
from incursions.games.talon.rules.setup import NAME, RULES_VERSION, RULINGS, Placement, Setup


def make_battle_setup(catalogue: Catalogue, battle: Battle, teams: Sequence[int] = (1, 1)) -> Setup:
    """Return the setup of a battle between two sides of so many seats each.

    The ships of a side are dealt to its seats by turns (rules T1.5).
    """
    sides = list(SIDES)
    seats = [{"side": side} for side, count in zip(sides, teams, strict=True) for _ in range(count)]
    first_seat = {sides[0]: 0, sides[1]: teams[0]}
    dealt = dict.fromkeys(sides, 0)
    ships: list[Placement] = []
    for ship in battle.ships:
        count = teams[sides.index(ship.side)]
        seat = first_seat[ship.side] + dealt[ship.side] % count
        dealt[ship.side] += 1
        ships.append(
            {"name": ship.name, "ship_class": ship.class_name, "seat": seat, "at": list(ship.at), "facing": ship.facing}
        )
    return {
        "game": NAME,
        "rules_version": RULES_VERSION,
        "mode": battle.name,
        "seats": seats,  # type: ignore[typeddict-item]
        "title": battle.title,
        "sides": sides,
        "initiative": battle.initiative,
        "rounds": battle.rounds,
        "ships": ships,
        "terrain": {hex_text(at): kind for at, kind in battle.terrain.items()},
        "special": [dict(special) for special in battle.special],
        "objectives": [dict(objective) for objective in battle.objectives],
        "wins": {side: [dict(goal) for goal in goals] for side, goals in battle.wins.items()},
        "definitions": _pick_definitions(catalogue, ships),
        "rulings": dict(RULINGS),
    }


def make_fleet_setup(
    catalogue: Catalogue, mode: str, title: str, fleets: Sequence[Fleet], points: int, rounds: int
) -> Setup:
    """Return the setup of an open battle between a fleet of each side, by seat, which are deployed (rules T3.9, T3.10).

    The winner is found as T23.7 says, because the battle lists no wins.
    """
    ships: list[Placement] = [
        {"name": ship.name, "ship_class": ship.class_name, "seat": seat}
        for seat, fleet in enumerate(separate_names(fleets))
        for ship in fleet.ships
    ]
    return {
        "game": NAME,
        "rules_version": RULES_VERSION,
        "mode": mode,
        "seats": [{"side": fleet.side} for fleet in fleets],
        "title": title,
        "sides": list(SIDES),
        "initiative": USUAL_INITIATIVE,
        "rounds": rounds,
        "ships": ships,
        "terrain": {},
        "special": [],
        "objectives": [],
        "wins": {},
        "definitions": _pick_definitions(catalogue, ships),
        "rulings": dict(RULINGS) | {"fleet_points": points},
    }


def _pick_definitions(catalogue: Catalogue, ships: Iterable[Placement]) -> dict[str, Any]:
    """Return the definitions of the catalogue, with the classes of these ships alone."""
    used = {ship["ship_class"] for ship in ships}
    classes = {name: data for name, data in catalogue.data["classes"].items() if name in used}
    return {**catalogue.data, "classes": classes}
