"""JSON Schemas of request bodies, for the documentation. The functions that read a body validate it."""

from __future__ import annotations

from typing import TypedDict

from cards.decks.abilities import Visibility
from cards.decks.contents import LONGEST_NOTES, LONGEST_TAG, MOST_COPIES, MOST_TAGS, MOST_TITLES
from cards.decks.reading import LARGEST_NUMBER
from incursions.games.incursions.deck_files.sheet import LONGEST_NAME, LONGEST_TEXT, LONGEST_TYPED
from incursions.games.incursions.rules.construction import FORMATS


class Schema(TypedDict, total=False):
    """A JSON Schema, with the keywords that are used here."""

    type: str | list[str]
    description: str
    enum: list[str]
    format: str
    pattern: str
    minimum: int
    maximum: int
    minLength: int
    maxLength: int
    properties: dict[str, Schema]
    required: list[str]
    additionalProperties: bool | Schema
    propertyNames: Schema
    minProperties: int
    maxProperties: int
    items: Schema
    minItems: int
    maxItems: int
    uniqueItems: bool
    oneOf: list[Schema]


MOST_FORMATS = 10
MOST_OF_POOL = 2_000  # titles, in all formats of a check; each that nobody knows is a problem of its own
MOST_POINTS = 999_999
MOST_CHOSEN = 2_000


def an_object(needed: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """Return the schema of an object with these properties and no others."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | {"required": list(needed)} if needed else found


def a_text(longest: int, about: str = "", *, least: int = 1, pattern: str = "") -> Schema:
    """Return the schema of a text with a maximum length."""
    found: Schema = {"type": "string", "minLength": least, "maxLength": longest}
    if pattern:
        found["pattern"] = pattern
    if about:
        found["description"] = about
    return found


def _counts(most_titles: int, most_copies: int) -> Schema:
    return {
        "type": "object",
        "maxProperties": most_titles,
        "propertyNames": TITLE,
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": most_copies},
        "description": "Copies by title",
    }


TITLE = a_text(LONGEST_TYPED)
TITLE_OR_NONE: Schema = {"type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_TYPED}
NUMBER: Schema = {
    "type": "integer",
    "minimum": 1,
    "maximum": LARGEST_NUMBER,
    "description": "The number of the deck that was seen; with an old one nothing is saved",
}
VERSION: Schema = {"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER}
NAME = a_text(LONGEST_NAME)
TAGS: Schema = {"type": "array", "maxItems": MOST_TAGS, "items": a_text(LONGEST_TAG)}
NOTES = a_text(LONGEST_NOTES, "Markdown", least=0)
PILE = _counts(MOST_TITLES, MOST_COPIES)
CONTENT = an_object(ship=TITLE_OR_NONE, captain=TITLE_OR_NONE, stand_in=TITLE_OR_NONE, deck=PILE, hexpile=PILE)
TEXT = a_text(LONGEST_TEXT, "A deck as text, JSON or share code (docs/decks.md)", least=0)
ID = a_text(24, "The id of a deck", pattern="^[0-9a-z]+$")
FORMAT = an_object(
    ("name",),
    name={"type": "string", "enum": list(FORMATS)},
    points={"type": "integer", "minimum": 1, "maximum": MOST_POINTS, "description": "The hex-point limit (rules 4.1)"},
    tolerance={"type": "integer", "minimum": 0, "maximum": MOST_POINTS},
    pool=_counts(MOST_OF_POOL, MOST_POINTS) | {"description": "What the player opened, for formats that ask for it"},
)

CREATE = an_object(("name",), name=NAME, content=CONTENT, tags=TAGS, notes=NOTES)
DESCRIBE = an_object(
    ("number",),
    number=NUMBER,
    name=NAME,
    tags=TAGS,
    notes=NOTES,
    visibility={"type": "string", "enum": Visibility.values},
)
SAVE = an_object(("number", "content"), number=NUMBER, content=CONTENT)
STEP = an_object(("number",), number=NUMBER)
KEEP = an_object(("number",), number=NUMBER, name=a_text(LONGEST_NAME, "May be left out", least=0))
COPY = an_object(version=VERSION, name=NAME)
IMPORT = an_object(
    ("text",),
    text=TEXT,
    chosen={
        "type": "object",
        "maxProperties": MOST_CHOSEN,
        "additionalProperties": {"type": "string"},
        "description": "The title to take for what was `typed`; an empty text leaves it out",
    },
    save={"type": "boolean", "description": "Make a deck of it, if no line is a fault"},
    name=NAME | {"description": "Of the deck; else the one in the text"},
)
CHECK = an_object(
    (),
    content=CONTENT,
    text=TEXT,
    deck=ID,
    version=VERSION | {"description": "Of the deck; else what the caller sees of it"},
    formats={
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_FORMATS,
        "items": FORMAT,
        "description": f"What to hold it to; `full` unless said. All pools hold at most {MOST_OF_POOL:,} titles",
    },
) | {"oneOf": [{"required": [key]} for key in ("content", "text", "deck")]}
