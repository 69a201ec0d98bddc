"""Helpers to read and to choose options of a question."""

from __future__ import annotations

from incursions.engine import Option, Question
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.rules.phrases import parse_option


def amount(option: str) -> int:
    """Return the number that an option says."""
    return parse_option(option).amount


def first_but(question: Question, *others: str | None) -> str:
    """Return the first option that is none of the others; the very first where there is no such option."""
    return next((option for option in question.options if option not in others), question.options[0])


def decline(question: Question, reason: str) -> Choice:
    """Return the option that does nothing, or the first one where something must be chosen."""
    return Choice(question.least or question.options[0], reason)


def find_options(question: Question, *verbs: str) -> list[Option]:
    """Return the options with one of these verbs, in their order."""
    return [option for option in map(parse_option, question.options) if option.verb in verbs]
