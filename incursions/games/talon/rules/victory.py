"""Victory: points, degrees, objectives, and the end of a battle (rules T23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from incursions.engine.hexes import distance, parse_hex
from incursions.engine.standing import Result
from incursions.games.talon.rules.events import Ended, PointsGiven
from incursions.games.talon.rules.ships import DESTROYED, RETREATED, UNPLACED, Ship
from incursions.games.talon.rules.state import GameState

DEGREES = ("minor", "major", "decisive")
"""The degrees of victory, by the bands of the ratio of points (rules T23.4)."""
LAST_SHIP, OBJECTIVE, ROUNDS = "last ship", "objective", "rounds"
CONCESSION, TIME, ADJUDICATION = "concession", "time", "adjudication"
ENDINGS = (LAST_SHIP, OBJECTIVE, ROUNDS, CONCESSION, TIME, ADJUDICATION)
"""The words for how a battle ends."""


def list_set(game: GameState, described: Mapping[str, Any]) -> list[Ship]:
    """Return the ships of a set: of a class or a side, with a status."""
    return [ship for ship in game.ships if _is_described(game, ship, described) and _has_status(ship, described)]


def _is_described(game: GameState, ship: Ship, described: Mapping[str, Any]) -> bool:
    if "class" in described:
        return bool(ship.printed.name == described["class"])
    return bool(game.battlefield.sides[ship.side] == described["side"])


def _has_status(ship: Ship, described: Mapping[str, Any]) -> bool:
    status = described["status"]
    return ship.has_retreated if status == RETREATED else bool(ship.status == status)


# Points.


def count_points(game: GameState) -> list[int]:
    """Return the points of each side: for enemy ships lost and retreated, and for objectives (rules T23.3)."""
    given: Mapping[str, int] = game.setup.get("points", {})
    points = [given.get(side, 0) + extra for side, extra in zip(game.battlefield.sides, game.extra_points, strict=True)]
    for ship in game.ships:
        points[1 - ship.side] += count_lost(game, ship)
    for objective in game.setup["objectives"]:
        if "each" in objective:
            side = game.battlefield.sides.index(objective["to"])
            for ship in list_set(game, objective["each"]):
                points[side] += ship.printed.points if objective["points"] == "class" else objective["points"]
    return points


def count_lost(game: GameState, ship: Ship) -> int:
    """Return the points that a ship gives its foe: all if destroyed, half if retreated, rounded down (rules T23.3)."""
    worth = ship.printed.points
    if ship.status == DESTROYED:
        return worth
    lost = 0
    if ship.is_squadron:
        lost = worth * (ship.printed.squadron - ship.fighters) // ship.printed.squadron
    if ship.has_retreated and not _leaves_freely(game, ship):
        lost += int((worth - lost) * Fraction(str(game.battlefield.rulings["retreat_points"])))
    return lost


def _leaves_freely(game: GameState, ship: Ship) -> bool:
    """Return True if leaving this way is the goal of its side, so that the foe gets nothing for it."""
    side = game.battlefield.sides[ship.side]
    return any(
        side in special["no retreat points"] and _has_status(ship, special)
        for special in game.setup["special"]
        if "no retreat points" in special
    )


def find_degree(game: GameState, own: int, other: int) -> str:
    """Return the degree of victory of a side with these points, "" below the first band (rules T23.4)."""
    return find_degree_of(own, other, game.battlefield.rulings["bands"])


def find_degree_of(own: int, other: int, bands: Sequence[float]) -> str:
    """Return the degree of victory by these bands, "" below the first one (rules T23.4, T25.9)."""
    degree = ""
    for band, name in zip(bands, DEGREES, strict=True):
        if own >= max(other, 1) * Fraction(str(band)):
            degree = name
    return degree


# The end.


def settle(game: GameState) -> bool:
    """End the battle if a ship was lost and something decides it now; return True if it is over (rules T23.8).

    A side that has conceded loses, whatever its points (T25.6).
    """
    if not game.is_unsettled:
        return False
    game.is_unsettled = False
    for side, seats in enumerate(game.battlefield.seats_of):
        if all(seat in game.conceded for seat in seats):
            end_for(game, 1 - side, CONCESSION, "T25.6")
            return True
    winners = [side for side in (0, 1) if meets_wins(game, side)]
    if winners:
        ending = OBJECTIVE if game.setup["wins"] else LAST_SHIP
        rule = "T23.5" if game.setup["wins"] else "T23.7"
        if len(winners) == 2:
            end_by_points(game, ending, "T23.7", "Both sides have reached their goal; the points decide.")
        else:
            end_for(game, winners[0], ending, rule)
        return True
    if any(_is_wiped_out(game, side) for side in (0, 1)):
        end_by_points(game, LAST_SHIP, "T23.2", "A side has no ship left; the points decide.")
        return True
    return False


def _is_wiped_out(game: GameState, side: int) -> bool:
    """Return True if a side had ships and has none left in play (rules T23.2)."""
    ships = [ship for ship in game.ships if ship.side == side]
    return bool(ships) and not any(ship.is_in_play or ship.status == UNPLACED for ship in ships)


def meets_wins(game: GameState, side: int) -> bool:
    """Return True if a side has won: by an objective or, in a battle without, as the last standing (rules T23.7)."""
    wins = game.setup["wins"]
    if wins:
        return any(_is_met(game, goal) for goal in wins.get(game.battlefield.sides[side], ()))
    return bool(game.battlefield.rulings["last_ship_wins"]) and _is_wiped_out(game, 1 - side)


def _is_met(game: GameState, goal: Mapping[str, Any]) -> bool:
    if "none left" in goal:
        return _is_wiped_out(game, game.battlefield.sides.index(goal["none left"]))
    ships = list_set(game, goal)
    if "count" in goal:
        return bool(len(ships) >= goal["count"])
    return bool(sum(ship.printed.points for ship in ships) >= goal["class points"])


def end_for(game: GameState, side: int, ending: str, rule: str) -> None:
    """End the battle for a side, with the degree of its own ratio, but at least minor (rules T23.7)."""
    points = count_points(game)
    degree = find_degree(game, points[side], points[1 - side]) or DEGREES[0]
    _finish(game, side, degree, ending, rule, f"{game.battlefield.sides[side].capitalize()} wins.")


def end_by_points(game: GameState, ending: str, rule: str, reason: str) -> None:
    """End the battle by the ratio of points (rules T23.4, T23.6)."""
    points = count_points(game)
    side = 0 if points[0] >= points[1] else 1
    degree = find_degree(game, points[side], points[1 - side])
    _finish(game, side if degree else None, degree, ending, rule, reason)


def end_by_verdict(game: GameState, side: int | None, rule: str, reason: str) -> None:
    """End the battle as the staff decide. Their winner has the degree of his ratio, at least minor (rules T23.7)."""
    points = count_points(game)
    degree = "" if side is None else find_degree(game, points[side], points[1 - side]) or DEGREES[0]
    _finish(game, side, degree, ADJUDICATION, rule, reason)


def _finish(game: GameState, side: int | None, degree: str, ending: str, rule: str, reason: str) -> None:
    seats = [list(seats) for seats in game.battlefield.seats_of]
    game.degree = degree
    if side is None:
        places, winner = [[*seats[0], *seats[1]]], None
    else:
        places, winner = [seats[side], seats[1 - side]], seats[side][0]
        reason = f"{reason} The victory is {degree}."
    result = Result(ending, winner, places, rule, reason)
    game.tell(Ended, result=result.to_data(), degree=degree)
    game.finish(result)


def give_round_points(game: GameState) -> None:
    """Give the points of objectives that look at the end of this round (rules T23.3)."""
    for objective in game.setup["objectives"]:
        if objective.get("at end of round") != game.round:
            continue
        worth = _count_near(game, objective)
        if worth[0] == worth[1]:
            continue
        side = 0 if worth[0] > worth[1] else 1
        extra = [*game.extra_points]
        extra[side] += objective["points"]
        game.extra_points = (extra[0], extra[1])
        game.tell(PointsGiven, side=side, points=objective["points"])


def _count_near(game: GameState, objective: Mapping[str, Any]) -> tuple[int, int]:
    """Return the class points of each side's ships in play near a hex."""
    centre = parse_hex(objective["hex"])
    worth = [0, 0]
    for ship in game.ships:
        if ship.is_in_play and distance(ship.at, centre) <= objective["within"]:
            worth[ship.side] += ship.printed.points
    return worth[0], worth[1]
