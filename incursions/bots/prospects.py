"""How a game stands: the chance of each seat to win, from what lies open (rules 1.1, 1.2, 9.8).

A seat's score is a sum of what speaks for it, weighed; its chance is its share of all (a logistic model, for two seats
or more). It says nothing of the hands' content, which an imagined game has only drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from incursions.bots.race import race
from incursions.engine.hexes import distance
from incursions.rules import Game
from incursions.rules.ships import Ship

POINTS = 40  # those of a usual ship
USUAL_HAND = 10
LEAST_SHARE = 0.02  # of a race that looks lost: something may come between

FACTS = ("race", "points", "points beside the strongest", "hurt", "under fire", "hand", "on the table", "aux", "warp")


def facts(game: Game, race: float, ship: Ship, rivals: Sequence[Ship]) -> tuple[float, ...]:
    """What speaks for a seat or against it, as numbers between about -1 and 1, in the order of `FACTS`."""
    player = game.players[ship.seat] if game.players else None
    points = ship.points + ship.extra
    return (
        log(max(LEAST_SHARE, race)),
        points / POINTS,
        log((1 + points) / (1 + max(rival.points for rival in rivals))) if rivals else 0.0,
        1.0 if points < POINTS / 4 else 0.0,
        sum(firepower(rival) for rival in rivals if distance(rival.at, ship.at) <= 1 + rival.card.warp) / (5 + points),
        0.0 if player is None else len(player.hand) / USUAL_HAND,
        0.0 if player is None else len(player.tabled) / USUAL_HAND,
        1.0 if player is not None and player.aux else 0.0,
        (ship.card.warp + ship.bonuses.warp) / 2,
    )


def firepower(ship: Ship) -> float:
    """What its best weapon does on an average without power (rules 10.2)."""
    return max((3.5 * gun.dice + gun.bonus + ship.bonuses.weapons for gun in ship.card.weapons.values()), default=0.0)


def all_facts(game: Game) -> dict[int, tuple[float, ...]]:
    """The facts of every seat that still plays."""
    playing = [ship for ship in game.ships if ship.out is None]
    shares = race(game, playing)
    return {
        ship.seat: facts(game, shares[ship.seat], ship, [other for other in playing if other is not ship])
        for ship in playing
    }


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


# Set by hand, after fits by `python -m incursions.bots.fit_prospects` of 300, 260 and 600 games, which disagree much,
# even on signs, but for race, points and warp. Of games apart the last two told no more than a coin: dice decide most.
# Those of Basic were never fitted.
WEIGHTS: tuple[float, ...] = (0.5, 0.25, 0.5, -0.4, -0.3, 0.5, 0.4, 0.3, 0.5)
WEIGHTS_BASIC: tuple[float, ...] = (0.8, 0.3, 0.3, -0.3, -0.2, 0.0, 0.0, 0.0, 0.2)
