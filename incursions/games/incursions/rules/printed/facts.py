"""A cache of facts on each printed card or face, which are immutable and read at every question."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from incursions.games.incursions.rules.printed.cards import GameCard


class Printed(Protocol):
    """An object that caches the facts derived from it."""

    found: dict[str, object]


P = TypeVar("P", bound=Printed)
Found = TypeVar("Found")
Fact = Callable[["GameCard"], object]
"""A printed property of a card, truthy if the card has it."""


def printed_fact(find: Callable[[P], Found]) -> Callable[[P], Found]:
    """Decorate a function of a card: compute the fact once per card and cache it on the card."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def look_up(card: P) -> Found:
        try:
            return card.found[name]  # type: ignore[return-value]  # what `find` found
        except KeyError:
            found = card.found[name] = find(card)
        return found

    return look_up
