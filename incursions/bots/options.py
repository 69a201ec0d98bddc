"""Helpers to read and to choose options of a question."""

from __future__ import annotations

from incursions.bots.bot import Choice
from incursions.engine import Question


def amount(option: str) -> int:
    """Return the number that an option says."""
    return next((int(word) for word in option.split() if word.isdecimal()), 0)


def first_but(question: Question, *others: str | None) -> str:
    """Return the first option that is none of the others; the very first where there is no such option."""
    return next((option for option in question.options if option not in others), question.options[0])


def decline(question: Question, reason: str) -> Choice:
    """Return the option that does nothing, or the first one where something must be chosen."""
    return Choice(question.least or question.options[0], reason)


def beginning(question: Question, *words: str) -> list[str]:
    """Return the options that begin with one of these words, in their order."""
    return [option for option in question.options if option.startswith(words)]
