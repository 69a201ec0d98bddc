"""The cards of a hand of which something printed is true: sorted anew only when the hand is another.

A hand changes about once a turn, and every question of the turn asks a dozen things of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.rules.printed.facts import TRUE_OF_NONE, Fact, printed_fact

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard, OwnedCard


class SortedHand:
    """A hand as it was, and its cards by what is true of them. Copies of a game share it."""

    __slots__ = ("by_fact", "cards", "hand")

    def __init__(self, hand: list[int], cards: Sequence[OwnedCard]) -> None:
        self.hand = hand
        self.cards = cards
        self.by_fact = by_fact = TRUE_OF_NONE.copy()
        for number in hand:
            for fact in _true_of(cards[number].card):
                by_fact[fact] += (number,)


@printed_fact
def _true_of(card: GameCard) -> tuple[Fact, ...]:
    return tuple(fact for fact in TRUE_OF_NONE if fact(card))


def in_hand(game: Game, seat: int, fact: Fact) -> tuple[int, ...]:
    """The cards of the hand of which it is true, in the order of the hand; of facts that are marked `sorts_hands`."""
    player = game.players[seat]
    known = player.sorted_hand
    if known is None or known.hand != player.hand or known.cards is not game.cards:
        known = player.sorted_hand = SortedHand(player.hand.copy(), game.cards)
    return known.by_fact[fact]
