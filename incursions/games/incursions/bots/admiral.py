"""The bot that thinks ahead by information-set Monte Carlo: a tree of its decisions over imagined games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from math import log, sqrt
from random import Random
from time import perf_counter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.imagined import Fate, Imagination, ImaginedDice
from incursions.games.incursions.bots.prospects import prospects
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.state.phrases import parse_option

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


class Node:
    """An answer: how often it was on offer, what came of each visit for the seat, and the seat's decision after it.

    `children` are the answers to that decision by their texts, in the order in which they came, and `visits` says how
    often one of them was given.
    """

    __slots__ = ("children", "offered", "values", "visits")

    def __init__(self) -> None:
        self.offered = 0
        self.values: list[float] = []
        self.visits = 0
        self.children: dict[str, Node] = {}

    @property
    def mean(self) -> float:
        """The average chance to win after the answer."""
        return sum(self.values) / len(self.values) if self.values else 0.0


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
        path = [child, *self._descend(game, child, rng, fate, late)]
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
        first = children.setdefault(self.first, Node())
        if any(len(child.values) > len(first.values) for child in children.values()):
            return self.first
        if len(children) < 1 + ANSWERS * sqrt(visits):
            new = next((option for option in self.order if option not in children), None)
            if new is not None:
                children[new] = Node()
                return new
        others = [text for text in children if text != self.first]
        # The upper bound of what an answer may gain.
        bounds = {text: self.lead(text) + EXPLORING / sqrt(len(children[text].values) + CAUTION) for text in others}
        return max(bounds, key=bounds.__getitem__, default=self.first)

    def _descend(self, game: Game, node: Node, rng: Random, fate: Fate, late: Late) -> list[Node]:
        """Go down the tree, through its own decisions of this turn, to one that was never visited."""
        path: list[Node] = []
        while (question := game.decision) is not None and game.turns == self._turns:
            if question.seat != self.seat or len(question.options) == 1:
                self._step(game, question, rng, fate, late)
                continue
            captains = self.captains_answer(game, question, rng)
            if node.visits < SETTLED:  # dice may have changed what a captain would say: each game gets its own answer
                text = captains
                node.children.setdefault(text, Node()).offered += 1
            else:
                text = self._choose(game, node, question, captains)
            child = node.children[text]
            fate.note(game.play(text))
            node.visits += 1
            path.append(child)
            if not child.values:
                break
            node = child
        return path

    def _choose(self, game: Game, node: Node, question: Question, first: str) -> str:
        """Return the answer to follow from a node, by UCB. Children are added one by one, the captain's first."""
        node.children.setdefault(first, Node())
        options = question.options
        known = [text for text in node.children if text in options or game.why_not(text) is None]
        if len(known) < 1 + WIDENING * sqrt(node.visits):
            new = next((option for option in _spread(options) if option not in node.children), None)
            if new is not None:
                node.children[new] = Node()
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
        """Return a captain's answer to the question; a single option is returned without asking the captain."""
        if len(question.options) == 1:
            return question.options[0]
        return self._captain.answer(game, question, rng).text


def _favour(child: Node) -> float:
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


SECONDS = 0.2  # a decision


class AdmiralBot:
    """Searches for so many seconds a decision, or through so many imagined games where `iterations` says so.

    With a number of games its answer depends on view, question and chances alone. `clock` tells seconds.
    """

    name = "admiral"

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        iterations: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self._clock = clock
        self._captain = CaptainBot()

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the best answer found, as a whole line where the search went through its stages."""
        if len(question.options) == 1:
            return Choice(question.options[0], "there is nothing else to do")
        ends = self._clock() + self.seconds
        search = Search(game, question, rng, self._captain)
        if self.iterations is not None:
            for _ in range(self.iterations):
                search.think(lambda: False)
            return choose(search)
        with suppress(OutOfTimeError):  # a game that was not played to its end counts for nothing
            while self._clock() < ends:
                search.think(lambda: self._clock() >= ends)
        return choose(search)


def choose(search: Search) -> Choice:
    """Return the captain's answer, unless another gained over it in the same imagined games; with the reason."""
    first = search.root.children.get(search.first)
    if first is None or not first.values:
        return Choice(search.first, "no time to think")
    better = [text for text in search.root.children if text != search.first and search.lead(text) > 0]
    best = max(better, key=search.lead, default=search.first)
    return Choice(line_of(search, best), reason(search, best))


def line_of(search: Search, text: str) -> str:
    """Return the answer with all stages that follow it: the tree's best, and beyond the tree a captain's.

    A line that ends early would take the least at each of its stages.
    """
    game, node, said = search.table.copy(), search.root.children[text], [text]
    game.play(text)
    while (question := game.decision) is not None and question.said:
        following = best_of(node, question) or search.captains_answer(game, question, Random(0))
        if len(question.options) > 1:
            node = node.children.get(following, Node())
        if following not in question.options:  # a captain who says whole lines begins anew
            return text
        said.append(following)
        game.play(following)
    return " ".join(said)


def best_of(node: Node, question: Question) -> str | None:
    """Return the option with the best average among those tried at least as often as the captain's answer."""
    if len(question.options) == 1:
        return question.options[0]
    fitting = [text for text, child in node.children.items() if child.values and text in question.options]
    if not fitting:
        return None
    tried = [text for text in fitting if len(node.children[text].values) >= len(node.children[fitting[0]].values)]
    return max(tried, key=lambda text: node.children[text].mean)


def reason(search: Search, best: str) -> str:
    """Return what the search found, in one line."""
    children = search.root.children
    child = children[best]
    others = [text for text in children if text != best and children[text].values]
    said = f"wins {child.mean:.0%} of {search.root.visits} imagined games"
    if not others:
        return said
    second = max(others, key=lambda text: children[text].mean)
    return f"{said}; {second} came second with {children[second].mean:.0%}"
