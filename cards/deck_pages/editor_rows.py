"""The pieces of an editor as rows and lines: search results, the deck's pieces, and the copies allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from django.utils.safestring import SafeString

from cards.addresses import slug_of
from cards.deck_pages.listing import nature_class, under_headings
from cards.decks.contents import PILES
from cards.decks.edits import Edit, copies_in, home_of, take_place, text_of
from cards.decks.judging import current_facts
from cards.finding import Result, current_finding
from incursions.deck_files import Part
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts, Severity, Verdict
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import NATURES, PLAY_METHODS

MOST_IF_UNKNOWN = FULL.most_copies
PARTS_TAKEN = {Part.SHIP: "ship", Part.CAPTAIN: "captain", Part.STAND_IN: "stand-in"}
_SEARCHES = {Part.SHIP: "kind:ship", Part.CAPTAIN: "kind:captain", Part.STAND_IN: "nature:crew"}
ORDERS = {"nature": "Nature", "method": "Method", "title": "A–Z"}
HEADINGS = {"nature": NATURES, "method": PLAY_METHODS}  # by the orders that have any
MOST_CARDS = 90  # titles that are listed, so that the page stays small


class Allowance(NamedTuple):
    """The limits of a deck. `pool` holds the copies that the player opened; None if every piece is allowed."""

    format: Format = FULL
    pool: Mapping[str, int] | None = None

    def most_of(self, piece: PieceFacts, content: DeckContent) -> int:
        """Return the copies allowed in deck or hexpile. A captain's stand-in uses up one of the opened copies."""
        allowed = self.format.most_of(piece)
        return allowed if self.pool is None else min(allowed, self._count_opened(piece.title, content))

    def rule_of(self, piece: PieceFacts, part: Part, content: DeckContent) -> str:
        """Return the number of the rule that allows no more copies."""
        if self.pool is not None and self._count_opened(piece.title, content) < self.format.most_of(piece):
            return "22.2"
        return "3.2" if part is Part.DECK else "4.3"

    def has_spare(self, title: str, content: DeckContent) -> bool:
        """Return True if a copy is left for a place outside the deck."""
        return self.pool is None or content.pieces.get(title, 0) < self.pool.get(title, 0)

    def _count_opened(self, title: str, content: DeckContent) -> int:
        return (self.pool or {}).get(title, 0) - content.outside.count(title)


USUAL = Allowance()


class Stepper(NamedTuple):
    """The copies of a piece in deck or hexpile, with the edits for one less and one more; "" for no edit.

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
    """A piece in the search results with its actions. `item` is its rendered item, `css` its color class."""

    id: str
    title: str
    css: str
    item: SafeString
    stepper: Stepper | None
    takings: list[Taking]


class DeckLine(NamedTuple):
    """A piece in deck or hexpile. `piece` is None if the catalogue does not have it."""

    id: str
    piece: Result | None
    stepper: Stepper
    is_wrong: bool
    is_warned: bool


class Held(NamedTuple):
    """A place outside the deck: who holds it, and the edit that empties it; the query that finds others."""

    place: str
    title: str
    piece: Result | None
    edit: str
    query: str


def row_id(side: str, title: str) -> str:
    """Return the id of a piece's row on its side of the page. Unknown titles may share an address: they are hashed."""
    is_known = title in current_facts()
    known = slug_of(title) if is_known else f"unknown-{blake2b(title.encode(), digest_size=6).hexdigest()}"
    return f"{side}-{known}"


def rows_of(found: Iterable[Definition], content: DeckContent, allowed: Allowance = USUAL) -> list[Row]:
    """Return the found pieces, each with its copies in the deck."""
    return [_row(definition, content, allowed) for definition in found]


def _row(definition: Definition, content: DeckContent, allowed: Allowance) -> Row:
    title = definition["title"]
    piece = current_facts()[title]
    part = home_of(piece)
    stepper = _stepper(content, part, piece, allowed) if part in PILES else None
    item, css = current_finding().items.render("pool", definition), (piece.nature or piece.race).lower()
    return Row(row_id("find", title), title, css, item, stepper, _takings(content, piece, allowed))


