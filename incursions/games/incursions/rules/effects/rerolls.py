"""The check for dice of a roll that an effect may throw again (rules 10.5, 15.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Effect
    from incursions.games.incursions.rules.effects.in_force import Force

REROLL = "reroll"
ALL_DICE = "all dice"


class Roll(Protocol):
    """A roll just made. `is_damage`: it is of damage dice of the player's own weapon."""

    is_damage: ClassVar[bool]
    dice: tuple[int, ...]


def can_be_thrown_again(roll: Roll, effect: Effect) -> bool:
    """Return True if the roll has a die that the effect may throw again."""
    if effect.fields["which"] != ALL_DICE and not roll.is_damage:
        return False
    return any(die <= effect.fields.get("showing", die) for die in roll.dice)


def of_use(roll: Roll, found: Iterable[Force]) -> list[Force]:
    """Return the effects without rerolls that find no die, so that nobody is asked for those."""
    return [force for force in found if force.effect.verb != REROLL or can_be_thrown_again(roll, force.effect)]
