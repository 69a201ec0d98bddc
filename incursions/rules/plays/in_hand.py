"""Find the cards of a hand by something that they print."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.facts import Fact


def in_hand(game: Game, seat: int, fact: Fact) -> list[int]:
    """Return the cards of the seat's hand for which the fact is true, in the order of the hand."""
    cards = game.cards
    return [number for number in game.players[seat].hand if fact(cards[number].card)]
