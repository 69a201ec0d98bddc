"""Boosters of the catalogue: what they are drawn from, drawing one, and the shelves that collections sort them by."""

from __future__ import annotations

from collections.abc import Mapping

from cards.catalogue import current_pieces
from cards.models import CardSet
from cards.storing import FIXTURES
from incursions.games.incursions.rules.boosters import RECIPES_FILE, Recipe, read_recipes, recipe_faults
from incursions.games.incursions.rules.printed.pieces import RARITIES, PieceFacts
from incursions.games.incursions.rules.sealed_pools import Booster, Stock, StockData, open_booster

SET = "base"
HEXES = "Hexes"


def recipe_now(facts: Mapping[str, PieceFacts]) -> Recipe | None:
    """Return the booster recipe, or None if there is none or it could give a pool without a legal deck (rules 22.3)."""
    recipes, _ = read_recipes(FIXTURES / RECIPES_FILE, {SET: facts})
    recipe = recipes.get(SET)
    return None if recipe is None or any(recipe_faults(recipe, facts)) else recipe


def stock_now(facts: Mapping[str, PieceFacts]) -> Stock | None:
    """Return the stock that boosters are drawn from now, or None if the catalogue has no recipe."""
    recipe = recipe_now(facts)
    return None if recipe is None else Stock.from_recipe(recipe, facts)


def draw_booster(stock: StockData, seed: bytes, number: int) -> Booster:
    """Draw the booster of that number from a stock as plain data."""
    return open_booster(Stock.from_data(stock), seed, number)


def shelve_pieces() -> list[tuple[str, dict[str, list[str]]]]:
    """Return each set's title with the titles in its boosters by rarity; tiles are together under `HEXES`."""
    sets = dict(CardSet.objects.values_list("code", "title"))
    first = next(iter(sets), "")
    shelves: dict[str, dict[str, list[str]]] = {code: {name: [] for name in (*RARITIES, HEXES)} for code in sets}
    pieces = current_pieces()
    for name_of, of in ((lambda piece: piece["rarity"], pieces.cards), (lambda _: HEXES, pieces.tiles)):
        for title, piece in of.items():
            shelf = shelves.get(piece.get("set", first), {}).get(name_of(piece))
            if shelf is not None:
                shelf.append(title)
    return [(sets[code], of) for code, of in shelves.items()]
