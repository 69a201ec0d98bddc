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

    def __init__(self, cards: Sequence[OwnedCard], by_fact: dict[Fact, tuple[int, ...]], hand: list[int]) -> None:
        self.cards = cards
        self.by_fact = by_fact.copy()
        self.hand = hand.copy()

    def with_drawn(self, drawn: list[int]) -> SortedHand:
        """The hand with these cards after all others."""
        larger = SortedHand(self.cards, self.by_fact, self.hand)
        larger.hand += drawn
        for number in drawn:
            for fact in _true_of(self.cards[number].card):
                larger.by_fact[fact] += (number,)
        return larger

    def without(self, place: int) -> SortedHand:
        """The hand without the card at that place."""
        smaller = SortedHand(self.cards, self.by_fact, self.hand)
        gone = smaller.hand.pop(place)
        for fact in _true_of(self.cards[gone].card):
            smaller.by_fact[fact] = tuple([number for number in smaller.by_fact[fact] if number != gone])
        return smaller


@printed_fact
def _true_of(card: GameCard) -> tuple[Fact, ...]:
    return tuple(fact for fact in TRUE_OF_NONE if fact(card))


def _sorted_anew(known: SortedHand | None, hand: list[int], cards: Sequence[OwnedCard]) -> SortedHand:
    """Mostly cards were drawn, or one was played: then the others stay sorted as they are."""
    if known is not None and known.cards is cards:
        held, now = len(known.hand), len(hand)
        if now > held and hand[:held] == known.hand:
            return known.with_drawn(hand[held:])
        if now == held - 1:
            place = 0
            while place < now and hand[place] == known.hand[place]:
                place += 1
            if hand[place:] == known.hand[place + 1 :]:
                return known.without(place)
    return SortedHand(cards, TRUE_OF_NONE, []).with_drawn(hand)


def in_hand(game: Game, seat: int, fact: Fact) -> tuple[int, ...]:
    """The cards of the hand of which it is true, in the order of the hand; of facts that are marked `sorts_hands`."""
    player = game.players[seat]
    known = player.sorted_hand
    if known is None or known.hand != player.hand or known.cards is not game.cards:
        known = player.sorted_hand = _sorted_anew(known, player.hand, game.cards)
    return known.by_fact[fact]
