"""How a game stands: the chance of each seat to win, from what lies open (rules 1.1, 1.2, 9.8).

A seat's score is a sum of what speaks for it, weighed; its chance is its share of all (a logistic model, for two seats
or more). It says nothing of the hands' content, which an imagined game has only drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from incursions.bots.wormholes import open_wormholes
from incursions.engine.hexes import Hex, distance
from incursions.rules import Game
from incursions.rules.ships import Ship

POINTS = 40  # those of a usual ship
USUAL_FIRE = 10
USUAL_EVASION = 4
FAR = 6  # hexes to a wormhole, with none charted too

FACTS_OF_SHIPS = ("points", "first points", "under fire", "firepower", "warp", "evasion", "far from wormholes")
FACTS_OF_PLAYERS = ("first cards", "equipment", "aux", "captain", "pieces")
FACTS = (*FACTS_OF_SHIPS, *FACTS_OF_PLAYERS)


def of_ship(ship: Ship, rivals: Sequence[Ship], wormholes: Sequence[Hex]) -> tuple[float, ...]:
    """What speaks for a ship or against it, as numbers between about -1 and 1, in the order of `FACTS_OF_SHIPS`."""
    points = ship.points + ship.extra
    near = [rival for rival in rivals if distance(rival.at, ship.at) <= 1 + rival.card.warp]
    return (
        points / POINTS,
        log(1 + points),
        sum(firepower(rival) for rival in near) / (5 + points),
        firepower(ship) / USUAL_FIRE,
        (ship.card.warp + ship.bonuses.warp) / 2,
        (ship.card.evasion + ship.bonuses.evasion) / USUAL_EVASION,
        min([FAR, *(distance(ship.at, at) for at in wormholes)]) / FAR,
    )


def of_player(game: Game, seat: int) -> tuple[float, ...]:
    """The same of cards and pieces, in the order of `FACTS_OF_PLAYERS`; nothing in Basic, which has none."""
    if not game.players:
        return (0.0,) * len(FACTS_OF_PLAYERS)
    player, face_down = game.players[seat], game.board.face_down
    equipment = [number for number in player.tabled if game.cards[number].card.is_equipment and number not in face_down]
    return (
        log(1 + len(player.hand)),
        len(equipment) / 3,
        float(player.aux),
        float(player.captain is not None and player.captain not in face_down),
        len(game.board.of(seat)) / 3,
    )


def firepower(ship: Ship) -> float:
    """What its best weapon does on an average without power (rules 10.2)."""
    return max((3.5 * gun.dice + gun.bonus + ship.bonuses.weapons for gun in ship.card.weapons.values()), default=0.0)


def all_facts(game: Game) -> dict[int, tuple[float, ...]]:
    """The facts of every seat that still plays."""
    playing = [ship for ship in game.ships if ship.out is None]
    wormholes, found = open_wormholes(game), {}
    for ship in playing:
        rivals = [other for other in playing if other is not ship]
        found[ship.seat] = of_ship(ship, rivals, wormholes) + of_player(game, ship.seat)
    return found


def prospects(game: Game, weights: Sequence[float] | None = None) -> list[float]:
    """The chance of each seat to win; certainty when the game is over."""
    result: Any = game.result
    seats = len(game.ships)
    if result is not None:
        return [1 / seats] * seats if result.winner is None else [float(seat == result.winner) for seat in range(seats)]
    chosen = weights or (WEIGHTS if game.players else WEIGHTS_BASIC)
    scores = {
        seat: exp(sum(weight * fact for weight, fact in zip(chosen, found, strict=True)))
        for seat, found in all_facts(game).items()
    }
    total = sum(scores.values())
    return [scores.get(seat, 0.0) / total for seat in range(seats)]


# Fitted as `fit_prospects` does: Full's to 1,500 games of two captains, surprised by 0.675 in games apart
# (a coin by 0.693: dice decide most), Basic's to 600 games, where they tell next to nothing.
WEIGHTS: tuple[float, ...] = (-0.56, 1.26, -1.15, 0.17, 0.26, 0.19, -0.58, 0.26, 0.37, 0.33, 0.18, 0.31)
WEIGHTS_BASIC: tuple[float, ...] = (0.25, 0.36, -0.16, -0.05, 0.11, 0.12, 0.31, 0.0, 0.0, 0.0, 0.0, 0.0)
