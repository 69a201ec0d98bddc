"""Share codes: a deck as one short word for chats and addresses, checked and stable (docs/decks.md)."""

from incursions.deck_files.codes.letters import PREFIX, CodeError, code_in, sole_code
from incursions.deck_files.codes.numbers import Numbers
from incursions.deck_files.codes.reading import read_code
from incursions.deck_files.codes.writing import code_of

__all__ = ["PREFIX", "CodeError", "Numbers", "code_in", "code_of", "read_code", "sole_code"]
