"""The content and odds of boosters, as shown to players before they open any (rules 22.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from incursions.rules.sealed import Odds, Recipe, Stock, odds_of

CREW_WORDS = {None: "", True: " that are officers", False: " that are no officers"}


class SlotWords(NamedTuple):
    """A slot of a booster: how many pieces it has, and their kind."""

    many: int
    words: str
    titles: int


class OddsLine(NamedTuple):
    """The odds of one rarity, in words."""

    rarity: str
    in_booster: str
    in_pool: str
    chance_in_booster: str
    chance_in_pool: str
    once_in: str


class OddsPage(NamedTuple):
    """The content and odds of a recipe."""

    recipe: Recipe
    cards: list[SlotWords]
    tiles: list[SlotWords]
    odds: list[OddsLine]

    @property
    def cards_in_booster(self) -> int:
        """The number of cards in a booster."""
        return sum(slot.many for slot in self.cards)

    @property
    def tiles_in_booster(self) -> int:
        """The number of tiles in a booster."""
        return sum(slot.many for slot in self.tiles)


def odds_page(stock: Stock) -> OddsPage:
    """Return the content and odds of boosters drawn from this stock."""
    recipe = stock.recipe
    return OddsPage(
        recipe,
        [
            SlotWords(slot.count, _rarities(slot.rarities) + CREW_WORDS[slot.crew], sum(map(len, of)))
            for slot, of in zip(recipe.cards, stock.cards, strict=True)
        ],
        [
            SlotWords(
                slot.count,
                f"worth {' or '.join(map(str, slot.points))} hex point{'s' * (slot.points != (1,))}",
                len(of),
            )
            for slot, of in zip(recipe.tiles, stock.tiles, strict=True)
        ],
        [_line(odds) for odds in odds_of(recipe)],
    )


def _rarities(rarities: tuple[tuple[str, int], ...]) -> str:
    """Return rarities in words: "Common", or "Common 3 times in 4, or Special once in 4"."""
    whole = sum(weight for _, weight in rarities)
    if len(rarities) == 1:
        return rarities[0][0]
    said = [f"{rarity} {'once' if weight == 1 else f'{weight} times'} in {whole}" for rarity, weight in rarities]
    return f"{', '.join(said[:-1])}, or {said[-1]}"


def _line(odds: Odds) -> OddsLine:
    return OddsLine(
        odds.rarity,
        _number(odds.in_booster),
        _number(odds.in_pool),
        _percent(odds.chance_in_booster),
        _percent(odds.chance_in_pool),
        "" if odds.in_booster >= 1 else f"1 in {_number(1 / odds.chance_in_booster)} boosters",
    )


def _number(value: Fraction) -> str:
    """Format a number with two decimal places, without trailing zeros."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _percent(chance: Fraction) -> str:
    return "always" if chance == 1 else f"{float(chance * 100):.1f} %"
