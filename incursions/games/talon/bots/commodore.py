"""The commodore: tries answers in imagined games with dice of its own, in which steady captains play on."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import perf_counter

from incursions.engine import SEED_BYTES, Question
from incursions.engine.dice import Dice
from incursions.games.talon.bots.bot import Bot, Choice
from incursions.games.talon.bots.hunter import HunterBot
from incursions.games.talon.bots.positions import rate_position
from incursions.games.talon.bots.row_plans import find_next_set, follow_plan, list_sets
from incursions.games.talon.bots.rows import CLOSE_SPEED, LONE_SPEED, find_best_row
from incursions.games.talon.bots.steady import SteadyBot
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, POWER_PHASE
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import Ship

SECONDS = 0.2
MOST_STEPS = 150
"""The answers in one imagined game: enough for any two rounds."""
HORIZON, LONG_HORIZON = 6, 12
"""The turns of sides that captains play before a position is judged; the longer one after a Power Phase, because rows
hold for a round, and between few ships, because more can be played."""
FEW_SHIPS = 3
SEARCHED = (POWER, MOVEMENT, FIRE, POWER_PHASE)
"""The steps in which it searches; else it answers like a hunter."""
CAUTION = 3
"""The games in which every answer counts as tried beforehand, with a loss."""
LOSS = 0.01
"""What another answer than the hunter's costs on average, as a chance to win."""
SPREAD = 0.08
"""How much the value of an answer may be better than in the games so far, with one game."""
FEWEST_GAMES, MANY_GAMES = 5, 20
"""The games after which an answer may be given up, and after which one may be settled on."""
FEWEST_TO_TRUST = 4
DOUBT = 0.8
"""The standard errors by which an answer must be ahead of the hunter's."""
MOST_ANSWERS = {POWER: 4, MOVEMENT: 4, FIRE: 4, POWER_PHASE: 7}
"""The answers that are tried in each step, the hunter's included."""


class _Planner(HunterBot):
    """A hunter that prefers power to speed in a duel."""

    def find_row(self, game: Game, ship: Ship) -> int:
        few = sum(other.is_in_play for other in game.ships) <= FEW_SHIPS
        return find_best_row(game, ship, LONE_SPEED if few else CLOSE_SPEED)


