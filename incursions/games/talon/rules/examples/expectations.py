"""Comparing a match with what a scenario expects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from incursions.engine.facings import ARCS
from incursions.games.example_failures import ExampleFailure
from incursions.games.talon.rules.examples.scenario_words import ANNOUNCED, MISSILE, NONE
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import DESTROYED, DOCKED, LOST_GROUP, Ship
from incursions.games.talon.rules.victory import count_points
from incursions.games.talon.rules.view import view_charge

PARTIAL = ("shields", "charge", "groups")
"""The fields of a ship of which only what is named is compared."""


def compare(game: Game, expected: Mapping[str, Any], told: Sequence[str]) -> None:
    """Raise `ExampleFailure` if the match is not as expected; only what is named is looked at."""
    for key, value in expected.items():
        if key in game.battlefield.indices:
            _compare_ship(game, game.ships[game.battlefield.indices[key]], value)
        elif key.startswith(MISSILE):
            _compare_missile(game, int(key.removeprefix(MISSILE)), value)
        elif key == "order":
            _compare_order(told, value)
        else:
            _compare_field(game, key, value)


def _compare_ship(game: Game, ship: Ship, wanted: Mapping[str, Any]) -> None:
    for key, value in wanted.items():
        found = SHIP_FIELDS[key](game, ship)
        if key in PARTIAL:
            found = {name: found.get(name) for name in value}
        order = ORDERS.get(key, lambda unordered: unordered)
        if order(found) != order(None if value in NONE else value):
            raise ExampleFailure(f"{ship.name}: {key} is {found}, not {value}")


def _sort_letters(reinforced: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {arc: sorted(letters) for arc, letters in reinforced.items() if letters}


ORDERS: Mapping[str, Callable[[Any], Any]] = {"effects": sorted, "reinforced": _sort_letters}
"""The fields whose parts stand in no order, with what puts them into one."""


def _describe_groups(ship: Ship) -> dict[str, str]:
    states = {}
    for group, charge in zip(ship.printed.groups, ship.charge, strict=True):
        full = "charged" if charge == group.full else "empty"
        states[group.name] = "destroyed" if charge == LOST_GROUP else full
    return states


def _list_row(ship: Ship) -> list[int]:
    return [number for number in ship.curve_row if number is not None]


SHIP_FIELDS: Mapping[str, Callable[[Game, Ship], Any]] = {
    "at": lambda game, ship: list(ship.at),
    "facing": lambda game, ship: ship.facing,
    "row": lambda game, ship: _list_row(ship),
    "wait": lambda game, ship: ship.wait,
    "slip": lambda game, ship: ship.slip,
    "shields": lambda game, ship: dict(zip(ARCS, ship.shields, strict=True)),
    "reinforced": lambda game, ship: dict(zip(ARCS, map(list, ship.reinforced), strict=True)),
    "marked": lambda game, ship: ship.marked,
    "charge": lambda game, ship: view_charge(ship),
    "groups": lambda game, ship: _describe_groups(ship),
    "battery": lambda game, ship: ship.battery,
    "afterburners": lambda game, ship: ship.afterburners,
    "power": lambda game, ship: ship.effective_power,
    "effects": lambda game, ship: list(ship.effects),
    "jump": lambda game, ship: f"{ANNOUNCED}{ship.jump}" if ship.jump >= 0 else None,
    "docked": lambda game, ship: ship.host if ship.status == DOCKED else None,
    "fighters": lambda game, ship: ship.fighters,
    "destroyed": lambda game, ship: ship.status == DESTROYED,
    "retreated": lambda game, ship: ship.has_retreated,
    "hull_modifier": lambda game, ship: ship.hull_modifier,
    "shields_up": lambda game, ship: ship.printed.has_shields and game.has_shields_up(ship),
    "aimed_at_by": lambda game, ship: [
        missile.number for missile in game.missiles.values() if missile.target == ship.index
    ],
}
"""The fields of a ship in scenarios."""


def _compare_missile(game: Game, number: int, wanted: Mapping[str, Any]) -> None:
    missile = game.missiles.get(number)
    found: dict[str, Any] = {"gone": missile is None}
    if missile is not None:
        found |= {
            "at": list(missile.at),
            "target": "none" if missile.target < 0 else game.ships[missile.target].name,
            "face": "damaged" if missile.is_damaged else "whole",
        }
    for key, value in wanted.items():
        if found.get(key) != value:
            raise ExampleFailure(f"missile {number}: {key} is {found.get(key)}, not {value}")


def _compare_order(told: Sequence[str], wanted: Sequence[str]) -> None:
    left = iter(told)
    for text in wanted:
        if text not in left:
            raise ExampleFailure(f"{text!r} did not come in this order: {', '.join(told)}")


def _compare_field(game: Game, key: str, wanted: Any) -> None:
    found = STATE_FIELDS[key](game)
    if isinstance(wanted, Mapping):
        found = {name: found.get(name) for name in wanted}
    if found != wanted and (found or wanted not in NONE):
        raise ExampleFailure(f"{key} is {found}, not {wanted}")


def _find_result(game: Game) -> str | None:
    if game.result is None:
        return None
    winner = game.result.winner
    return "draw" if winner is None else game.battlefield.sides[game.battlefield.side_of_seat[winner]]


STATE_FIELDS: Mapping[str, Callable[[Game], Any]] = {
    "initiative": lambda game: game.battlefield.sides[game.initiative],
    "marks": lambda game: dict(zip(("change", "defend"), game.marks, strict=True)),
    "points": lambda game: dict(zip(game.battlefield.sides, count_points(game), strict=True)),
    "terrain": lambda game: dict(game.setup["terrain"]),
    "result": _find_result,
    "degree": lambda game: game.degree,
    "acts": lambda game: {str(number): list(letters) for number, letters in enumerate(game.battlefield.acts_in)},
}
"""The fields of a match in scenarios, besides ships and missiles."""
