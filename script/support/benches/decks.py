"""Measure a whole check of a deck: its text read, its titles looked up, deck and hexpile judged; and an import.

Measured in CPU seconds, of every starter deck, cut to the 25 cards that a deck holds at least (rules 3.1); a figure is
the median of the slowest deck. What is imported has a slip in every title, so that each is compared with all others.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time_ns

from incursions.games.incursions.deck_files import Status, read_pasted
from incursions.games.incursions.deck_files.formats import read_deck, text_of
from incursions.games.incursions.deck_files.lexicon import Lexicon, Titles
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.construction import FULL, DeckContent, Pieces, evaluate
from incursions.games.incursions.rules.starters import Starter, load_starters

FIXTURES = Path(__file__).parents[3] / "fixtures"
ROUNDS = 301
IMPORTS = 9
MICROSECOND = 1e3  # nanoseconds
MILLISECOND = 1e6


def deck_texts(catalogue: Catalogue) -> list[str]:
    """Return the starter decks as text, each with 25 cards."""
    starters = load_starters(FIXTURES / "starters.yaml", catalogue)
    return [text_of(_cut(starter), starter.title) for starter in starters.values()]


def _cut(starter: Starter) -> DeckContent:
    cards = islice(Counter(starter.cards).elements(), FULL.fewest_cards)
    return DeckContent(starter.ship, starter.captain, None, Counter(cards), starter.hexpile)


def check_us(text: str, titles: Titles, pieces: Pieces) -> float:
    """Return the median microseconds of a check, from the text to the verdict."""
    return median(_us_of(text, titles, pieces) for _ in range(ROUNDS))


def _us_of(text: str, titles: Titles, pieces: Pieces) -> float:
    began = process_time_ns()
    verdict = evaluate(read_deck(text, titles).content, FULL, pieces)
    took = process_time_ns() - began
    assert verdict.is_legal
    return took / MICROSECOND


def mistyped(text: str) -> str:
    """Return the text with the last letter of each line of cards left out."""
    return "\n".join(line[:-1] if line[:1].isdigit() else line for line in text.splitlines())


def import_ms(text: str, lexicon: Lexicon) -> float:
    """Return the median milliseconds of reading a paste with all its guesses."""
    return median(_ms_of(text, lexicon) for _ in range(IMPORTS))


def _ms_of(text: str, lexicon: Lexicon) -> float:
    began = process_time_ns()
    report = read_pasted(text, lexicon)
    took = process_time_ns() - began
    assert report.filter_lines(Status.GUESSED)
    return took / MILLISECOND


def figures() -> dict[str, float]:
    """All figures by name."""
    catalogue = load(FIXTURES)
    lexicon, texts = Lexicon(catalogue), deck_texts(catalogue)
    return {
        "decks.check_us": round(max(check_us(text, lexicon.titles, lexicon.facts) for text in texts), 1),
        "decks.import_ms": round(max(import_ms(mistyped(text), lexicon) for text in texts), 1),
    }
