"""Who may answer what was announced, as far as a glance tells: no window opens where nobody may (13.10, 13.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.plays.card_faces import ANY_TIME
from incursions.rules.plays.in_hand import in_hand
from incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.cards import GameCard

ANNOUNCED = "announced"  # the trigger of what answers it
PUBLIC = "public"  # windows in which everybody is asked who holds a card


def may_be_answered(game: Game, seat: int) -> bool:
    """Has anybody else something that could answer, or that comes by itself? Mostly not."""
    for player in game.players:
        if player.seat != seat:
            if ANNOUNCED in player.in_force.by_trigger or in_hand(game, player.seat, is_for_any_time):
                return True
            if game.windows == PUBLIC and player.hand:
                return True
    return False


@printed_fact
def is_for_any_time(card: GameCard) -> bool:
    """Is the card played at any time (rules 13.14)?"""
    return card.play_method == ANY_TIME
