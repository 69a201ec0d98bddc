"""The view of a match: everything, because nothing is hidden (rules T1.4)."""

from __future__ import annotations

from typing import Any

from incursions.engine.facings import ARCS
from incursions.games.talon.rules.ships import LOST_GROUP, Missile, Ship
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.victory import count_points


def make_view(game: GameState) -> dict[str, Any]:
    """Return the whole state as plain data, one and the same for every seat and spectator."""
    field, question = game.battlefield, game.decision
    points = count_points(game)
    return {
        "round": game.round,
        "rounds": game.setup["rounds"],
        "impulse": game.impulse,
        "side": field.sides[game.side],
        "step": game.step,
        "initiative": field.sides[game.initiative],
        "marks": {"change": game.marks[0], "defend": game.marks[1]},
        "sides": list(field.sides),
        "points": dict(zip(field.sides, points, strict=True)),
        "ships": [view_ship(game, ship) for ship in game.ships],
        "missiles": [view_missile(game, missile) for missile in game.missiles.values()],
        "terrain": game.setup["terrain"],
        "turn": game.turn_seat,
        "turns": game.turns,
        "question": None
        if question is None
        else {
            "seat": question.seat,
            "topic": question.topic,
            "title": question.title,
            "rule": question.rule,
            "said": list(question.said),
        },
        "options": [] if question is None else list(question.options),
        "degree": game.degree,
        "result": None if game.result is None else game.result.to_data(),
    }


def view_ship(game: GameState, ship: Ship) -> dict[str, Any]:
    """Return a ship as plain data."""
    return {
        "name": ship.name,
        "class": ship.printed.name,
        "side": game.battlefield.sides[ship.side],
        "seat": ship.seat,
        "status": ship.status,
        "host": ship.host,
        "at": list(ship.at),
        "facing": ship.facing,
        "row": list(ship.curve_row) if ship.curve_row.radius is not None else list(ship.curve_row[:2]),
        "wait": ship.wait,
        "slip": ship.slip,
        "shields": dict(zip(ARCS, ship.shields, strict=True)),
        "shields_up": ship.printed.has_shields and game.has_shields_up(ship),
        "reinforced": {arc: list(letters) for arc, letters in zip(ARCS, ship.reinforced, strict=True) if letters},
        "marked": ship.marked,
        "hull_modifier": ship.hull_modifier,
        "fighters": ship.fighters,
        "charge": view_charge(ship),
        "battery": ship.battery,
        "afterburners": ship.afterburners,
        "power": ship.effective_power,
        "effects": list(ship.effects),
        "jump": None if ship.jump < 0 else ship.jump,
        "ap": ship.ap > 0,
        "owes_move": ship.owes_move,
    }


def view_charge(ship: Ship) -> dict[str, list[int] | None]:
    """Return the filled red and yellow boxes of each group by name; None for one that is destroyed."""
    bars: dict[str, list[int] | None] = {}
    for group, charge in zip(ship.printed.groups, ship.charge, strict=True):
        red = min(charge, group.red)
        bars[group.name] = None if charge == LOST_GROUP else [red, charge - red]
    return bars


def view_missile(game: GameState, missile: Missile) -> dict[str, Any]:
    """Return a missile as plain data."""
    return {
        "number": missile.number,
        "side": game.battlefield.sides[missile.side],
        "at": list(missile.at),
        "target": None if missile.target < 0 else game.ships[missile.target].name,
        "face": "damaged" if missile.is_damaged else "whole",
    }
