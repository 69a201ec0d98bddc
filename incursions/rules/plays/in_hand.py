"""The cards of a hand of which something printed is true: looked at anew only when the hand is another.

A hand changes about once a turn, and every question of the turn asks a dozen things of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from incursions.rules.printed.facts import name_of_fact

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard, OwnedCard

Fact = Callable[["GameCard"], object]
"""Something printed that is true of a card, or not."""


class SortedHand:
    """A hand as it was, and its cards by what is true of them. Copies of a game share it."""

    __slots__ = ("by_fact", "cards", "hand")

    def __init__(self, hand: list[int], cards: Sequence[OwnedCard]) -> None:
        self.hand = hand
        self.cards = cards
        self.by_fact: dict[Fact, tuple[int, ...]] = {}


def in_hand(game: Game, seat: int, fact: Fact) -> tuple[int, ...]:
    """The cards of the hand of which it is true, in the order of the hand. `fact` hangs on what is printed alone."""
    player = game.players[seat]
    known = player.sorted_hand
    if known is None or known.hand != player.hand or known.cards is not game.cards:
        known = player.sorted_hand = SortedHand(player.hand.copy(), game.cards)
    found = known.by_fact.get(fact)
    if found is None:
        found = known.by_fact[fact] = _looked_through(known, fact)
    return found


def _looked_through(known: SortedHand, fact: Fact) -> tuple[int, ...]:
    """Mostly each card remembers it: to read that takes half the time of asking `fact`."""
    cards, name = known.cards, name_of_fact(fact)
    if name is not None:
        try:
            return tuple([number for number in known.hand if cards[number].card.found[name]])
        except KeyError:
            pass
    return tuple([number for number in known.hand if fact(cards[number].card)])
