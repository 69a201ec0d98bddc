"""The part that all games share: setup, dice, number of actions, and the telling of events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec

from incursions.engine.dice import Dice
from incursions.engine.events import Emitted, Event, EventKind

Setup = Any
"""What a game starts from, as plain data. Each game declares its own shape."""
POSITION = "position"
"""The key of a setup whose game starts at a position."""
Facts = ParamSpec("Facts")


class Core:
    """The core of a game. It keeps a table of open questions; how many are open at once is each game's own promise."""

    __slots__ = ("dice", "events", "number", "result", "setup")

    def __init__(self, setup: Setup, dice: Dice) -> None:
        self.setup = setup
        self.dice = dice
        self.number = 0  # actions applied so far
        self.result: Any = None
        self.events: list[Event] = []  # caused by the last action, or by the start

    @property
    def questions(self) -> Sequence[Any]:
        """The open questions, each with those who may answer it and its options."""
        raise NotImplementedError

    def tell(self, kind: Callable[Facts, EventKind], /, *args: Facts.args, **facts: Facts.kwargs) -> None:
        """Record an event of the kind with these facts: `game.tell(Drew, seat=0, count=2)`."""
        event: Any = Emitted()
        event.kind_class = kind
        event.told = facts
        event.audience = None
        self.events.append(event)

    def tell_to(
        self, audience: tuple[Any, ...], kind: Callable[Facts, EventKind], /, *args: Facts.args, **facts: Facts.kwargs
    ) -> None:
        """Record an event of which only these seats may know."""
        self.tell(kind, *args, **facts)
        self.events[-1].audience = audience
