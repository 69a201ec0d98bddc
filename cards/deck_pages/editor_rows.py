"""The pieces of the editor as rows: what was found, and what the deck holds, each with what may be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from django.utils.safestring import SafeString

from cards.addresses import slug_of
from cards.catalogue import known_piece
from cards.deck_pages.allowance import USUAL, Allowance
from cards.decks.contents import PILES
from cards.decks.edits import Edit, copies_in, home_of, taking_captain, taking_stand_in, text_of
from cards.results import Items, Result
from incursions.deck_files import Part
from incursions.rules.construction import FULL, DeckContent, PieceFacts
from incursions.rules.printed.pieces import Definition

MOST_IF_UNKNOWN = FULL.most_copies
PARTS_TAKEN = {Part.SHIP: "ship", Part.CAPTAIN: "captain", Part.STAND_IN: "stand-in"}


class Stepper(NamedTuple):
    """Copies of a piece in deck or hexpile, and the edits that make it one less, and one more, empty for none.

    `rule` is the one that allows no more; `is_opened` says that the pieces come from a pool.
    """

    part: Part
    title: str
    copies: int
    most: int
    rule: str
    is_opened: bool = False

    @property
    def less(self) -> str:
        """The edit that takes one out."""
        return text_of([Edit(self.part, self.copies - 1, self.title)]) if self.copies else ""

    @property
    def more(self) -> str:
        """The edit that puts one more in."""
        return text_of([Edit(self.part, self.copies + 1, self.title)]) if self.copies < self.most else ""


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
    found: Iterable[Definition],
    content: DeckContent,
    facts: Mapping[str, PieceFacts],
    items: Items,
    allowed: Allowance = USUAL,
) -> Iterator[Row]:
    """What was found, beside what the deck has of it."""
    for definition in found:
        title = definition["title"]
        piece = facts[title]
        part = home_of(piece)
        stepper = stepper_of(content, part, piece, allowed) if part in PILES else None
        item, css = items.of("pool", definition), _css(piece)
        yield Row(row_id("find", title, facts), title, css, item, stepper, list(_takings(content, piece, allowed)))


def stepper_of(content: DeckContent, part: Part, piece: PieceFacts, allowed: Allowance = USUAL) -> Stepper:
    """The copies of a piece in that part."""
    copies, most = copies_in(content, part, piece.title), allowed.most_of(piece, content)
    rule = allowed.rule_of(piece, part, content)
    return Stepper(part, piece.title, copies, most, rule, is_opened=allowed.pool is not None)


def lines_of(
    content: DeckContent,
    part: Part,
    facts: Mapping[str, PieceFacts],
    look: Look,
    allowed: Allowance = USUAL,
) -> list[DeckLine]:
    """Everything in deck or hexpile, by title."""
    counts = content.cards if part is Part.DECK else content.hexpile
    return [_line(content, part, title, facts, look, allowed) for title in sorted(counts)]


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


def _takings(content: DeckContent, piece: PieceFacts, allowed: Allowance) -> Iterator[Taking]:
    home = home_of(piece)
    if home is Part.SHIP:
        yield _taking(content, home, piece.title, (Edit(home, 1, piece.title),))
    elif home is Part.CAPTAIN:
        yield _taking(content, home, piece.title, taking_captain(content, piece.title))
    elif piece.is_crew and content.captain is None and _may_stand_in(content, piece, allowed):
        yield _taking(content, Part.STAND_IN, piece.title, taking_stand_in(content, piece.title))


def _may_stand_in(content: DeckContent, piece: PieceFacts, allowed: Allowance) -> bool:
    """Nobody stands in beside a captain (rules 3.5); of what was opened, only who is not in the deck already."""
    return content.stand_in == piece.title or allowed.has_spare(piece.title, content)


def _taking(content: DeckContent, part: Part, title: str, edits: tuple[Edit, ...]) -> Taking:
    is_held = bool(copies_in(content, part, title))
    return Taking(PARTS_TAKEN[part], is_held, text_of([Edit(part, 0, title)] if is_held else edits))


def _line(
    content: DeckContent,
    part: Part,
    title: str,
    facts: Mapping[str, PieceFacts],
    look: Look,
    allowed: Allowance,
) -> DeckLine:
    piece = facts.get(title)
    if piece is None or home_of(piece) is not part:
        rule = "3.2" if part is Part.DECK else "4.3"
        stepper = Stepper(part, title, copies_in(content, part, title), MOST_IF_UNKNOWN, rule)
    else:
        stepper = stepper_of(content, part, piece, allowed)
    result = _result(title, look.items)
    return DeckLine(row_id(part.value, title, facts), result, stepper, title in look.wrong, title in look.warned)


def _result(title: str, items: Items) -> Result | None:
    definition = known_piece(title)
    return None if definition is None else items.result(definition)
