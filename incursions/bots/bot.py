"""What a bot is: something that answers a question, knowing what its seat may know and nothing more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, NamedTuple, Protocol

from incursions.bots.library import library_of
from incursions.engine import Question
from incursions.rules import Game

View = dict[str, Any]


class Choice(NamedTuple):
    """An answer, as an option or a whole line, and the reason for it in one line."""

    text: str
    reason: str


class Bot(Protocol):
    """A player made of code. It holds no memory: the same game, question and chances give the same answer."""

    name: str

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """One of the options, or a whole line, with its reason; of the game it uses what the seat asked may know."""
        ...


class ViewBot(ABC):
    """A bot that needs no more than what its seat sees."""

    name: str

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """One of the options, or a whole line, with its reason."""
        return self.explain(self.look(game, question.seat), question, rng)

    def look(self, game: Game, seat: int) -> View:
        """What the seat sees; beyond Basic with the library, for the cards before it are printed for it to read."""
        view = game.view(seat)
        if game.has_cards:
            view["library"] = library_of(game)
        return view

    def choose(self, view: View, decision: Question, rng: Random) -> str:
        """The answer without its reason."""
        return self.explain(view, decision, rng).text

    @abstractmethod
    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """The answer with its reason. `view` is what the seat asked may know, as `look` gives it."""
