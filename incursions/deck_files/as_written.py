"""Reads a deck in whichever form it is written: text, JSON or a share code. Nothing is guessed."""

from __future__ import annotations

from incursions.deck_files.codes import read_code, sole_code
from incursions.deck_files.lexicon import Lexicon
from incursions.deck_files.reading import DeckFile, is_json, read_deck


def read_as_written(text: str, lexicon: Lexicon) -> DeckFile:
    """The deck of a text, an object of JSON, or a share code, alone or in a sentence or an address. Raises nothing."""
    code = None if is_json(text) else sole_code(text)
    return read_deck(text, lexicon.titles) if code is None else read_code(code, lexicon.titles, lexicon.numbers)
