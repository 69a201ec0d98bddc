"""What stands where in the payload of a code: numbers that reading and writing share (docs/decks.md).

Name · sets besides the first · ship, captain, stand-in · deck · hexpile · check of titles. Deck and hexpile are, for
each set, its pieces by number, then those that are written out.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from incursions.deck_files.sheet import Part
from incursions.rules.printed.card_sets import THE_ONLY_SET

FIRST_SET = THE_ONLY_SET.code  # the set that a code need not name
PILES = (Part.DECK, Part.HEXPILE)
MOST_COPIES = 99
MOST_TITLES = 500  # of deck or hexpile
MOST_SETS = 1000
HIGHEST_NUMBER = 99_999

NOTHING, WRITTEN_OUT, BY_NUMBER = 0, 1, 2  # of ship, captain and stand-in; BY_NUMBER + n is set n
STEP = 5  # a piece is the way from the number before it, times 5, and its copies less 1, or 4 for 5 and more

CHECK = 3  # bytes


def check_of(titles: Iterable[str]) -> bytes:
    """The check of the titles that stand by number, in their order: it finds numbers that now mean other pieces."""
    return sha256("".join(f"{title}\n" for title in titles).encode()).digest()[:CHECK]