class CommodoreBot(Bot):
    """Searches for so many seconds a decision, or through so many imagined games where `iterations` says so.

    With a number of games its answer depends on the table, the question and chances alone.
    """

    name = "commodore"

    def __init__(
        self, seconds: float = SECONDS, *, iterations: int | None = None, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self._clock = clock
        self._hunter = _Planner()

    def choose(self, game: Game, question: Question, rng: Random) -> Choice:
        if question.topic not in SEARCHED:
            return self._hunter.choose(game, question, rng)
        ends = self._clock() + self.seconds
        search = Search(game, question, rng, self._hunter)
        if self.iterations is not None:
            for _ in range(self.iterations):
                search.think(lambda: False)
        else:
            while self._clock() < ends and not search.is_decided:
                search.think(lambda: self._clock() >= ends)
        return search.choose()


class Search:
    """A search for the answer to a question. `values` are the chances to win after each answer, game by game."""

    def __init__(self, game: Game, question: Question, rng: Random, hunter: HunterBot) -> None:
        self._game = game
        self._side = game.battlefield.side_of_seat[question.seat]
        self._seed = rng.getrandbits(64)
        self._captain = SteadyBot()
        self._hunter = hunter
        self._rows_of = question.seat if question.topic == POWER_PHASE else -1
        few = sum(ship.is_in_play for ship in game.ships) <= FEW_SHIPS
        self._horizon = game.turns + (LONG_HORIZON if few or self._rows_of >= 0 else HORIZON)
        self.first = self._find_first(question)
        others = [text for text in self._rank(question) if text != self.first.text]
        tried = [self.first.text, *others[: MOST_ANSWERS[question.topic] - 1]]
        self.values: dict[str, list[float]] = {text: [] for text in tried}

    def _find_first(self, question: Question) -> Choice:
        """Return the hunter's answer; of a Power Phase the next act of its plan."""
        if question.topic == POWER_PHASE:
            return Choice(find_next_set(self._game, question, self._hunter), "speed and power for what is ahead")
        return self._hunter.answer(self._game, question, Random(self._seed))

    def _rank(self, question: Question) -> list[str]:
        """Return the answers to try, the most promising first; of purchases and shots one of each kind first."""
        if question.topic == POWER_PHASE:
            return list_sets(self._game, question)
        ranked = self._hunter.rank(self._game, question)
        if question.topic == MOVEMENT:
            return ranked
        read = self._game.battlefield.read_act
        kinds = [*{read(text).verb: text for text in reversed(ranked)}.values()]
        return sorted(ranked, key=lambda text: text not in kinds)

    @property
    def is_decided(self) -> bool:
        """True if no more games are likely to change the answer."""
        others = [text for text in self.values if text != self.first.text]
        if not others:
            return True
        best = max(others, key=self._bound)
        tried = len(self.values[best])
        if self._bound(best) < 0:
            return tried >= FEWEST_GAMES
        return tried >= MANY_GAMES and self.lead(best) > SPREAD / sqrt(tried + 1)

    def think(self, late: Callable[[], bool]) -> None:
        """Play one more imagined game after the answer that is most worth it, unless the time is over."""
        text = self._next()
        number = len(self.values[text])
        game = self._game.copy()
        game.dice = Dice(Random(f"{self._seed} {number}").randbytes(SEED_BYTES))
        rng = Random(f"{self._seed} {number} answers")
        if self._rows_of >= 0:
            follow_plan(game, self._rows_of, text, self._hunter)
        else:
            game.play(text)
        for _ in range(MOST_STEPS):
            question = game.decision
            if question is None or game.turns >= self._horizon:
                break
            if late():
                return
            game.play(self._captain.answer(game, question, rng).text)
        self.values[text].append(rate_position(game, self._side))

    def _next(self) -> str:
        """Return the answer to try next: the hunter's where it is behind, else the one that may gain most."""
        tried = len(self.values[self.first.text])
        if any(len(values) > tried for values in self.values.values()) or not tried:
            return self.first.text
        others = [text for text in self.values if text != self.first.text]
        return max(others, key=self._bound, default=self.first.text)

    def _bound(self, text: str) -> float:
        """Return what an answer may gain over the hunter's at the most."""
        return self.lead(text) + SPREAD / sqrt(len(self.values[text]) + 1)

    def lead(self, text: str) -> float:
        """Return what an answer gains over the hunter's in the games in which both were tried, cautiously."""
        pairs = list(zip(self.values[text], self.values[self.first.text], strict=False))
        gained: float = sum(mine - hunters for mine, hunters in pairs)
        return (gained - CAUTION * LOSS) / (len(pairs) + CAUTION)

    def _is_surely_better(self, text: str) -> bool:
        """Return True if an answer gained over the hunter's by more than the dice explain."""
        gains = [mine - hunters for mine, hunters in zip(self.values[text], self.values[self.first.text], strict=False)]
        if len(gains) < FEWEST_TO_TRUST or self.lead(text) <= 0:
            return False
        return bool(mean(gains) > DOUBT * stdev(gains) / sqrt(len(gains)))

    def choose(self) -> Choice:
        """Return the hunter's answer, unless another gained over it, with the reason."""
        values = self.values[self.first.text]
        if not values:
            return self.first
        others = [text for text in self.values if text != self.first.text and self._is_surely_better(text)]
        best = max(others, key=self.lead, default=self.first.text)
        games = sum(map(len, self.values.values()))
        chance = sum(self.values[best]) / len(self.values[best])
        return Choice(best, f"wins {chance:.0%} of {games} imagined games")
