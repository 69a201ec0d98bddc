"""Starter decks to measure."""

from cards.storing import pieces, starters
from incursions.games.incursions.bots.trials.games import DeckSet


def deck_set(count: int = 8) -> DeckSet:
    return DeckSet(tuple(starters().values())[:count], pieces())
