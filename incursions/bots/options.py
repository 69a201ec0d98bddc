"""How a captain reads options: which of them begin so, and how much they say."""

from __future__ import annotations

from incursions.engine import Question


def amount(option: str) -> int:
    """The number that it says."""
    return next((int(word) for word in option.split() if word.isdecimal()), 0)


def beginning(question: Question, *words: str) -> list[str]:
    """The options that begin with one of these, in their order."""
    return [option for option in question.options if option.startswith(words)]
