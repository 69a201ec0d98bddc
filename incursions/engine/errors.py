"""Why something cannot be done, by cause, with the rule that says so."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """What may not be done now: its text, the number of the rule and the reason in a player's words."""

    text: str
    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class IllegalAction(ValueError):
    """An action that the rules refuse. Nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.rule = rule
        self.reason = reason


class NotYourQuestion(IllegalAction):
    """Another seat is asked."""


class UnknownAction(IllegalAction):
    """The text is no action of this game at all."""


class GameOver(IllegalAction):
    """The game has ended."""
