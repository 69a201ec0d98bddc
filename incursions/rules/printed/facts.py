"""What is found of a printed card by looking at it: never changes, and is asked at every question."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from incursions.rules.printed.cards import GameCard

Fact = TypeVar("Fact")


def printed_fact(find: Callable[[GameCard], Fact]) -> Callable[[GameCard], Fact]:
    """Look once at each card, and remember what was found with the card itself."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def remembered(card: GameCard) -> Fact:
        try:
            found: Fact = card.found[name]
        except KeyError:
            found = card.found[name] = find(card)
        return found

    return remembered
