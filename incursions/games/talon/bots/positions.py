"""The standing of a side in a position: points won, what its ships are still worth, and how its guns bear."""

from __future__ import annotations

from math import exp

from incursions.engine.hexes import distance
from incursions.games.talon.bots.courses import LOST, Course, count_moves
from incursions.games.talon.bots.gunnery import count_shots, find_peak, pose_of
from incursions.games.talon.bots.prospects import Prospects
from incursions.games.talon.bots.worth import find_goal, find_hold, list_worths
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import LOST_GROUP, SHIELDS_DOWN, Ship
from incursions.games.talon.rules.victory import count_points

HULL, SHIELDS, GUNS = 0.5, 0.22, 0.12
"""The part of a ship's worth in its hull, its shields, and its charged weapons; the rest is being there."""
STEEPNESS = 0.12
"""The lead that makes a win e times as likely, as a part of the worth of all ships of the battle."""
MOST_LEAD = 30.0
OUTLOOK = 0.35
A_MOVE = 6.0
HOLDING = 0.15
A_WIN, A_LOSS, A_DRAW = 1.0, 0.0, 0.5


def rate_ship(game: Game, ship: Ship, worth: float) -> float:
    """Return what a ship in play is worth in its state."""
    printed = ship.printed
    if ship.is_squadron:
        boxes = len(printed.hull)
        hull = (boxes * ship.fighters - ship.marked) / (boxes * printed.squadron)
        return worth * (1.0 - HULL - SHIELDS - GUNS + (HULL + SHIELDS) * hull + GUNS * _rate_guns(ship))
    hull = 1.0 - ship.marked / len(printed.hull)
    most = sum(printed.shields)
    shields = sum(ship.shields) / most if most else 1.0
    if SHIELDS_DOWN in ship.effects:
        shields *= 0.3
    weak = min(ship.shields) / max(1, *printed.shields)
    part = HULL * hull + SHIELDS * (0.75 * shields + 0.25 * weak) + GUNS * _rate_guns(ship)
    return worth * (1.0 - HULL - SHIELDS - GUNS + part)


def _rate_guns(ship: Ship) -> float:
    """Return how much of the fire of a ship is charged, from 0 to 1."""
    all_of = charged = 0.0
    for group, charge in zip(ship.printed.groups, ship.charge, strict=True):
        peak = find_peak(group) * count_shots(ship, group)
        all_of += peak
        if charge != LOST_GROUP:
            charged += peak * (charge / group.full) ** 1.5
    return charged / all_of if all_of else 0.0


def rate_position(game: Game, side: int) -> float:
    """Return the chance of a side to win, as a position looks."""
    if game.result is not None:
        if game.result.winner is None:
            return A_DRAW
        return A_WIN if game.battlefield.side_of_seat[game.result.winner] == side else A_LOSS
    lead = _rate_side(game, side) - _rate_side(game, 1 - side)
    scale = STEEPNESS * sum(list_worths(game.battlefield))
    return 1.0 / (1.0 + exp(-max(-MOST_LEAD, min(MOST_LEAD, lead / scale))))


def _rate_side(game: Game, side: int) -> float:
    """Return the points of a side with what it has left."""
    field = game.battlefield
    worths = list_worths(field)
    rating = float(count_points(game)[side])
    prospects = Prospects(game, side)
    hold = find_hold(game)
    for ship in game.list_ships(side):
        rating += rate_ship(game, ship, worths[ship.index])
        goal = find_goal(game, ship)
        if goal is not None:
            moves = count_moves(field, Course(pose_of(ship), ship.wait), ship.radius, goal)
            rating -= A_MOVE * min(moves, LOST // 3) * worths[ship.index] / 100.0
        else:
            hope, _ = prospects.reckon_outlook(ship, pose_of(ship))
            rating += OUTLOOK * hope
        if hold is not None:
            at, within = hold
            rating -= HOLDING * ship.printed.points * min(4, max(0, distance(ship.at, at) - within)) / 4
    return rating
