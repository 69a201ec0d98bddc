"""Courses: where moves lead, whether a ship can still steer clear, and how many moves a goal takes."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from incursions.engine.facings import STEPS
from incursions.engine.hexes import Hex, distance
from incursions.games.talon.bots.gunnery import BATTLES_CACHED, Pose
from incursions.games.talon.rules.acts import AHEAD, LEFT, RIGHT, WAY_OF_VERB, Act
from incursions.games.talon.rules.battlefield import BLOCKS, Battlefield
from incursions.games.talon.rules.movement import STEERED, TURNED
from incursions.games.talon.rules.setup import BLACK_HOLE
from incursions.games.talon.rules.ships import Ship

LOOKAHEAD = 4
"""The moves ahead in which a ship must be able to keep out of planets and black holes."""
PULL_MARGIN = 1
"""The hexes round a black hole that ships keep out of, because it pulls once a round."""
MOST_EXPANDED = 400
LOST = 99
"""The moves to a goal that cannot be reached."""


class Course:
    """A pose after a move, with the turn wait that then holds."""

    __slots__ = ("pose", "wait")

    def __init__(self, pose: Pose, wait: int) -> None:
        self.pose = pose
        self.wait = wait


def follow(ship: Ship, way: str) -> Course:
    """Return where a way leads a ship."""
    dq, dr = STEPS[(ship.facing + STEERED[way]) % 6]
    at = (ship.at[0] + dq, ship.at[1] + dr)
    wait = ship.radius if way in (LEFT, RIGHT) else max(0, ship.wait - 1)
    return Course(Pose(at, (ship.facing + TURNED[way]) % 6), wait)


def way_of(act: Act) -> str:
    """Return the way of a listed move or a burn."""
    return WAY_OF_VERB[act.verb].get(act.detail, AHEAD)


@lru_cache(maxsize=BATTLES_CACHED)
def find_deadly(field: Battlefield) -> frozenset[Hex]:
    """Return the hexes of planets and black holes."""
    return frozenset(at for at, kind in field.terrain.items() if kind in BLOCKS)


@lru_cache(maxsize=BATTLES_CACHED)
def find_shunned(field: Battlefield) -> frozenset[Hex]:
    """Return the deadly hexes, and those from which gravity soon pulls a ship in."""
    near = {
        (at[0] + q, at[1] + r)
        for at, kind in field.terrain.items()
        if kind == BLACK_HOLE
        for q in range(-PULL_MARGIN, PULL_MARGIN + 1)
        for r in range(-PULL_MARGIN, PULL_MARGIN + 1)
        if abs(q + r) <= PULL_MARGIN
    }
    return find_deadly(field) | near


def can_steer_clear(field: Battlefield, course: Course, radius: int, moves: int = LOOKAHEAD) -> bool:
    """Return True if a ship is clear of deadly hexes and so many further moves can keep it so, without slips."""
    shunned = find_shunned(field)
    if course.pose.at in shunned:
        return False
    if not shunned or all(distance(course.pose.at, at) > moves + 1 for at in shunned):
        return True
    return _is_clear(shunned, *course.pose, course.wait, radius, moves)


@lru_cache(maxsize=65536)
def _is_clear(shunned: frozenset[Hex], at: Hex, facing: int, wait: int, radius: int, moves: int) -> bool:
    if not moves:
        return True
    for by in (0,) if wait else (0, 1, -1):
        heading = (facing + by) % 6
        dq, dr = STEPS[heading]
        there = (at[0] + dq, at[1] + dr)
        after = radius if by else max(0, wait - 1)
        if there not in shunned and _is_clear(shunned, there, heading, after, radius, moves - 1):
            return True
    return False


def count_moves(field: Battlefield, course: Course, radius: int, goal: Hex) -> int:
    """Return how many moves a ship needs to a hex, clear of deadly ones; `LOST` if none is found."""
    return _count_moves(find_shunned(field) - {goal}, *course.pose, course.wait, radius, goal)


@lru_cache(maxsize=65536)
def _count_moves(shunned: frozenset[Hex], at: Hex, facing: int, wait: int, radius: int, goal: Hex) -> int:
    seen = {(at, facing, wait)}
    waiting: list[tuple[int, int, Hex, int, int]] = [(distance(at, goal), 0, at, facing, wait)]
    expanded = 0
    while waiting and expanded < MOST_EXPANDED:
        _, moved, at, facing, wait = heappop(waiting)
        if at == goal:
            return moved
        expanded += 1
        for by in (0,) if wait else (0, 1, -1):
            heading = (facing + by) % 6
            dq, dr = STEPS[heading]
            there = (at[0] + dq, at[1] + dr)
            state = (there, heading, radius if by else max(0, wait - 1))
            if there not in shunned and state not in seen:
                seen.add(state)
                heappush(waiting, (moved + 1 + distance(there, goal), moved + 1, *state))
    return LOST
