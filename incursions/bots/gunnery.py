"""What a captain's weapons could do to whom, before the score is thrown (rules 10, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.bots.odds import AVERAGE_DIE, chance_of_at_least, chance_to_evade
from incursions.bots.situation import ShipView, Situation, damage, place, points, weapon_range, weapons
from incursions.engine.hexes import distance
from incursions.rules import phrases
from incursions.rules.ships import POINTS_PER_SHIELD_POWER


class Shot(NamedTuple):
    """One way to fire: at whom, with what, for how much power, and what it promises."""

    target: ShipView
    weapon: str
    power: int
    further: int
    average: float
    chance_to_destroy: float

    @property
    def line(self) -> str:
        """The line that fires it."""
        parts = [phrases.FIRE[self.weapon], phrases.AT_SEAT[self.target["seat"]], phrases.WITH_POWER[self.power]]
        if self.weapon == "torpedoes":
            parts.append((phrases.AND_RANGE if self.power else phrases.WITH_RANGE)[self.further])
        return " ".join(parts)


def shots(situation: Situation, power: int) -> Iterator[Shot]:
    """Every weapon at every ship it reaches, with at most so much power; what is not needed for range adds dice."""
    me = situation.me
    for target in situation.targets:
        far = distance(situation.at, place(target))
        for weapon in weapons(me):
            further = max(0, far - weapon_range(me, weapon))
            if further == 0 or (weapon == "torpedoes" and further <= power):
                yield _shot(me, target, weapon, power - further, further)


def _shot(me: ShipView, target: ShipView, weapon: str, power: int, further: int) -> Shot:
    dice, bonus = damage(me, weapon)
    dice += power
    return Shot(target, weapon, power, further, AVERAGE_DIE * dice + bonus, _chance_to_destroy(target, dice, bonus))


def _chance_to_destroy(target: ShipView, dice: int, bonus: int) -> float:
    """The chance that the target falls to this attack, if it defends as well as its power lets it."""
    power = target["power"]
    needed = points(target) - bonus
    chance = chance_of_at_least(dice, needed)
    if chance == 0 or power == 0:
        return chance
    against_evasion = chance * (1 - chance_to_evade(target["evasion"] + power - 1))
    against_shields = chance_of_at_least(dice, needed + POINTS_PER_SHIELD_POWER * power)
    return min(against_evasion, against_shields)
