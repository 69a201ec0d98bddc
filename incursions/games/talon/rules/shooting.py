"""Shots: targets, arcs, range, lines, modifiers and odds (rules T8)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.engine.hexes import Hex, distance, hex_text
from incursions.games.talon.rules.definitions import Group
from incursions.games.talon.rules.setup import PLANET
from incursions.games.talon.rules.ships import Ship
from incursions.games.talon.rules.state import GameState
from incursions.kit.words import format_count


class Shot(NamedTuple):
    """A shot before it is fired (rules T8.12): `chance` are the faces of six that do damage, `damage` is the most.

    `struck` is the arc of the target, "" for squadrons and missiles; `average` is the expected damage.
    """

    range: int
    struck: str
    modifier: int
    chance: int
    damage: int
    average: float


class Fault(NamedTuple):
    """The reason why an act is not allowed, and the number of the rule."""

    rule: str
    reason: str


def name_both(fault: Fault | None, ground: str) -> Fault | None:
    """Return a fault whose reason names a second rule that bars the act: `ground` is that rule, in words and number."""
    return fault and Fault(fault.rule, f"{ground}; {fault.reason}")


def measure(start: Hex, end: Hex) -> tuple[int, Hex]:
    """Return the distance between two hexes and the offset of the second."""
    dq, dr = end[0] - start[0], end[1] - start[1]
    return max(abs(dq), abs(dr), abs(dq + dr)), (dq, dr)


def bears_on(game: GameState, ship: Ship, group: Group, at: Hex) -> bool:
    """Return True if a group reaches a hex, by arc, range and line (rules T8.5, T8.7, T15.2)."""
    steps, offset = measure(ship.at, at)
    weapon = group.weapon
    if not steps or steps not in (weapon.launch or weapon.damage):
        return False
    field = game.battlefield
    return field.fires_into(group.arcs, ship.facing, offset) and field.see(ship.at, at).blocked_at is None


def find_aim_fault(game: GameState, ship: Ship, group: Group, at: Hex) -> Fault | None:
    """Return why a group does not bear on a hex, or None."""
    if bears_on(game, ship, group, at):
        return None
    steps, offset = measure(ship.at, at)
    if not steps:
        return Fault("T8.5", "Nothing fires at range 0")
    if steps not in group.weapon.ranges:
        reach = group.weapon.ranges
        away = format_count(steps, "hex", "hexes")
        return Fault("T8.5", f"{hex_text(at)} is {away} away; {group.name} reaches {reach[0]} to {reach[-1]}")
    if not game.battlefield.fires_into(group.arcs, ship.facing, offset):
        return Fault("T8.5", f"{hex_text(at)} is not in an arc of {group.name} of {ship.name}")
    blocked = game.battlefield.see(ship.at, at).blocked_at
    if blocked is not None:
        rule = "T15.2" if group.weapon.launch else "T8.7"
        return Fault(rule, f"{game.battlefield.describe_place(blocked)} blocks the line")
    return None


def reckon_damage(game: GameState, group: Group, start: Hex, end: Hex, die: int) -> tuple[int, int]:
    """Return what a die counts on this line, at least 0, and the damage that it does (rules T8.8)."""
    counts = max(0, die + game.battlefield.reckon_modifier(start, end))
    table = group.weapon.damage.get(distance(start, end))
    return counts, table[min(counts, 6) - 1] if table and counts else 0


def preview_shot(game: GameState, ship: Ship, group: Group, target: Ship | None, at: Hex) -> Shot:
    """Return range, arc, modifier and odds of a shot at a ship, or at a missile in a hex (rules T8.12)."""
    steps, _ = measure(ship.at, at)
    back = (ship.at[0] - at[0], ship.at[1] - at[1])
    struck = game.battlefield.find_arc(target.facing, back) if target and not target.is_squadron else ""
    if group.weapon.launch:
        hit = group.weapon.hit
        return Shot(steps, struck, 0, 6, hit, float(hit))
    rolls = [reckon_damage(game, group, ship.at, at, die)[1] for die in range(1, 7)]
    if target is not None and target.printed.kind in group.weapon.spares:
        rolls = [0] * 6
    chance = sum(points > 0 for points in rolls)
    modifier = game.battlefield.reckon_modifier(ship.at, at)
    return Shot(steps, struck, modifier, chance, max(rolls), sum(rolls) / 6)


def describe_target_hex(game: GameState, at: Hex) -> Fault:
    """Return why nothing fires at a hex itself (rules T8.4, T20.4)."""
    if game.battlefield.terrain.get(at) == PLANET:
        return Fault("T8.4", "A planet cannot be fired at")
    return Fault("T8.4", f"There is no enemy ship or missile to fire at: {hex_text(at)} is a hex")
