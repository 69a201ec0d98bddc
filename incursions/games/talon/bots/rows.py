"""The choice of a row of the power curve in the Power Phase."""

from __future__ import annotations

from functools import lru_cache

from incursions.engine.hexes import distance
from incursions.games.talon.bots.courses import LOST, Course, count_moves
from incursions.games.talon.bots.gunnery import pose_of
from incursions.games.talon.bots.worth import find_goal
from incursions.games.talon.rules.definitions import Row
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import DOCKING_SPEED
from incursions.games.talon.rules.power_phase import list_rows
from incursions.games.talon.rules.ships import IN_PLAY, Ship

CLOSE, NEAR = 5, 8
CLOSE_SPEED, NEAR_SPEED, FAR_SPEED = 2, 3, 4
LONE_SPEED = 1
"""The Speed near the foe in a duel, where power is worth more than hexes."""
POWER_WEIGHT = 0.6
MOST_ROUNDS = 12
DETOUR = 3
"""The rounds that a ship loses which runs past its host too fast to dock."""


def find_nearest_foe(game: Game, ship: Ship) -> Ship | None:
    """Return the nearest enemy ship in play, the first of several."""
    nearest, least = None, 0
    q, r = ship.at
    for other in game.ships:
        if other.side != ship.side and other.status == IN_PLAY:
            dq, dr = other.at[0] - q, other.at[1] - r
            # Not by `distance`: every position of an imagined game asks this, and a call for each foe takes longer.
            far = max(abs(dq), abs(dr), abs(dq + dr))
            if nearest is None or far < least:
                nearest, least = other, far
    return nearest


def find_best_row(game: Game, ship: Ship, close_speed: int = CLOSE_SPEED) -> int:
    """Return the row that suits a ship: what its course to a goal needs, or the speed for the distance of its foes."""
    rows = list_rows(ship)
    if ship.printed.is_base or len(rows) == 1:
        return ship.row if ship.row in rows else rows[0]
    goal = find_goal(game, ship)
    curve = ship.printed.curve
    if goal is not None:
        moves = count_moves(game.battlefield, Course(pose_of(ship), ship.wait), ship.radius, goal)
        left = min(moves, LOST)
        if game.battlefield.dockings:
            return min(rows, key=lambda row: (_count_rounds(curve, row, left, MOST_ROUNDS), row))
        return rows[0]
    foe = find_nearest_foe(game, ship)
    far = 0 if foe is None else distance(foe.at, ship.at)
    wanted = close_speed if far <= CLOSE else NEAR_SPEED if far <= NEAR else FAR_SPEED

    def rate(row: int) -> float:
        return POWER_WEIGHT * ship.reckon_power(row) - abs(curve[row].speed - wanted)

    return max(rows, key=lambda row: (rate(row), row == ship.row))


@lru_cache(maxsize=4096)
def _count_rounds(curve: tuple[Row, ...], row: int, left: int, most: int) -> int:
    """Return the rounds to a dock so many moves away, beginning in this row; the last move is made at docking speed."""
    speed = curve[row].speed
    if speed == DOCKING_SPEED and left == 1:
        return 1
    if not most:
        return MOST_ROUNDS
    after = left - speed
    lost = 1
    if after < 1:
        lost, after = DETOUR, 2
    rows = [each for each in (row - 1, row, row + 1) if 0 <= each < len(curve)]
    return lost + min(_count_rounds(curve, each, after, most - 1) for each in rows)
