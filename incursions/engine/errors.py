"""Errors and refusals of actions, with the rule that forbids them."""

from __future__ import annotations

from typing import NamedTuple, Self


class Advice(str):
    """A reason that ends with what to write instead, for writers of lines. The `cause` is the reason without it."""

    __slots__ = ("cause",)
    cause: str

    def __new__(cls, cause: str, instead: str) -> Self:
        reason = super().__new__(cls, f"{cause}: say {instead}")
        reason.cause = cause
        return reason


class Refusal(NamedTuple):
    """An action that is not allowed now: its text, the number of the rule and the reason in a player's words."""

    text: str
    rule: str
    reason: str

    @property
    def cause(self) -> str:
        """The reason without advice on what to write, for pages, where the options are buttons."""
        return self.reason.cause if isinstance(self.reason, Advice) else self.reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class IllegalAction(ValueError):  # noqa: N818 -- a name of the engine's contract
    """Raised for an action that the rules refuse. Nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.rule = rule
        self.reason = reason


class NotYourQuestion(IllegalAction):
    """Raised if the question is put to another seat."""


class UnknownAction(IllegalAction):
    """Raised if the text is no action of the game at all."""


class GameOver(IllegalAction):
    """Raised for any action after the end of the game."""
