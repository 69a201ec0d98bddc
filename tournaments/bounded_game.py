"""A game that stops when it has taken more steps than any match does: for files from anybody, played to check them."""

from __future__ import annotations

from time import process_time
from typing import Any, ClassVar

from incursions.rules import Game

MOST_STEPS = 400_000
"""Frames put to work and events told, of one file; a match of six seats with 1,300 actions takes some 8,000."""
LONGEST_S = 30.0
LOOKS_EVERY = 256


class TooLong(Exception):
    """The file would keep the house busy for longer than any match."""


class Steps:
    """What is left of the steps, and of the seconds of the processor."""

    def __init__(self, most: int = MOST_STEPS, longest_s: float = LONGEST_S) -> None:
        self.left = most
        self.ends_at = process_time() + longest_s

    def take(self, steps: int = 1) -> None:
        """Count steps. Raises `TooLong` when none are left."""
        before = self.left
        self.left -= steps
        if self.left < 0:
            raise TooLong("playing it takes more steps than any match does")
        if before // LOOKS_EVERY != self.left // LOOKS_EVERY and process_time() > self.ends_at:
            raise TooLong("playing it takes longer than any match does")


def bounded_game(steps: Steps) -> type[Game]:
    """The game as a class whose objects count all that they do, what is played again to step back too."""

    class BoundedGame(Game):
        counted: ClassVar[Steps] = steps
        __slots__ = ()

        def advance(self) -> None:
            stack, asked = self.stack, self._open
            self.counted.take()
            while not asked and self.result is None:
                self.counted.take()
                stack[-1].advance(self)
            self.counted.take(len(self.dice.rolled))

        def emit(self, kind: str, facts: dict[str, Any], audience: tuple[int, ...] | None = None) -> None:
            self.counted.take()
            super().emit(kind, facts, audience)

    return BoundedGame
