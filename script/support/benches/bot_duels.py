"""Bot against bot in Full, with every starter deck in every seat: who is the better player, whatever is dealt."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from incursions.engine import SEED_BYTES
from incursions.games.incursions.bots.admiral import AdmiralBot
from incursions.games.incursions.bots.bot import Bot, RandomBot
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.ensign import EnsignBot
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.starters import load_starters, starter_setup
from incursions.games.incursions.rules.state.setup import FULL, Setup
from incursions.games.simulation import play_out, share

FIXTURES = Path(__file__).parents[3] / "fixtures"
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Pair(NamedTuple):
    """Two bots that are compared over so many games; the figures are the first one's."""

    name: str
    first: Callable[[], Bot]
    second: Callable[[], Bot]
    games: int


PAIRS = {
    pair.name: pair
    for pair in (
        Pair("captain_vs_random", CaptainBot, RandomBot, 400),
        Pair("captain_vs_ensign", CaptainBot, EnsignBot, 400),
        # 200 ms of the processor a decision, so that a machine shared with others measures the same.
        Pair("admiral_vs_captain", partial(AdmiralBot, clock=process_time), CaptainBot, 200),
    )
}


class Duel(NamedTuple):
    """The outcome of a game: the score of the pair's first bot, and how it ended."""

    number: int
    score: float
    ending: str


@cache
def matches() -> tuple[Setup, ...]:
    """Return a match of every two different starters, either of them in the first seat, in shuffled order."""
    catalogue = load(FIXTURES)
    starters = load_starters(FIXTURES / "starters.yaml", catalogue).values()
    pairings = list(permutations(starters, 2))
    Random("pairings").shuffle(pairings)
    return tuple(starter_setup(list(pairing), catalogue, mode=FULL, windows="able") for pairing in pairings)


def play_duel(pair: Pair, number: int) -> Duel:
    """Play a game and return its outcome.

    Two in a row have the same decks and dice, and the bots change seats between them.
    """
    deal, side = divmod(number, 2)
    bots = (pair.first(), pair.second())
    match = matches()[deal % len(matches())]
    game = Game.start(match, Random(f"deal {deal}").randbytes(SEED_BYTES))
    play_out(game, bots if side == 0 else bots[::-1], Random(f"{pair.name} {number}"))
    winner = game.result.winner
    score = DRAW if winner is None else WIN if winner == side else LOSS
    return Duel(number, score, game.result.ending)


def duel_figures(name: str, duels: Collection[Duel]) -> dict[str, float]:
    """Return the share that the first bot won, draws counted half, with its interval at 95 %."""
    games, rate, low, high = share(sum(duel.score for duel in duels), len(duels))
    figures = {"win_rate": rate, "low": low, "high": high, "games": games}
    return {f"{name}.{figure}": value for figure, value in figures.items()}
