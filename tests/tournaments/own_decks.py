"""Decks of players, to play with."""

from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from cards.pieces import starters

DECKS = list(starters())


MINE = starters()[DECKS[4]]


NAME = "Zephyrquill"


def deck_of(owner, name=NAME, **parts):
    return create_deck(owner=owner, name=name, content=data_of(MINE.content) | parts)
