"""Bots: they answer questions, knowing what their seat may know and nothing more. The plainest chooses by chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import NamedTuple, NotRequired, Protocol, cast

from incursions.engine import Option, Question
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules import view as rules_view
from incursions.games.incursions.rules.printed.pieces import GameCard, TileCard
from incursions.games.incursions.rules.state.phrases import parse_option


class Choice(NamedTuple):
    """An answer, as an option or a whole line, and the reason for it in one line."""

    text: str
    reason: str


class Library(NamedTuple):
    """The printed cards and tiles of a match by title. Whoever looks something up has seen its title first."""

    cards: Mapping[str, GameCard]
    tiles: Mapping[str, TileCard]


class View(rules_view.View):
    """A seat's view. Beyond Basic it comes with the library, because the cards before a player are there to be read."""

    library: NotRequired[Library]


def add_library(view: rules_view.View, game: Game) -> View:
    """Add the printed cards and tiles of the match to a seat's view of it, and return that view."""
    seen = cast("View", view)
    seen["library"] = Library(game.cards.by_title, game.tiles)
    return seen


class Bot(Protocol):
    """A player made of code. It holds no memory: the same game, question and chances give the same answer."""

    name: str

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return an option, or a whole line, with its reason; of the game it uses what the seat asked may know."""
        ...


class ViewBot(ABC):
    """A bot that needs no more than what its seat sees."""

    name: str

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return an option, or a whole line, with its reason."""
        return self.explain(self.look(game, question.seat), question, rng)

    def look(self, game: Game, seat: int) -> View:
        """Return what the seat sees; beyond Basic with the printed cards, because those before it may be read."""
        view = game.view(seat)
        return add_library(view, game) if game.has_cards else cast("View", view)

    @abstractmethod
    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Return the answer with its reason. `view` is what the seat asked may know, as `look` gives it."""


def amount(option: str) -> int:
    """Return the number that an option says."""
    return parse_option(option).amount


def first_but(question: Question, *others: str | None) -> str:
    """Return the first option that is not one of `others`; the first of all if every option is."""
    return next((option for option in question.options if option not in others), question.options[0])


def decline(question: Question, reason: str) -> Choice:
    """Return the option that does nothing, or the first one where something must be chosen."""
    return Choice(question.least or question.options[0], reason)


def find_options(question: Question, *verbs: str) -> list[Option]:
    """Return the options with one of these verbs, in their order."""
    return [option for option in map(parse_option, question.options) if option.verb in verbs]


class RandomBot(ViewBot):
    """Chooses among the options by chance, each as likely as the others."""

    name = "random"

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Choose any option."""
        return Choice(rng.choice(decision.options), f"drawn by chance, one of {len(decision.options)}")
