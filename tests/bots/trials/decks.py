"""Starter decks to measure."""

from cards.pieces import pieces, starters
from incursions.bots.trials.games import DeckSet


def deck_set(count: int = 8) -> DeckSet:
    return DeckSet(tuple(starters().values())[:count], pieces())
