"""What captain and officers add to every weapon that their player uses, not to their ship's alone (rules 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.trigger_table import STANDING
from incursions.rules.plays.in_play import serving

if TYPE_CHECKING:
    from incursions.rules.attacks.full_attack import FullAttack
    from incursions.rules.effects.effect import Effect
    from incursions.rules.game import Game

WEAPONS = "weapons"


def lent_to_weapons(game: Game, seat: int, attack: FullAttack) -> tuple[int, int]:
    """The flat bonus and the dice, printed and by what they say, of those who lie face up (rules 2.5, 14.2)."""
    bonus = dice = 0
    for number in _people(game, seat):
        card = game.cards[number].card
        bonus += card.bonuses.weapons
        for effect in card.effects.top:
            situation = Situation(number, seat, None, attack)
            if _is_of_weapons(effect) and effect.trigger in STANDING and hold(game, situation, effect.conditions):
                bonus += effect.fields.get("by", 0)
                dice += effect.fields.get("dice", 0)
    return bonus, dice


def _people(game: Game, seat: int) -> Iterator[int]:
    """Captain or stand-in, without one the first assimilated captain (15.10); and the officers of the ship."""
    for number in serving(game, game.players[seat]):
        card = game.cards[number].card
        if (card.is_crew or card.is_captain) and number not in game.board.face_down:
            yield number


def _is_of_weapons(effect: Effect) -> bool:
    return effect.verb == "modify" and effect.fields["of"] == WEAPONS
