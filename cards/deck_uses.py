"""In which decks a piece is, and how often."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from incursions.rules.printed.starters import Starter


class DeckUse(NamedTuple):
    """A deck with a piece. `part` is what the piece is in it: its ship, its captain, or copies of a deck or hexpile."""

    title: str
    race: str
    part: str


def uses_in(title: str, decks: Iterable[Starter]) -> list[DeckUse]:
    """The decks that hold the piece, in their order."""
    return [DeckUse(deck.title, deck.race, part) for deck in decks if (part := _part(title, deck))]


def _part(title: str, deck: Starter) -> str:
    if title == deck.ship:
        return "its ship"
    if title == deck.captain:
        return "its captain"
    copies = deck.cards.get(title, 0) + deck.hexpile.get(title, 0)
    return f"{copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
