"""Games that are played within a budget of steps and time: those of files from anybody."""

from __future__ import annotations

from time import process_time
from typing import Any, ClassVar

from incursions.engine.game import Game

MOST_STEPS = 400_000
"""The most frames advanced and events emitted for one file; a match of six seats and 1,300 actions takes some 8,000."""
LONGEST_S = 30.0
LOOKS_EVERY = 256


class BudgetSpentError(Exception):
    """Raised when playing takes more steps or time than any match."""


class Budget:
    """A number of steps and of seconds of processor time."""

    def __init__(self, most: int = MOST_STEPS, longest_s: float = LONGEST_S) -> None:
        self.left = most
        self.ends_at = process_time() + longest_s

    def take(self, steps: int = 1) -> None:
        """Use up steps. Raises `BudgetSpentError` when none are left."""
        before = self.left
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError("playing it takes more steps than any match does")
        if before // LOOKS_EVERY != self.left // LOOKS_EVERY and process_time() > self.ends_at:
            raise BudgetSpentError("playing it takes longer than any match does")


class BoundedGame(Game):
    """A mixin for games that take every frame, event and die from a budget, also while replaying to step back."""

    __slots__ = ()
    budget: ClassVar[Budget]

    def advance(self) -> None:
        stack, asked = self.stack, self._open
        self.budget.take()
        while not asked and self.result is None:
            self.budget.take()
            stack[-1].advance(self)
        self.budget.take(len(self.dice.rolled))

    def tell(self, kind: Any, /, *args: Any, **facts: Any) -> None:
        self.budget.take()
        super().tell(kind, *args, **facts)


def bounded_game(game: type[Game], budget: Budget) -> type[Game]:
    """Return a class of this game whose objects share the budget."""
    return type(game.__name__, (BoundedGame, game), {"__slots__": (), "budget": budget})
