"""The contract of games: a game is one `GameKind`, and the platform asks nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Protocol

from incursions.engine import Game, Question


class Bot(Protocol):
    """A player made of code. It holds no memory: equal games, questions and chances give equal answers."""

    def answer(self, game: Any, question: Question, rng: Random) -> tuple[str, str]:
        """Return an option or a whole line, and its reason; of the game it uses what the asked seat may know."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A bot that can be seated. `make` builds one that thinks for at most so many seconds about a decision.

    `thinks`: it takes as long as it is given, so the platform runs it in a queue of its own.
    """

    name: str
    make: Callable[[float], Bot]
    thinks: bool = False


@dataclass(frozen=True)
class GameKind:
    """A game on the shelf.

    `name` is its key in rows, set-ups and files; `title` is for people. `rules_version` rises with every change of the
    rules that changes a match. `game` starts, loads and replays matches. `check_size` and `check_pieces` raise
    ValueError for a set-up from a file that no match has: for its lengths, and for the definitions in it. `bots` are
    those that can be seated.
    """

    name: str
    title: str
    rules_version: int
    game: type[Game]
    most_seats: int
    check_size: Callable[[Mapping[str, object]], None]
    check_pieces: Callable[[Mapping[str, object]], None]
    bots: tuple[BotKind, ...] = ()

    @cached_property
    def bots_by_name(self) -> Mapping[str, BotKind]:
        """The bots by name."""
        return {bot.name: bot for bot in self.bots}

    @property
    def match_format(self) -> str:
        """The name of the format of its match files."""
        return f"{self.name}-match-1"

    @property
    def dice_format(self) -> str:
        """The name of the format of its files of throws."""
        return f"{self.name}-dice-1"

    @cached_property
    def thinking_bots(self) -> frozenset[str]:
        """The names of the bots that think."""
        return frozenset(bot.name for bot in self.bots if bot.thinks)

    def make_bot(self, name: str, seconds: float) -> Bot:
        """Return a bot that has so many seconds for a decision. Raises ValueError for an unknown name."""
        kind = self.bots_by_name.get(name)
        if kind is None:
            raise ValueError(f"{self.title} has no bot called {name!r}; it has {', '.join(self.bots_by_name)}")
        return kind.make(seconds)
