"""How a captain reads options: what they begin with, which card of the hand they are about, how much they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from incursions.bots.situation import Situation
from incursions.engine import Question


def first(decision: Question, prefix: str, fits: Callable[[str], bool] = lambda option: True) -> str | None:
    """The first option that begins so, and that fits."""
    return next((option for option in decision if option.startswith(prefix) and fits(option)), None)


def card_of(situation: Situation, option: str) -> dict[str, Any] | None:
    """The card of the hand that an option plays or tables."""
    named: Iterable[dict[str, Any]] = situation.view["cards_in_hand"]
    line = option.partition(" ")[2]
    fitting = [card for card in named if f"{line} ".startswith(f"{card['title']} ")]
    return max(fitting, key=lambda card: len(card["title"]), default=None)


def nature_of(situation: Situation, option: str) -> str:
    """The nature of that card; empty where it is none."""
    card = card_of(situation, option)
    return "" if card is None else str(card["nature"])


def amount(option: str) -> int:
    """The number that it says."""
    return next((int(word) for word in option.split() if word.isdecimal()), 0)
