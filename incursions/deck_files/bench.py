"""How long a whole check of a deck takes: its text read, its titles looked up, deck and hexpile judged.

Measured in CPU seconds, of every starter deck, cut to the 25 cards that a deck holds at least (rules 3.1); a figure is
the median of the slowest deck.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time_ns

from incursions.deck_files.reading import read_deck
from incursions.deck_files.titles import Titles
from incursions.deck_files.writing import text_of
from incursions.rules.catalogue import Catalogue, load
from incursions.rules.construction import FULL, DeckContent, evaluate, index_pieces
from incursions.rules.construction.counting import Pieces
from incursions.rules.printed.starters import Starter, load_starters

FIXTURES = Path(__file__).parents[2] / "fixtures"
ROUNDS = 301
MICROSECOND = 1e3  # nanoseconds


def deck_texts(catalogue: Catalogue) -> list[str]:
    """The starter decks as text, each with 25 cards."""
    starters = load_starters(FIXTURES / "starters.yaml", catalogue)
    return [text_of(_cut(starter), starter.title) for starter in starters.values()]


def _cut(starter: Starter) -> DeckContent:
    cards = islice(Counter(starter.cards).elements(), FULL.fewest_cards)
    return DeckContent(starter.ship, starter.captain, None, Counter(cards), starter.hexpile)


def check_us(text: str, titles: Titles, pieces: Pieces) -> float:
    """The median microseconds of a check, from the text to the verdict."""
    return median(_us_of(text, titles, pieces) for _ in range(ROUNDS))


def _us_of(text: str, titles: Titles, pieces: Pieces) -> float:
    began = process_time_ns()
    verdict = evaluate(read_deck(text, titles).content, FULL, pieces)
    took = process_time_ns() - began
    assert verdict.is_legal
    return took / MICROSECOND


def figures() -> dict[str, float]:
    """All figures by name."""
    catalogue = load(FIXTURES)
    pieces = index_pieces(piece for kind in catalogue for piece in kind.values())
    titles = Titles(pieces)
    return {"decks.check_us": round(max(check_us(text, titles, pieces) for text in deck_texts(catalogue)), 1)}
