"""Numbers as forms and addresses send them."""

from __future__ import annotations

from cards.decks.errors import malformed

LONGEST = 10  # digits


def number_of(typed: str, field: str) -> int:
    """A whole number of a field. Raises `DeckError` for anything else."""
    if typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST:
        return int(typed)
    raise malformed(field, "a whole number", typed, field=field)
