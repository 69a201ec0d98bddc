"""The search of an admiral: a tree of its own decisions, grown over imagined games (information-set Monte Carlo).

One tree serves all imagined games; a decision's children are keyed by the texts of their options and count how often
they were on offer, since another imagined game may offer others (Cowling, Powley and Whitehouse 2012). Whoever else is
asked answers as a captain would, and so does the seat itself beyond the tree. A captain's choice comes first at every
decision; others are tried as visits mount up (progressive widening), those first that a captain ranks high. The n-th
try of every answer to the question itself is played in the same imagined game with the same dice to come, and an answer
is worth what it gained over the captain's in the games that both were tried in; `fortune` keeps luck out of the
comparison. Below, where tries of one decision come in different games, the means of values are compared (UCB).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import log, sqrt
from random import Random

from incursions.engine import Question
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.fortune import Fate, ImaginedDice
from incursions.games.incursions.bots.imagined import Imagination
from incursions.games.incursions.bots.prospects import prospects
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.phrases import parse_option

EXPLORING = 0.1  # how much a child seldom visited is favoured; values are chances to win, mostly alike
ANSWERS = 2.0  # answers tried to the question: this times the root of its visits, and the captain's
WIDENING = 0.7  # children at a later decision, likewise
CAUTION = 2  # games in which every answer counts as tried beforehand, with a loss
LOSS = 0.015  # of the chance to win: what another answer than the captain's costs on average
SETTLED = 40  # visits before a later decision is widened: tries of its worse answers would speak against the first
HORIZON = 1  # rounds that captains play before a position is judged: until the others have answered it tells nothing
MOST_STEPS = 300  # answers in one imagined game: enough for any two rounds

Late = Callable[[], bool]


class OutOfTimeError(Exception):
    """The time to think was over in the midst of an imagined game, which then counts for nothing."""


class Child:
    """An answer: how often it was on offer, and what came of each visit for the seat."""

    __slots__ = ("node", "offered", "values")

    def __init__(self) -> None:
        self.offered = 0
        self.values: list[float] = []
        self.node = Node()

    @property
    def mean(self) -> float:
        """The average chance to win after it."""
        return sum(self.values) / len(self.values) if self.values else 0.0


class Node:
    """A decision of the seat's own: its children by the texts of their answers, in the order in which they came."""

    __slots__ = ("children", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.children: dict[str, Child] = {}


class Search:
    """A search for the answer to a question. `think` plays one more imagined game; `root` holds the results."""

    def __init__(self, game: Game, question: Question, rng: Random, captain: CaptainBot) -> None:
        self.seat = question.seat
        self.root = Node()
        self.question = question
        self._imagination = Imagination(game, question.seat)
        self._drawn: dict[int, Game] = {}
        self._seed = rng.getrandbits(64)
        self._captain = captain
        self._turns = game.turns
        self._horizon = game.turns + HORIZON * sum(ship.out is None for ship in game.ships)
        self.table = self.imagine(0)
        self.first = self.captains_answer(self.table, question, Random(self._seed))

    @cached_property
    def order(self) -> list[str]:
        """Return the options in the order in which they are tried: as a captain ranks them, then by kinds."""
        view = self._captain.look(self.table, self.seat)
        return [*self._captain.ranking(view, self.question), *_spread(self.question.options)]

    def imagine(self, number: int) -> Game:
        """Return the imagined game of this number. Every answer is tried in it; two in a row differ in dice alone."""
        pair, second = divmod(number, 2)
        drawn = self._drawn.get(pair)
        if drawn is None:
            drawn = self._drawn[pair] = self._imagination.game(Random(f"{self._seed} {pair}"))
        game = drawn.copy()
        game.dice = ImaginedDice(drawn.dice.seed, opposite=bool(second))
        return game

    def think(self, late: Late) -> None:
        """Play one imagined game and remember what came of it. Raises `OutOfTimeError`."""
        child = self.root.children[text := self._next()]
        number = len(child.values)
        game, rng, fate = self.imagine(number), Random(f"{self._seed} {number} answers"), Fate(self.seat)
        fate.note(game.play(text))
        path = [child, *self._descend(game, child.node, rng, fate, late)]
        value = self.play_on(game, rng, fate, late)
        self.root.visits += 1
        for visited in path:
            visited.values.append(value)

    def lead(self, text: str) -> float:
        """Return what an answer gains over the captain's, in chance to win, in the games in which both were tried.

        Few games tell little: some in which it lost as answers do on average count beforehand.
        """
        child, first = self.root.children[text], self.root.children[self.first]
        gained = sum(mine - captains for mine, captains in zip(child.values, first.values, strict=False))
        return (gained - CAUTION * LOSS) / (min(len(child.values), len(first.values)) + CAUTION)

    def _next(self) -> str:
        """Return the answer to try next: the captain's where it is behind, then a new one, then the most promising."""
        children, visits = self.root.children, self.root.visits
        first = children.setdefault(self.first, Child())
        if any(len(child.values) > len(first.values) for child in children.values()):
            return self.first
        if len(children) < 1 + ANSWERS * sqrt(visits):
            new = next((option for option in self.order if option not in children), None)
            if new is not None:
                children[new] = Child()
                return new
        others = [text for text in children if text != self.first]
        # The upper bound of what an answer may gain.
        bounds = {text: self.lead(text) + EXPLORING / sqrt(len(children[text].values) + CAUTION) for text in others}
        return max(bounds, key=bounds.__getitem__, default=self.first)

    def _descend(self, game: Game, node: Node, rng: Random, fate: Fate, late: Late) -> list[Child]:
        """Go down the tree, through its own decisions of this turn, to one that was never visited."""
        path: list[Child] = []
        while (question := game.decision) is not None and game.turns == self._turns:
            if question.seat != self.seat or len(question.options) == 1:
                self._step(game, question, rng, fate, late)
                continue
            captains = self.captains_answer(game, question, rng)
            if node.visits < SETTLED:  # dice may have changed what a captain would say: each game gets its own answer
                text = captains
                node.children.setdefault(text, Child()).offered += 1
            else:
                text = self._choose(game, node, question, captains)
            child = node.children[text]
            fate.note(game.play(text))
            node.visits += 1
            path.append(child)
            if not child.values:
                break
            node = child.node
        return path

    def _choose(self, game: Game, node: Node, question: Question, first: str) -> str:
        """Add a child where it is time for one, the captain's first, and return the one that UCB favours."""
        node.children.setdefault(first, Child())
        options = question.options
        known = [text for text in node.children if text in options or game.why_not(text) is None]
        if len(known) < 1 + WIDENING * sqrt(node.visits):
            new = next((option for option in _spread(options) if option not in node.children), None)
            if new is not None:
                node.children[new] = Child()
                known.append(new)
        for text in known:
            node.children[text].offered += 1
        return max(known, key=lambda text: _favour(node.children[text]))

    def play_on(self, game: Game, rng: Random, fate: Fate, late: Late) -> float:
        """Let captains play until the horizon, and return the seat's chance to win as it looks there."""
        for _ in range(MOST_STEPS):
            question = game.decision
            if question is None or game.turns >= self._horizon:
                break
            self._step(game, question, rng, fate, late)
        return fate.value(prospects(game)[self.seat])

    def _step(self, game: Game, question: Question, rng: Random, fate: Fate, late: Late) -> None:
        """Play one answer of a captain's, or the only one there is."""
        if late():
            raise OutOfTimeError
        fate.note(game.play(self.captains_answer(game, question, rng)))

    def captains_answer(self, game: Game, question: Question, rng: Random) -> str:
        """Return what a captain says; the only option there is without a thought."""
        if len(question.options) == 1:
            return question.options[0]
        return self._captain.answer(game, question, rng).text


def _favour(child: Child) -> float:
    """Return the upper bound of the worth of a child (UCB), by how often it was on offer."""
    if not child.values:
        return float("inf")
    return child.mean + EXPLORING * sqrt(log(max(2, child.offered)) / len(child.values))


def _spread(options: Iterable[str]) -> list[str]:
    """Return the options so that each kind comes once before any comes twice: by their verbs, in turn."""
    kinds: dict[str, list[str]] = {}
    for option in options:
        kinds.setdefault(parse_option(option).verb, []).append(option)
    rounds = max(map(len, kinds.values()))
    return [alike[nth] for nth in range(rounds) for alike in kinds.values() if nth < len(alike)]
