"""Shots worked out slowly: hexagons in the plane, and the printed tables as they stand in the setup (rules T8, T18)."""

from collections.abc import Iterator
from typing import Any

from incursions.engine.hexes import Hex
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import Ship
from tests.engine.plane import arcs_around, line_of

BLOCKS = {"planet", "black hole"}
CLOUDS = {"asteroid", "nebula"}
FACES = range(1, 7)


def away(start: Hex, end: Hex) -> Hex:
    return end[0] - start[0], end[1] - start[1]


def steps_between(start: Hex, end: Hex) -> int:
    q, r = away(start, end)
    return (abs(q) + abs(r) + abs(q + r)) // 2


def group_of(game: Game, ship: Ship, name: str) -> dict[str, Any]:
    """Return a group as it is printed."""
    return game.setup["definitions"]["classes"][ship.printed.name]["groups"][name]


def weapon_of(game: Game, group: dict[str, Any]) -> dict[str, Any]:
    return game.setup["definitions"]["weapons"][group["weapon"]]


def terrain_on(game: Game, start: Hex, end: Hex) -> tuple[list[str], list[list[str]], list[str]]:
    """Return what the line crosses, what lies on both sides of it by pairs, and what lies at its ends."""

    def lies(at: Hex) -> str:
        return game.setup["terrain"].get(f"{at[0]},{at[1]}", "nothing")

    through, spine = line_of(away(start, end))
    crossed = [lies((q + start[0], r + start[1])) for q, r in through]
    pairs = [[lies((q + start[0], r + start[1])) for q, r in pair] for pair in spine]
    return crossed, pairs, [lies(start), lies(end)]


def is_aimed(game: Game, ship: Ship, name: str, at: Hex) -> bool:
    """Return True if a group bears on a hex: range, arc and line."""
    group = group_of(game, ship, name)
    weapon, steps = weapon_of(game, group), steps_between(ship.at, at)
    ranges = weapon["launch"] if "launch" in weapon else map(int, weapon["damage"])
    if not steps or steps not in ranges:
        return False
    if not arcs_around(ship.facing, away(ship.at, at)) & set(group["arcs"]):
        return False
    return not BLOCKS & set(terrain_on(game, ship.at, at)[0])


def modifier_of(game: Game, start: Hex, end: Hex) -> int:
    """Return what is added to the die: -1 for each cloud on the line, and for each black hole nearer to the target."""
    crossed, pairs, ends = terrain_on(game, start, end)
    clouds = sum(kind in CLOUDS for kind in (*crossed, *ends)) + sum(set(pair) <= CLOUDS for pair in pairs)
    holes = [tuple(map(int, at.split(","))) for at, kind in game.setup["terrain"].items() if kind == "black hole"]
    return -clouds - sum(steps_between(end, hole) < steps_between(start, hole) for hole in holes)


def counts_of(game: Game, start: Hex, end: Hex, die: int) -> int:
    return max(0, die + modifier_of(game, start, end))


def damage_of(game: Game, ship: Ship, name: str, at: Hex, die: int) -> int:
    """Return the damage of a die at a hex."""
    counts = counts_of(game, ship.at, at, die)
    rows = weapon_of(game, group_of(game, ship, name))["damage"]
    return rows[str(steps_between(ship.at, at))][counts - 1] if counts else 0


def struck_arc(target: Ship, start: Hex) -> str:
    """Return the arc of the target that faces a hex, on a border forward or rear; a squadron has none."""
    if target.printed.squadron:
        return ""
    arcs = arcs_around(target.facing, away(target.at, start))
    return next(iter(arcs & {"forward", "rear"} or arcs))


def shots_of(game: Game, seat: int) -> Iterator[str]:
    """Yield the shots of a seat, all of whose groups have their whole bars, in the order of options (T25.12)."""
    for ship in game.ships:
        for name in game.setup["definitions"]["classes"][ship.printed.name]["groups"] if ship.seat == seat else ():
            weapon = weapon_of(game, group_of(game, ship, name))
            for foe in game.ships:
                if foe.side != ship.side and is_aimed(game, ship, name, foe.at):
                    yield f"fire {name} of {ship.name} at {foe.name}"
            if "launch" in weapon or "area" in weapon:
                continue
            for number, missile in sorted(game.missiles.items()):
                if missile.side != ship.side and is_aimed(game, ship, name, missile.at):
                    yield f"fire {name} of {ship.name} at missile {number}"


def cone_of(game: Game, ship: Ship, name: str, die: int) -> set[tuple[int, int, int, str]]:
    """Return all that the cannon does: ship or missile, points and arc."""
    weapon = weapon_of(game, group_of(game, ship, name))
    struck = {
        (each.index, 0, damage_of(game, ship, name, each.at, die), struck_arc(each, ship.at))
        for each in game.ships
        if is_aimed(game, ship, name, each.at) and each.printed.kind not in weapon.get("spares", ())
    }
    struck |= {
        (-1, each.number, damage_of(game, ship, name, each.at, die), "")
        for each in game.missiles.values()
        if is_aimed(game, ship, name, each.at)
    }
    return {blow for blow in struck if blow[2]}
