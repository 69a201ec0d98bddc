"""The odds of a recipe, exact, as players are told them before they open anything (rules 22.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from incursions.rules.construction.formats import RARITY_LIMITS
from incursions.rules.sealed.recipes import COMMON, Recipe


class Odds(NamedTuple):
    """Of one rarity: cards to be expected in a booster and in a pool, and the chance of one at least in either."""

    rarity: str
    in_booster: Fraction
    in_pool: Fraction
    chance_in_booster: Fraction
    chance_in_pool: Fraction


def odds_of(recipe: Recipe) -> list[Odds]:
    """The odds of every rarity that the recipe can give, the most common one first."""
    return [found for rarity in (COMMON, *reversed(RARITY_LIMITS)) if (found := _odds(recipe, rarity)).in_booster]


def _odds(recipe: Recipe, rarity: str) -> Odds:
    expected, none = Fraction(0), Fraction(1)
    for slot in recipe.cards:
        chance = Fraction(dict(slot.rarities).get(rarity, 0), slot.weight)
        expected += slot.count * chance
        none *= (1 - chance) ** slot.count
    return Odds(rarity, expected, recipe.boosters * expected, 1 - none, 1 - none**recipe.boosters)
