"""Bots against bots, without a database: many matches from one seed, what came of them, and how sure a share is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from random import Random
from statistics import median
from typing import NamedTuple, TypedDict

from incursions.engine import SEED_BYTES, Game
from incursions.engine.core import Setup
from incursions.games.contract import Bot

Z = 1.959964  # of the normal distribution, 95 % between both sides
FIGURES = 4


class Share(NamedTuple):
    """A share of so many, and the bounds between which it truly lies in 95 of 100 such measurements."""

    games: int
    rate: float
    low: float
    high: float


def share(of: float, games: int) -> Share:
    """Return the share of `of` in so many games; where there were none nothing is known.

    Draws, which are parts of a game, make the interval a little too wide.
    """
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    rate = of / games
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return Share(
        games, *(round(value, FIGURES) for value in (rate, max(0.0, middle - reach), min(1.0, middle + reach)))
    )


class Figures(TypedDict):
    """A `Tally` as plain data."""

    games: int
    errors: int
    decisions: int
    turns: int
    turns_median: float
    turns_p90: int
    decisions_per_s: int
    endings: dict[str, int]
    wins: dict[str, int]
    seat_0_wins: int


@dataclass
class Tally:
    """The counted results of a number of games.

    `decisions` are answers, those to a stage of a line too; `turns` has those of all seats for each game that ended;
    `wins` goes by the bots' names.
    """

    games: int = 0
    errors: int = 0
    decisions: int = 0
    turns: list[int] = field(default_factory=list)
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    seat_0_wins: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, game: Game, names: Sequence[str]) -> None:
        """Count a game that has ended, in whose seats bots of these names sat."""
        self.decisions += game.number
        self.turns.append(game.turns)
        self.endings[game.result.ending] += 1
        if game.result.winner is not None:
            self.wins[names[game.result.winner]] += 1
            self.seat_0_wins += game.result.winner == 0

    def to_data(self, endings: Iterable[str]) -> Figures:
        """Return plain data with these endings, equal for equal seeds except for the speed."""
        return {
            "games": self.games,
            "errors": self.errors,
            "decisions": self.decisions,
            "turns": sum(self.turns),
            "turns_median": median(self.turns) if self.turns else 0,
            "turns_p90": sorted(self.turns)[ceil(0.9 * len(self.turns)) - 1] if self.turns else 0,
            "decisions_per_s": round(self.decisions / self.seconds) if self.seconds else 0,
            "endings": {ending: self.endings[ending] for ending in endings},
            "wins": dict(sorted(self.wins.items())),
            "seat_0_wins": self.seat_0_wins,
        }


def play_out(game: Game, bots: Sequence[Bot], rng: Random) -> None:
    """Let the bots of the seats play the game to its end."""
    while (question := game.decision) is not None:
        text, _ = bots[question.seat].answer(game, question, rng)
        game.play(text)


def simulate(
    kind: type[Game],
    setup: Setup,
    bots: Sequence[Bot],
    games: int,
    seed: int,
    *,
    progress: Callable[[Iterable[int]], Iterable[int]] = iter,
) -> Tally:
    """Play so many games. `bots` sit in the seats, one seat further in each game, so that none always begins.

    A game that fails is counted in `errors` and told in `failures`; the others are played on.
    """
    tally = Tally()
    began = time.process_time()
    for number in progress(range(games)):
        tally.games += 1
        rng = Random(f"{seed}/{number}")
        seated = [bots[(seat + number) % len(bots)] for seat in range(len(setup["seats"]))]
        try:
            game = kind.start(setup, rng.randbytes(SEED_BYTES))
            play_out(game, seated, rng)
        except Exception as failure:  # whatever it is, the other games are played
            tally.errors += 1
            tally.failures.append(f"game {number}: {type(failure).__name__}: {failure}")
        else:
            tally.add(game, [bot.name for bot in seated])
    tally.seconds = time.process_time() - began
    return tally
