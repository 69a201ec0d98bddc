"""Sealed play (rules 22): recipes of boosters, pools drawn from a seed, and a legal deck from a pool. Pure."""

from incursions.games.incursions.rules.sealed.pools import Booster, Pool, StarterPack, open_booster, open_pool
from incursions.games.incursions.rules.sealed.proposals import propose_deck
from incursions.games.incursions.rules.sealed.recipes import RECIPES_FILE, Odds, Recipe, odds_of, read_recipes
from incursions.games.incursions.rules.sealed.stock import Stock

__all__ = [
    "RECIPES_FILE",
    "Booster",
    "Odds",
    "Pool",
    "Recipe",
    "StarterPack",
    "Stock",
    "odds_of",
    "open_booster",
    "open_pool",
    "propose_deck",
    "read_recipes",
]
