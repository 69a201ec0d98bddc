"""Bot against bot: who is the better player, whatever is dealt. In Full every starter deck sits in every seat.

Pairs of Talon play its four battles by turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from incursions.engine import SEED_BYTES
from incursions.engine import Game as AnyGame
from incursions.games.contract import Bot
from incursions.games.incursions.bots.admiral import AdmiralBot
from incursions.games.incursions.bots.bot import RandomBot
from incursions.games.incursions.bots.cadet import CadetBot
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.ensign import EnsignBot
from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.starters import load_starters, starter_setup
from incursions.games.incursions.rules.state.setup import BASIC, FULL
from incursions.games.simulation import play_out, share
from incursions.games.talon.battle_setups import make_setup_of
from incursions.games.talon.bots import CommodoreBot, HunterBot, SteadyBot
from incursions.games.talon.bots import RandomBot as RandomTalonBot
from incursions.games.talon.records import BATTLES
from incursions.games.talon.rules.catalogue import load as load_talon
from incursions.games.talon.rules.game import Game as TalonGame

FIXTURES = Path(__file__).parents[3] / "fixtures"
TALON = "talon"
"""The mode of pairs that play the battles of Talon."""
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Pair(NamedTuple):
    """Two bots that are compared over so many games; the figures are the first one's."""

    name: str
    first: Callable[[], Bot]
    second: Callable[[], Bot]
    games: int
    mode: str = FULL


PAIRS = {
    pair.name: pair
    for pair in (
        Pair("captain_vs_random", CaptainBot, RandomBot, 400),
        Pair("captain_vs_ensign", CaptainBot, EnsignBot, 400),
        Pair("cadet_vs_random", CadetBot, RandomBot, 500),
        Pair("ensign_vs_cadet", EnsignBot, CadetBot, 500),
        Pair("basic_captain_vs_ensign", CaptainBot, EnsignBot, 500, BASIC),
        Pair("basic_ensign_vs_random", EnsignBot, RandomBot, 500, BASIC),
        Pair("basic_cadet_vs_random", CadetBot, RandomBot, 500, BASIC),
        Pair("basic_ensign_vs_cadet", EnsignBot, CadetBot, 500, BASIC),
        # 200 ms of the processor a decision, so that a machine shared with others measures the same.
        Pair("admiral_vs_captain", partial(AdmiralBot, clock=process_time), CaptainBot, 200),
        Pair("talon.steady_vs_random", SteadyBot, RandomTalonBot, 400, TALON),
        Pair("talon.hunter_vs_steady", HunterBot, SteadyBot, 400, TALON),
        Pair("talon.commodore_vs_hunter", partial(CommodoreBot, clock=process_time), HunterBot, 160, TALON),
    )
}


class Duel(NamedTuple):
    """The outcome of a game: the score of the pair's first bot, and how it ended."""

    number: int
    score: float
    ending: str


@cache
def matches(mode: str = FULL) -> tuple[Any, ...]:
    """Return a match of every two different starters, either of them in the first seat, in shuffled order.

    In Basic, where ships are dealt, return the one set-up; of Talon the four battles.
    """
    if mode == TALON:
        battles = load_talon(FIXTURES.parent)
        return tuple(make_setup_of(battles, battle, 2) for battle in BATTLES)
    catalogue = load(FIXTURES)
    if mode == BASIC:
        return (basic_setup(2, list(catalogue.ships.values()), list(catalogue.tiles.values())),)
    starters = load_starters(FIXTURES / "starters.yaml", catalogue).values()
    pairings = list(permutations(starters, 2))
    Random("pairings").shuffle(pairings)
    return tuple(starter_setup(list(pairing), catalogue, mode=mode, windows="able") for pairing in pairings)


def play_duel(pair: Pair, number: int) -> Duel:
    """Play a game and return its outcome.

    Two in a row have the same decks and dice, and the bots change seats between them.
    """
    deal, side = divmod(number, 2)
    bots = (pair.first(), pair.second())
    setups = matches(pair.mode)
    match = setups[deal % len(setups)]
    kind: type[AnyGame] = TalonGame if pair.mode == TALON else Game
    game = kind.start(match, Random(f"deal {deal}").randbytes(SEED_BYTES))
    play_out(game, bots if side == 0 else bots[::-1], Random(f"{pair.name} {number}"))
    winner = game.result.winner
    score = DRAW if winner is None else WIN if winner == side else LOSS
    return Duel(number, score, game.result.ending)


def duel_figures(name: str, duels: Collection[Duel]) -> dict[str, float]:
    """Return the share that the first bot won, draws counted half, with its interval at 95 %."""
    games, rate, low, high = share(sum(duel.score for duel in duels), len(duels))
    figures = {"win_rate": rate, "low": low, "high": high, "games": games}
    return {f"{name}.{figure}": value for figure, value in figures.items()}