def _stepper(content: DeckContent, part: Part, piece: PieceFacts, allowed: Allowance) -> Stepper:
    copies, most = copies_in(content, part, piece.title), allowed.most_of(piece, content)
    rule = allowed.rule_of(piece, part, content)
    return Stepper(part, piece.title, copies, most, rule, is_opened=allowed.pool is not None)


def lines_of(content: DeckContent, part: Part, verdict: Verdict, allowed: Allowance = USUAL) -> list[DeckLine]:
    """Return everything in deck or hexpile, by title."""
    wrong, warned = (_find_concerned(verdict, severity) for severity in Severity)
    return [
        DeckLine(
            row_id(part.value, title),
            current_finding().result(title),
            _line_stepper(content, part, title, allowed),
            title in wrong,
            title in warned,
        )
        for title in sorted(content.cards if part is Part.DECK else content.hexpile)
    ]


def _line_stepper(content: DeckContent, part: Part, title: str, allowed: Allowance) -> Stepper:
    piece = current_facts().get(title)
    if piece is not None and home_of(piece) is part:
        return _stepper(content, part, piece, allowed)
    return Stepper(part, title, copies_in(content, part, title), MOST_IF_UNKNOWN, "3.2" if part is Part.DECK else "4.3")


def _find_concerned(verdict: Verdict, severity: Severity) -> set[str]:
    """Return the pieces with a problem of their own. Too many cards of a rarity are no single card's problem."""
    problems = (problem for problem in verdict.problems if problem.code != "deck.rarity_over_limit")
    return {title for problem in problems if problem.severity is severity for title in problem.pieces}


def outside_places(content: DeckContent) -> Iterator[Held]:
    """Yield the places outside the deck: the ship's, and that of the captain or a stand-in (rules 3.5, 3.8)."""
    for part, place in PARTS_TAKEN.items():
        title = getattr(content, part.value)
        if title is None and (part is Part.STAND_IN or (part is Part.CAPTAIN and content.stand_in is not None)):
            continue
        edit = "" if title is None else text_of([Edit(part, 0, title)])
        yield Held(place, title or "", current_finding().result(title or ""), edit, _SEARCHES[part])


def _takings(content: DeckContent, piece: PieceFacts, allowed: Allowance) -> list[Taking]:
    """Return the place outside the deck that the piece can take or leave, if there is one.

    Nobody stands in beside a captain (rules 3.5); of what was opened, only who is not in the deck already.
    """
    part, title = home_of(piece), piece.title
    if piece.is_crew and content.captain is None and (content.stand_in == title or allowed.has_spare(title, content)):
        part = Part.STAND_IN
    if part in PILES:
        return []
    is_held = bool(copies_in(content, part, title))
    edits = (Edit(part, 0, title),) if is_held else take_place(content, part, title)
    return [Taking(PARTS_TAKEN[part], is_held, text_of(edits))]


class LineGroup(NamedTuple):
    """Lines under a heading; `css` is the class of its colours, `copies` counts lines that are not listed as well."""

    heading: str
    css: str
    lines: list[DeckLine]
    copies: int


def groups_of(lines: list[DeckLine], by: str) -> Iterator[LineGroup]:
    """Yield cards under headings, in the order of rules 13.1 and 13.4, or by title all in one; at most `MOST_CARDS`."""
    found: Iterable[tuple[str, list[DeckLine]]] = [("All cards", lines)]
    if by in HEADINGS:
        found = under_headings(lines, lambda line: getattr(line.piece, by, ""), HEADINGS[by])
    left = MOST_CARDS
    for heading, under in found:
        yield LineGroup(heading, nature_class(heading), under[:left], sum(line.stepper.copies for line in under))
        left -= min(left, len(under))
