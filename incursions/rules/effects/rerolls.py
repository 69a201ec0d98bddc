"""Which dice of a roll just made an effect may throw anew (rules 10.5, 15.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.in_force import Force

REROLL = "reroll"
ALL_DICE = "all dice"


class Roll(Protocol):
    """Dice just thrown. `is_damage`: they are damage dice of a weapon of the player who threw them."""

    is_damage: ClassVar[bool]
    dice: tuple[int, ...]


def can_be_thrown_again(roll: Roll, effect: Effect) -> bool:
    """Does the effect find dice to throw anew?"""
    if effect.fields["which"] != ALL_DICE and not roll.is_damage:
        return False
    return any(die <= effect.fields.get("showing", die) for die in roll.dice)


def of_use(roll: Roll, found: Iterable[Force]) -> list[Force]:
    """Of what a roll sets off, without that which would find no die to throw anew: nobody is asked for it."""
    return [force for force in found if force.effect.verb != REROLL or can_be_thrown_again(roll, force.effect)]
