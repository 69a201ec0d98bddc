"""Lookups of cards in a hand by a printed fact, and the lines that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.facts import Fact


def in_hand(game: Game, seat: int, fact: Fact) -> list[int]:
    """Return the cards of the seat's hand for which the fact is true, in the order of the hand."""
    cards = game.cards
    return [number for number in game.players[seat].hand if fact(cards[number].card)]


def lines_for(game: Game, prefix: str, numbers: Iterable[int], is_usable: Callable[[int], bool]) -> dict[str, int]:
    """Return the first usable card of each title, by prefix and title."""
    cards, found = game.cards, dict[str, int]()
    for number in numbers:
        line = prefix + cards[number].card.title
        if line not in found and is_usable(number):
            found[line] = number
    return found
