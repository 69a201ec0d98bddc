"""Where the weights of `prospects` come from: `python -m incursions.bots.fit_prospects` prints them anew.

Captains play each other; how every turn found the table is set beside who won in the end, and the weights are those
that make what happened most likely (a logistic model, found by Newton's steps, with a small pull towards 0).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from incursions.bots.captain import CaptainBot
from incursions.bots.house_pieces import FIXTURES
from incursions.bots.prospects import FACTS, all_facts
from incursions.engine import SEED_BYTES
from incursions.rules import Game, basic_setup
from incursions.rules.catalogue import Catalogue, load
from incursions.rules.printed.starters import load_starters, starter_setup
from incursions.rules.setup import BASIC, FULL, Setup

GAMES = 1500
ROUNDS = 30  # games that last longer tell little of a position and take for ever
SEATS = (2, 2, 2, 3, 4)  # of the games by turns
STEPS = 8
PULL = 8.0


class Position(NamedTuple):
    """How a turn found the table: the facts of each seat still playing, and which of them won."""

    facts: tuple[tuple[float, ...], ...]
    winner: int


def setup_of(number: int, mode: str, catalogue: Catalogue) -> Setup:
    """The match of this number."""
    rng, seats = Random(number), SEATS[number % len(SEATS)]
    if mode == BASIC:
        return basic_setup(seats, list(catalogue.ships.values()), list(catalogue.tiles.values()), round_limit=ROUNDS)
    starters = list(load_starters(FIXTURES / "starters.yaml", catalogue).values())
    return starter_setup(rng.sample(starters, seats), catalogue, mode=mode, round_limit=ROUNDS)


def positions_of(setup: Setup, number: int) -> list[Position]:
    """A game of captains, looked at as each turn begins; a drawn one shows nothing."""
    rng, captain, seen = Random(f"prospects {number}"), CaptainBot(), []
    game, turns = Game.start(setup, rng.randbytes(SEED_BYTES)), 0
    while (question := game.decision) is not None:
        if game.turns > turns:
            turns = game.turns
            seen.append(all_facts(game))
        game.play(captain.answer(game, question, rng).text)
    winner = game.result.winner
    return [
        Position(tuple(found.values()), list(found).index(winner))
        for found in seen
        if winner in found and len(found) > 1
    ]


def shares(position: Position, weights: Sequence[float]) -> list[float]:
    """The chance of each seat of the position."""
    scores = [exp(sum(w * f for w, f in zip(weights, facts, strict=True))) for facts in position.facts]
    return [score / sum(scores) for score in scores]


def fitted(positions: Sequence[Position]) -> list[float]:
    """The weights under which the winners were most likely to win."""
    count = len(FACTS)
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-PULL * weight for weight in weights]
        bend = [[PULL * (row == column) for column in range(count)] for row in range(count)]
        for position in positions:
            _add(position, shares(position, weights), slope, bend)
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def _add(position: Position, chances: Sequence[float], slope: list[float], bend: list[list[float]]) -> None:
    """One position's part of the first and second derivatives of the likelihood."""
    expected = [
        sum(p * fact for p, fact in zip(chances, facts, strict=True)) for facts in zip(*position.facts, strict=True)
    ]
    for place, expectation in enumerate(expected):
        slope[place] += position.facts[position.winner][place] - expectation
    for chance, facts in zip(chances, position.facts, strict=True):
        off = [fact - expectation for fact, expectation in zip(facts, expected, strict=True)]
        for row, left in enumerate(off):
            scaled, line = chance * left, bend[row]
            for column, right in enumerate(off):
                line[column] += scaled * right


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, _ in enumerate(rows):
        rows[pivot:] = sorted(rows[pivot:], key=lambda row: -abs(row[pivot]))
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other, row in enumerate(rows):
            if other != pivot:
                rows[other] = [a - row[pivot] * b for a, b in zip(row, rows[pivot], strict=True)]
    return [row[-1] for row in rows]


def surprise(positions: Sequence[Position], weights: Sequence[float]) -> float:
    """The average surprise at the winners, in nats: 0.69 is what a coin tells of two seats."""
    return -sum(log(shares(position, weights)[position.winner]) for position in positions) / len(positions)


def main(mode: str, games: int) -> None:
    """Print weights and what they are worth on the fifth of the games that they were not made of."""
    catalogue = load(FIXTURES)
    played = [positions_of(setup_of(number, mode, catalogue), number) for number in range(games)]
    learnt = [position for seen in played[games // 5 :] for position in seen]
    apart = [position for seen in played[: games // 5] for position in seen]
    weights = fitted(learnt)
    print("(" + ", ".join(f"{weight:.2f}" for weight in weights) + ")")
    for name, weight in zip(FACTS, weights, strict=True):
        print(f"{name:30} {weight:6.2f}")
    nothing = [0.0] * len(FACTS)
    print(f"surprise {surprise(apart, weights):.4f}, knowing nothing {surprise(apart, nothing):.4f}: {len(apart)} seen")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else FULL, int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
