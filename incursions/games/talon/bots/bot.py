"""Bots: they answer questions with an option and a reason. The plainest chooses by chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

from incursions.engine import Question
from incursions.games.talon.rules.acts import Act
from incursions.games.talon.rules.game import Game


class Choice(NamedTuple):
    """An option, and the reason for it in one line."""

    text: str
    reason: str


class Bot(ABC):
    """A player made of code. It reads the open table and throws no dice of the game; it holds no memory."""

    name: str

    def answer(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return an option with its reason."""
        if len(question.options) == 1:
            return Choice(question.options[0], "there is nothing else to do")
        return self.choose(game, question, rng)

    @abstractmethod
    def choose(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return one of several options with its reason."""


class RandomBot(Bot):
    """Chooses among the options by chance, each as likely as the others."""

    name = "random"

    def choose(self, game: Game, question: Question, rng: Random) -> Choice:
        return Choice(rng.choice(question.options), f"drawn by chance, one of {len(question.options)}")


def read_options(game: Game, question: Question) -> list[Act]:
    """Return the options of a question as acts, in their order."""
    read = game.battlefield.read_act
    return [read(text) for text in question.options]
