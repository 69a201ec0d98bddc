"""Errors and refusals of actions, with the rule that forbids them."""

from __future__ import annotations

from typing import NamedTuple, Self


class Reason(str):
    """A reason for writers of lines, with the `cause` that a page gives, where options are buttons and seats ships."""

    __slots__ = ("cause",)
    cause: str

    def __new__(cls, reason: str, cause: str) -> Self:
        made = super().__new__(cls, reason)
        made.cause = cause
        return made


class Advice(Reason):
    """A reason that ends with what to write instead."""

    __slots__ = ()

    def __new__(cls, cause: str, instead: str) -> Self:
        return super().__new__(cls, f"{cause}: say {instead}", cause)


class Refusal(NamedTuple):
    """An action that is not allowed now: its text, the number of the rule and the reason in a player's words."""

    text: str
    rule: str
    reason: str

    @property
    def cause(self) -> str:
        """The reason as a page gives it."""
        return self.reason.cause if isinstance(self.reason, Reason) else self.reason

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


class ChecksPassed(Exception):  # noqa: N818 -- no error: it ends the trial of a command
    """Raised on a copy of a game on which commands are only tried, where nothing refuses a command any more."""


class GameOver(IllegalAction):
    """Raised for any action after the end of the game."""
