"""Deck files: what a player brings, as text and as JSON, read and written (docs/decks.md). Knows no Django."""

from incursions.deck_files.reading import DeckFile, Line, PoolFile, read_deck, read_pool
from incursions.deck_files.sheet import Fault, Part
from incursions.deck_files.titles import Titles
from incursions.deck_files.writing import json_of, text_of

__all__ = ["DeckFile", "Fault", "Line", "Part", "PoolFile", "Titles", "json_of", "read_deck", "read_pool", "text_of"]
