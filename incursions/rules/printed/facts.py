"""What is found of a printed card, or of a face, by looking at it: never changes, and is asked at every question."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar


class Printed(Protocol):
    """What remembers what was found by looking at it."""

    found: dict[str, Any]


P = TypeVar("P", bound=Printed)
Fact = TypeVar("Fact")

_NAMES: dict[Callable[[Any], object], str] = {}


def printed_fact(find: Callable[[P], Fact]) -> Callable[[P], Fact]:
    """Look once at each card, and remember what was found with the card itself."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def remembered(card: P) -> Fact:
        try:
            found: Fact = card.found[name]
        except KeyError:
            found = card.found[name] = find(card)
        return found

    _NAMES[remembered] = name
    return remembered


def name_of_fact(fact: Callable[[Any], object]) -> str | None:
    """The name under which a printed thing remembers it in `found`; None of a function that remembers nothing."""
    return _NAMES.get(fact)
