"""The pieces of the editor as rows: what was found, and what the deck holds, each with what may be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from django.utils.safestring import SafeString

from cards.addresses import slug_of
from cards.catalogue import known_piece
from cards.decks.contents import PILES
from cards.decks.edits import Edit, copies_in, home_of, taking_captain, taking_stand_in, text_of
from cards.results import Items, Result
from incursions.deck_files import Part
from incursions.rules.construction import FULL, DeckContent, PieceFacts
from incursions.rules.printed.pieces import Definition

MOST_IF_UNKNOWN = FULL.most_copies
PARTS_TAKEN = {Part.SHIP: "ship", Part.CAPTAIN: "captain", Part.STAND_IN: "stand-in"}


class Stepper(NamedTuple):
    """Copies of a piece in deck or hexpile, and the edits that make it one less, and one more, empty for none."""

    part: Part
    title: str
    copies: int
    most: int

    @property
    def less(self) -> str:
        """The edit that takes one out."""
        return text_of([Edit(self.part, self.copies - 1, self.title)]) if self.copies else ""

    @property
    def more(self) -> str:
        """The edit that puts one more in."""
        return text_of([Edit(self.part, self.copies + 1, self.title)]) if self.copies < self.most else ""

    @property
    def rule(self) -> str:
        """The rule that allows no more (3.2, 4.3)."""
        return "3.2" if self.part is Part.DECK else "4.3"


class Taking(NamedTuple):
    """A place outside the deck that the piece can take, or holds and can leave."""

    place: str
    is_held: bool
    edit: str


class Row(NamedTuple):
    """A piece that was found, with all that can be done with it. `item` says what it is, `css` has its colours."""

    id: str
    title: str
    css: str
    item: SafeString
    stepper: Stepper | None
    takings: list[Taking]


class DeckLine(NamedTuple):
    """A piece in deck or hexpile. `piece` is None where the catalogue knows none of that title."""

    id: str
    piece: Result | None
    stepper: Stepper
    is_wrong: bool
    is_warned: bool


class Look(NamedTuple):
    """What lines show besides the deck: what is known of pieces, and which are part of a problem, or of a warning."""

    items: Items
    wrong: set[str]
    warned: set[str]


class Held(NamedTuple):
    """A place outside the deck: who holds it, and the edit that empties it; the query that finds others."""

    place: str
    title: str
    piece: Result | None
    edit: str
    query: str


_SEARCHES = {Part.SHIP: "kind:ship", Part.CAPTAIN: "kind:captain", Part.STAND_IN: "nature:crew"}


def row_id(side: str, title: str, facts: Mapping[str, PieceFacts]) -> str:
    """What the row of a piece is called on its side of the page. Titles that nobody knows may be of one address."""
    known = slug_of(title) if title in facts else f"unknown-{blake2b(title.encode(), digest_size=6).hexdigest()}"
    return f"{side}-{known}"


def rows_of(
    found: Iterable[Definition], content: DeckContent, facts: Mapping[str, PieceFacts], items: Items
) -> Iterator[Row]:
    """What was found, beside what the deck has of it."""
    for definition in found:
        title = definition["title"]
        piece = facts[title]
        part = home_of(piece)
        stepper = stepper_of(content, part, piece) if part in PILES else None
        item, css = items.of("pool", definition), _css(piece)
        yield Row(row_id("find", title, facts), title, css, item, stepper, list(_takings(content, piece)))


def stepper_of(content: DeckContent, part: Part, piece: PieceFacts) -> Stepper:
    """The copies of a piece in that part."""
    return Stepper(part, piece.title, copies_in(content, part, piece.title), FULL.most_of(piece))


def lines_of(content: DeckContent, part: Part, facts: Mapping[str, PieceFacts], look: Look) -> list[DeckLine]:
    """Everything in deck or hexpile, by title."""
    counts = content.cards if part is Part.DECK else content.hexpile
    return [_line(part, title, counts[title], facts, look) for title in sorted(counts)]


def held(content: DeckContent, items: Items) -> Iterator[Held]:
    """The places outside the deck: that of the ship, and the captain's, whoever holds it (rules 3.5, 3.8)."""
    for part, place in PARTS_TAKEN.items():
        title = getattr(content, part.value)
        if title is None and (part is Part.STAND_IN or (part is Part.CAPTAIN and content.stand_in is not None)):
            continue
        edit = "" if title is None else text_of([Edit(part, 0, title)])
        yield Held(place, title or "", _result(title or "", items), edit, _SEARCHES[part])


def _css(piece: PieceFacts) -> str:
    """The class of its nature, or else its race."""
    return (piece.nature or piece.race).lower()


def _takings(content: DeckContent, piece: PieceFacts) -> Iterator[Taking]:
    home = home_of(piece)
    if home is Part.SHIP:
        yield _taking(content, home, piece.title, (Edit(home, 1, piece.title),))
    elif home is Part.CAPTAIN:
        yield _taking(content, home, piece.title, taking_captain(content, piece.title))
    elif piece.is_crew and content.captain is None:  # nobody stands in beside a captain (rules 3.5)
        yield _taking(content, Part.STAND_IN, piece.title, taking_stand_in(content, piece.title))


def _taking(content: DeckContent, part: Part, title: str, edits: tuple[Edit, ...]) -> Taking:
    is_held = bool(copies_in(content, part, title))
    return Taking(PARTS_TAKEN[part], is_held, text_of([Edit(part, 0, title)] if is_held else edits))


def _line(part: Part, title: str, copies: int, facts: Mapping[str, PieceFacts], look: Look) -> DeckLine:
    piece = facts.get(title)
    most = MOST_IF_UNKNOWN if piece is None or home_of(piece) is not part else FULL.most_of(piece)
    stepper = Stepper(part, title, copies, most)
    result = _result(title, look.items)
    return DeckLine(row_id(part.value, title, facts), result, stepper, title in look.wrong, title in look.warned)


def _result(title: str, items: Items) -> Result | None:
    definition = known_piece(title)
    return None if definition is None else items.result(definition)
