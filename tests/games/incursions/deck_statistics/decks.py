"""Contents to count: the deck of the fixtures, and one put together by hand."""

from pathlib import Path

from cards.storing import pieces
from incursions.games.incursions.deck_files import Titles, read_deck
from incursions.games.incursions.deck_statistics import PrintedPieces
from incursions.games.incursions.rules.construction import DeckContent

FOLDER = Path(__file__).resolve().parents[3] / "decks"
PRINTED = PrintedPieces(pieces())


def deck_file(name: str) -> DeckContent:
    """Return a deck of tests/decks."""
    titles = Titles(title for kind in pieces() for title in kind)
    return read_deck((FOLDER / name).read_text(encoding="utf-8"), titles).content
