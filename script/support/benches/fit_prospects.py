"""Fits the weights of `bots/prospects.py`; `PYTHONPATH=script python -m support.benches.fit_prospects` prints them.

Captains play each other, now and then at random, for what a captain never does is to be judged as well. Each position
is set beside what came of it for each seat, and the weights are those that tell it best (a logistic model, found by
Newton's steps, with a small pull towards 0). Luck with rolls to leave is reckoned out (`imagined`). What a ship and its
deck are worth as such is fitted beside, as a weight of each ship's own, and left out: else whatever goes with a good
deck would seem good.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

import numpy as np

from incursions.engine import SEED_BYTES
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.imagined import FIXTURES, Fate, ImaginedDice
from incursions.games.incursions.bots.prospects import FACTS, all_facts, prospects
from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.starters import load_starters, starter_setup
from incursions.games.incursions.rules.state.setup import BASIC, FULL, Setup

GAMES = 4800
ROUNDS = 30  # games that last longer tell little of a position and take for ever
SEATS = (2, 2, 2, 2, 3)  # of the games by turns
AT_RANDOM = 0.03  # of the answers
STEPS = 8
PULL = 8.0


class Position(NamedTuple):
    """The table as a turn found it: of each seat still playing the ship, the facts, and what share of winning came."""

    ships: tuple[str, ...]
    facts: tuple[tuple[float, ...], ...]
    won: tuple[float, ...]


class Look(NamedTuple):
    """A position as it was seen, and how the fate of each seat stood then: shares come of what followed."""

    ships: tuple[str, ...]
    facts: dict[int, tuple[float, ...]]
    won: list[float]
    open: float


class Fit(NamedTuple):
    """Weights of the facts, and of each ship as such."""

    weights: list[float]
    ships: dict[str, float]


def setup_of(number: int, mode: str, catalogue: Catalogue) -> Setup:
    """Return the match of this number."""
    rng, seats = Random(number), SEATS[number % len(SEATS)]
    if mode == BASIC:
        return basic_setup(seats, list(catalogue.ships.values()), list(catalogue.tiles.values()), round_limit=ROUNDS)
    starters = list(load_starters(FIXTURES / "starters.yaml", catalogue).values())
    return starter_setup(rng.sample(starters, seats), catalogue, mode=mode, round_limit=ROUNDS)


def positions_of(setup: Setup, number: int) -> list[Position]:
    """Return a game of captains, looked at as each turn begins."""
    rng, captain = Random(f"prospects {number}"), CaptainBot()
    game = Game.start(setup, rng.randbytes(SEED_BYTES))
    game.dice = ImaginedDice(rng.randbytes(SEED_BYTES))
    fates = [Fate(ship.seat) for ship in game.ships]
    looks: list[Look] = []
    turns = 0
    while (question := game.decision) is not None:
        if game.turns > turns:
            turns = game.turns
            looks.append(_look(game, fates))
        at_random = rng.random() < AT_RANDOM
        events = game.play(rng.choice(question.options) if at_random else captain.answer(game, question, rng).text)
        for fate in fates:
            fate.note(events)
    ended = [fate.value(chance) for fate, chance in zip(fates, prospects(game), strict=True)]
    found = (_position(look, ended) for look in looks if len(look.facts) > 1)
    return [position for position in found if position is not None]


def _look(game: Game, fates: Sequence[Fate]) -> Look:
    found = all_facts(game)
    ships = tuple(game.ships[seat].card.title for seat in found)
    return Look(ships, found, [fate.won for fate in fates], fates[0].open)


def _position(look: Look, ended: Sequence[float]) -> Position | None:
    """Return what came to each seat after the look, of what was open then; None if nothing did."""
    won = [max(0.0, ended[seat] - look.won[seat]) for seat in look.facts]
    if not sum(won):
        return None
    return Position(look.ships, tuple(look.facts.values()), tuple(share / sum(won) for share in won))


def shares(position: Position, fit: Fit) -> list[float]:
    """Return the chance of each seat of the position."""
    scores = [
        exp(fit.ships.get(ship, 0.0) + sum(w * f for w, f in zip(fit.weights, facts, strict=True)))
        for ship, facts in zip(position.ships, position.facts, strict=True)
    ]
    return [score / sum(scores) for score in scores]


def fit_weights(positions: Sequence[Position]) -> Fit:
    """Return the weights that tell best what came of the positions."""
    ships = sorted({ship for position in positions for ship in position.ships})
    seen = []
    for each in positions:  # a row for each seat: its facts, then for each ship whether it is the seat's
        told = zip(each.ships, each.facts, strict=True)
        rows = [[*facts, *(own == ship for ship in ships)] for own, facts in told]
        seen.append((np.array(rows, dtype=np.float64), np.array(each.won)))
    weights = np.zeros(seen[0][0].shape[1])
    for _ in range(STEPS):
        slope, bend = -PULL * weights, PULL * np.eye(len(weights))  # derivatives of the likelihood
        for facts, won in seen:
            chances = np.exp(facts @ weights)
            chances /= chances.sum()
            expected = chances @ facts
            off = facts - expected
            slope += won @ facts - expected
            bend += (off.T * chances) @ off
        weights += np.linalg.solve(bend, slope)
    count = len(weights) - len(ships)
    return Fit(weights[:count].tolist(), dict(zip(ships, weights[count:].tolist(), strict=True)))


def surprise(positions: Sequence[Position], fit: Fit) -> float:
    """Return the average surprise at what came, in nats: 0.69 is what a coin tells of two seats."""
    return -sum(
        share * log(chance)
        for position in positions
        for share, chance in zip(position.won, shares(position, fit), strict=True)
    ) / len(positions)


def main(mode: str, games: int) -> None:
    """Print weights and what they are worth on the fifth of the games that they were not made of."""
    catalogue = load(FIXTURES)
    played = [positions_of(setup_of(number, mode, catalogue), number) for number in range(games)]
    learnt = [position for seen in played[games // 5 :] for position in seen]
    apart = [position for seen in played[: games // 5] for position in seen]
    fit = fit_weights(learnt)
    print("(" + ", ".join(f"{weight:.2f}" for weight in fit.weights) + ")")
    for name, weight in [*zip(FACTS, fit.weights, strict=True), *fit.ships.items()]:
        print(f"{name:30} {weight:6.2f}")
    ships_alone = fit._replace(weights=[0.0] * len(FACTS))
    print(f"surprise {surprise(apart, fit):.4f}, by ships alone {surprise(apart, ships_alone):.4f}: {len(apart)} seen")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else FULL, int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
