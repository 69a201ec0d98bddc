"""A legal and an illegal deck to fly."""

from cards.decks.contents import data_of
from cards.storing import starters

LEGAL = data_of(starters()["First Blood"].content)
ILLEGAL = LEGAL | {"ship": None}
