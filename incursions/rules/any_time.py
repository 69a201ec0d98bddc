"""Cards played without a maneuver: those for any time, and commands laid ready (rules 6.6, 13.4.8, 13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.engine.questions import Question
    from incursions.rules.game import Game


def options(game: Game, seat: int) -> list[str]:
    """The plays that the seat can make now without a maneuver."""
    return []


def stage(game: Game, seat: int, said: tuple[str, ...]) -> Question | None:
    """What is asked after the phrases of such a play; None if it is none, or a whole line."""
    return None


def play(game: Game, seat: int, said: tuple[str, ...]) -> bool:
    """Make the play, if the line is one; False if it is another."""
    return False
