"""Validation of a deck's name, tags and notes, with their limits."""

from __future__ import annotations

import re
from typing import Any

from cards.decks.errors import DeckError, require_type
from incursions.games.incursions.deck_files.sheet import LONGEST_NAME, refused_sign
from incursions.games.incursions.search.folding import clean_text, fold

LONGEST_TAG = 30
LONGEST_FOLDED = 3 * LONGEST_TAG  # a few signs are words when they are folded
MOST_TAGS = 10
LONGEST_NOTES = 20_000
_LINE_END = re.compile(r"\r\n|\r|\n")


def name_of(said: object, what: str = "name") -> str:
    """Return the name of a deck, with single spaces. Raises `DeckError` if it is empty or not allowed."""
    return _line(said, what, LONGEST_NAME)


def tags_of(said: Any) -> dict[str, str]:
    """Return tags by their folded spelling; the first spelling of each counts. Raises `DeckError`."""
    said = require_type(said, (list, tuple), "tags", "a list of texts")
    if len(said) > MOST_TAGS:
        raise DeckError("too_many", f"A deck has at most {MOST_TAGS} tags.", field="tags")
    tags: dict[str, str] = {}
    for each in said:
        tag = _line(each, "tag", LONGEST_TAG, field="tags")
        if "," in tag:
            raise DeckError("invalid", "A tag holds no comma: commas stand between tags.", field="tags")
        if not 0 < len(fold(tag)) <= LONGEST_FOLDED:
            raise DeckError("invalid", f"The tag {tag} cannot be compared with others.", field="tags")
        tags.setdefault(fold(tag), tag)
    return tags


def notes_of(said: object) -> str:
    """Return the notes of a deck, exactly as typed. Raises `DeckError` for too many, or refused signs."""
    text = require_type(said, str, "notes", "a text")
    if len(text) > LONGEST_NOTES:
        message = f"The notes are {len(text):,} characters long; at most {LONGEST_NOTES:,} are kept."
        raise DeckError("invalid", message, field="notes")
    for line in _LINE_END.split(text):
        _refuse_signs(line, "notes", "notes")
    return text


def _line(said: object, what: str, longest: int, *, field: str = "") -> str:
    field = field or what.replace(" ", "_")
    text = require_type(said, str, what, "a text", field=field)
    _refuse_signs(text, what, field)
    cleaned = clean_text(text)
    if not cleaned:
        raise DeckError("invalid", f"The {what} is empty.", field=field)
    if len(cleaned) > longest:
        message = f"The {what} is {len(cleaned):,} characters long; at most {longest} are allowed."
        raise DeckError("invalid", message, field=field)
    return cleaned


def _refuse_signs(line: str, what: str, field: str) -> None:
    sign = refused_sign(line)
    if sign is not None:
        holds = "hold" if what == "notes" else "holds"
        raise DeckError("invalid", f"The {what} {holds} {sign}, which is not allowed.", field=field)
