"""The content of a deck as plain data, read strictly and written in one order; and the differences of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

from cards.decks.errors import DeckError, require_type
from incursions.games.incursions.deck_files.codes import MOST_COPIES, MOST_TITLES
from incursions.games.incursions.deck_files.sheet import LONGEST_TYPED, OUTSIDE, Part, refused_sign
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.plain_yaml import quote
from incursions.games.incursions.search.folding import clean_text

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
    for key in require_type(data, Mapping, "content", "an object"):
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
    require_type(value, Mapping, part.value, "an object of titles with their copies")
    if len(value) > MOST_TITLES:
        raise DeckError("too_many", f"{part.value}: at most {MOST_TITLES} titles are kept.", field=part.value)
    return {_title(title, part.value): _copies(part, title, copies) for title, copies in value.items()}


def _title(value: Any, field: str) -> str:
    require_type(value, str, field, "a title")
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
    field = f"{part.value}/{title}"
    require_type(copies, int, quote(title), "a whole number of copies", field=field)
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
