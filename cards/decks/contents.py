"""The content, name, tags and notes of a deck as plain data, read strictly; and the differences of two contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

from cards.decks.errors import DeckError
from incursions.games.incursions.deck_files.codes import MOST_COPIES, MOST_TITLES
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TYPED, OUTSIDE, Part
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import clean_text, fold, quote, refused_sign

LONGEST_TAG = 30
LONGEST_FOLDED = 3 * LONGEST_TAG  # a few signs are words when they are folded
MOST_TAGS = 10
LONGEST_NOTES = 20_000
_LINE_END = re.compile(r"\r\n|\r|\n")


def name_of(said: object, what: str = "name", longest: int = LONGEST_NAME) -> str:
    """Return the name of a deck, with single spaces. Raises `DeckError` if it is empty or not allowed."""
    return _line(said, what, longest)


def tags_of(said: Any) -> dict[str, str]:
    """Return tags by their folded spelling; the first spelling of each counts. Raises `DeckError`."""
    said = DeckError.require_type(said, (list, tuple), "tags", "a list of texts")
    if len(said) > MOST_TAGS:
        raise DeckError("too_many", f"A deck has at most {MOST_TAGS} tags.", field="tags")
    tags: dict[str, str] = {}
    for each in said:
        tag = _line(each, "tag", LONGEST_TAG, field="tags")
        if "," in tag:
            raise DeckError("invalid", "A tag cannot contain a comma: commas separate tags.", field="tags")
        if not 0 < len(fold(tag)) <= LONGEST_FOLDED:
            raise DeckError("invalid", f"The tag {tag} cannot be used. Choose another one.", field="tags")
        tags.setdefault(fold(tag), tag)
    return tags


def notes_of(said: object) -> str:
    """Return the notes of a deck, exactly as typed. Raises `DeckError` for too many, or refused signs."""
    text = DeckError.require_type(said, str, "notes", "a text")
    if len(text) > LONGEST_NOTES:
        message = f"The notes are {len(text):,} characters long; at most {LONGEST_NOTES:,} are kept."
        raise DeckError("invalid", message, field="notes")
    for line in _LINE_END.split(text):
        _refuse_signs(line, "notes", "notes")
    return text


def _line(said: object, what: str, longest: int, *, field: str = "") -> str:
    """Return a text without outer spaces. Raises `DeckError` if it is empty, too long or has refused characters."""
    field = field or what.replace(" ", "_")
    text = DeckError.require_type(said, str, what, "a text", field=field)
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


PILES = (Part.DECK, Part.HEXPILE)
PARTS = (*OUTSIDE, *PILES)


class ContentData(TypedDict):
    """The content of a deck as plain data: titles, and the copies of each in deck and hexpile."""

    ship: str | None
    captain: str | None
    stand_in: str | None
    deck: dict[str, int]
    hexpile: dict[str, int]


class Entry(NamedTuple):
    """Copies of a piece in a part of a deck."""

    part: Part
    title: str
    copies: int


def content_of(data: Any) -> DeckContent:
    """Return the content that plain data describes; a part may be left out. Raises `DeckError`.

    Titles need not be known, since the catalogue may change: the evaluator reports those that are not.
    """
    for key in DeckError.require_type(data, Mapping, "content", "an object"):
        if key not in PARTS:
            message = f"There is no part {quote(key)}; there are {', '.join(PARTS)}."
            raise DeckError("malformed", message, field="content")
    outside = {part.value: None if (said := data.get(part)) is None else _title(said, part.value) for part in OUTSIDE}
    deck, hexpile = (_pile(part, data.get(part, {})) for part in PILES)
    return DeckContent(**outside, cards=deck, hexpile=hexpile)


def data_of(content: DeckContent) -> ContentData:
    """Return the content as plain data, with all parts, titles in order."""
    return {
        "ship": content.ship,
        "captain": content.captain,
        "stand_in": content.stand_in,
        "deck": dict(sorted(content.cards.items())),
        "hexpile": dict(sorted(content.hexpile.items())),
    }


def entries(content: DeckContent) -> Iterator[Entry]:
    """Yield every piece where it stands, part by part, titles in order."""
    for key, value in data_of(content).items():
        counts = value if isinstance(value, dict) else {str(value): 1} if value else {}
        yield from (Entry(Part(key), title, copies) for title, copies in counts.items())


def _pile(part: Part, value: Any) -> dict[str, int]:
    """Return the copies by title of the deck or hexpile. Raises `DeckError` for anything else."""
    DeckError.require_type(value, Mapping, part.value, "an object of titles with their copies")
    if len(value) > MOST_TITLES:
        raise DeckError("too_many", f"{part.value}: at most {MOST_TITLES} titles are kept.", field=part.value)
    return {_title(title, part.value): _copies(part, title, copies) for title, copies in value.items()}


def _title(value: Any, field: str) -> str:
    DeckError.require_type(value, str, field, "a title")
    sign = refused_sign(value)
    if sign is not None:
        raise DeckError("invalid", f"{field}: a title holds {sign}, which is not allowed.", field=field)
    if not 0 < len(value) <= LONGEST_TYPED:
        message = f"{field}: a title of 1 to {LONGEST_TYPED} characters was expected, not {quote(value)}."
        raise DeckError("invalid", message, field=field)
    if value != clean_text(value):
        message = f"{field}: a title holds single spaces and nothing that is not seen, unlike {quote(value)}."
        raise DeckError("invalid", message, field=field)
    return value


def _copies(part: Part, title: str, copies: Any) -> int:
    """Return the number of copies of a title. Raises `DeckError` if it cannot be kept."""
    field = f"{part.value}/{title}"
    DeckError.require_type(copies, int, quote(title), "a whole number of copies", field=field)
    if not 1 <= copies <= MOST_COPIES:
        raise DeckError("invalid", f"{quote(title)}: 1 to {MOST_COPIES} copies can be kept.", field=field)
    return copies


class Difference(NamedTuple):
    """A piece whose number in a part differs: `before` and `after` are copies, 0 for none."""

    part: Part
    title: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """Return how many copies more there are, or less."""
        return self.after - self.before


def differences(before: DeckContent, after: DeckContent) -> list[Difference]:
    """Return the changes that turn one content into the other: part by part, titles in order."""
    then, now = ({entry[:2]: entry.copies for entry in entries(content)} for content in (before, after))
    places = sorted(then.keys() | now.keys(), key=lambda place: (PARTS.index(place[0]), place[1]))
    found = (Difference(part, title, then.get((part, title), 0), now.get((part, title), 0)) for part, title in places)
    return [difference for difference in found if difference.change]
