"""What a bot is: something that answers a question, knowing what its seat may know and nothing more."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol

from incursions.engine import Question

View = dict[str, Any]


class Choice(NamedTuple):
    """An answer, as an option or a whole line, and the reason for it in one line."""

    text: str
    reason: str


class Bot(Protocol):
    """A player made of code. It holds no memory: the same view, question and chances give the same answer."""

    name: str

    def choose(self, view: View, decision: Question, rng: Random) -> str:
        """One of the options, or a whole line. `view` is what the seat asked may know."""
        ...
