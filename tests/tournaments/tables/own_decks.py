"""Decks of players, to play with."""

from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from cards.loadouts import DECKS as LOADOUTS
from cards.storing import starters
from tournaments.matches.table_settings import Settings

DECKS = list(starters())


MINE = starters()[DECKS[4]]


NAME = "Zephyrquill"


def deck_of(owner, name=NAME, **parts):
    return create_deck(owner=owner, name=name, content=data_of(MINE.content) | parts)


def chosen(deck, owner, mode="full"):
    """Return the deck as its owner brings it to a match of that mode."""
    return LOADOUTS.choose({"deck": deck.public_id}, owner, Settings(mode=mode).limits)


def starter_of(seat) -> str:
    return LOADOUTS.find_title(seat.loadout)


def deck_row_of(seat):
    return LOADOUTS.find_row(seat.loadout)
