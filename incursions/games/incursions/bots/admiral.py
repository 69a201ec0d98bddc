"""The bot that thinks ahead: it plays each answer out in many games that might be this one, and takes the best."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.search import Late, Node, OutOfTimeError, Search
from incursions.games.incursions.rules import Game

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
        self._think(search, ends)
        return choose(search)

    def _think(self, search: Search, ends: float) -> None:
        """Think until the budget is spent; a game that was not played to its end counts for nothing."""
        if self.iterations is not None:
            for _ in range(self.iterations):
                search.think(lambda: False)
            return
        late: Late = lambda: self._clock() >= ends  # noqa: E731  # asked at every step
        try:
            while not late():
                search.think(late)
        except OutOfTimeError:
            return


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
    game, node, said = search.table.copy(), search.root.children[text].node, [text]
    game.play(text)
    while (question := game.decision) is not None and question.said:
        following = best_of(node, question) or search.captains_answer(game, question, Random(0))
        if len(question.options) > 1:
            node = node.children[following].node if following in node.children else Node()
        if following not in question.options:  # a captain who says whole lines begins anew
            return text
        said.append(following)
        game.play(following)
    return " ".join(said)


def best_of(node: Node, question: Question) -> str | None:
    """Return the only option, or the one with the best chances of those visited as often as the captain's, or more."""
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
