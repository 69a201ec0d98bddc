"""Parts of the deck editor: rows of pieces, the search for more of them, and problems with their fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from http import HTTPStatus
from typing import ClassVar, NamedTuple

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from cards.catalogue import slug_of
from cards.deck_pages.listing import ProblemLine, nature_class, problem_lines, under_headings
from cards.decks.contents import PILES
from cards.decks.judging import Edit, copies_in, current_facts, fixes_of, home_of, take_place, text_of
from cards.searching import Facet, Fault, Found, Result, current_finding, fault_of, search, typable
from incursions.games.incursions.deck_files import Part
from incursions.games.incursions.rules.construction import FULL, DeckContent, Format, Problem, Severity, Verdict
from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    NATURES,
    PLAY_METHODS,
    RACES,
    Definition,
    PieceFacts,
)
from incursions.games.incursions.search import QueryError, TypedQuery
from incursions.games.incursions.search.parsing import MOST_TERMS
from incursions.games.incursions.search.query import LONGEST_QUERY
from incursions.kit.paging import NoSuchPageError, page_number, page_of

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
    """Return the row of a found piece, with the buttons that its place in the deck allows."""
    title = definition["title"]
    piece = current_facts()[title]
    part = home_of(piece)
    stepper = _stepper(content, part, piece, allowed) if part in PILES else None
    item, css = current_finding().items.render("pool", definition), (piece.nature or piece.race).lower()
    return Row(row_id("find", title), title, css, item, stepper, _takings(content, piece, allowed))


def _stepper(content: DeckContent, part: Part, piece: PieceFacts, allowed: Allowance) -> Stepper:
    """Return the buttons that change the copies of a piece, within what the rules and the pool allow."""
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
    """Return the buttons of a line of the deck, also for a piece that is unknown or in the wrong part."""
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


ON_A_PAGE = 30
ALWAYS_SHOWN = ("kind", "nature", "rarity")


@dataclass(frozen=True, slots=True)
class Find:
    """The result of a search in an editor: rows, or the reason for none. `page` is the page number as typed."""

    text: str
    rows: list[Row]
    page: str = "1"
    fault: Fault | None = None
    no_page: NoSuchPageError | None = None
    longest: ClassVar[int] = LONGEST_QUERY

    @property
    def box(self) -> str:
        """Return the value of the search box."""
        return typable(self.text)

    @property
    def status(self) -> HTTPStatus:
        """The status of a page with it."""
        if self.no_page is not None:
            return self.no_page.status
        return HTTPStatus.OK if self.fault is None else HTTPStatus.BAD_REQUEST


@dataclass(frozen=True, slots=True)
class CatalogueFind(Find):
    """The result of a search in the catalogue, with its facets and the quick choice of usable cards."""

    found: Found | None = None
    usable: Choice | None = None

    @property
    def facets(self) -> list[Facet]:
        """Return the facets that every search is narrowed down by."""
        return [facet for facet in self._facets if facet.field.name in ALWAYS_SHOWN]

    @property
    def more_facets(self) -> list[Facet]:
        """All others."""
        return [facet for facet in self._facets if facet.field.name not in ALWAYS_SHOWN]

    @property
    def _facets(self) -> list[Facet]:
        return [] if self.found is None else self.found.facets


def find_in_catalogue(content: DeckContent, asked: Mapping[str, str]) -> CatalogueFind:
    """Return the search results, each piece with its copies in the deck.

    Before anybody asks, a ship is searched for, then what it can use.
    """
    finding, facts = current_finding(), current_facts()
    first = "kind:ship" if content.ship is None else usable_term(content, facts)
    text, page = asked.get("q", first), asked.get("page", "1")
    try:
        found = search(finding, text, page_number(page), ON_A_PAGE)
        usable = usable_choice(TypedQuery(text, finding.index.vocabulary), content, facts)
    except QueryError as error:
        return CatalogueFind(text, [], fault=fault_of(error, finding.index.suggest_query(error)))
    except NoSuchPageError as error:
        return CatalogueFind(text, [], no_page=error)
    return CatalogueFind(text, rows_of(found.page.items, content), page, found=found, usable=usable)


def find_again(content: DeckContent, asked: Mapping[str, str]) -> CatalogueFind:
    """Return the rows that a page shows already, as they are now: no change of a deck changes facets and words."""
    text, page = asked.get("q", ""), asked.get("page", "1")
    try:
        found = page_of(current_finding().index.search(text).pieces, page_number(page), ON_A_PAGE).items
    except (QueryError, NoSuchPageError):
        found = ()  # nor does the page show any
    return CatalogueFind(text, rows_of(found, content), page)


class Choice(NamedTuple):
    """A choice beside a query: the query after a click, and whether the choice is active."""

    query: str
    is_chosen: bool


def usable_term(content: DeckContent, facts: Mapping[str, PieceFacts]) -> str:
    """Return the query for cards that ship and captain can use. Equipment asks for the ship alone (rules 16.4)."""
    ship, captain = facts.get(content.ship or ""), facts.get(content.captain or "")
    own, other = _users(ship), _users(captain)
    if own == other or other == ANY_RACE:
        return f"usage:{own}"
    return f"usage:{other}" if ship is None else f"(usage:{own} or usage:{other} -is:equipment)"


def usable_choice(typed: TypedQuery, content: DeckContent, facts: Mapping[str, PieceFacts]) -> Choice | None:
    """Return the query with the term added or removed; None if the query has no room for it."""
    term = usable_term(content, facts)
    for dropped, text in typed.shorter():
        if dropped == term:
            return Choice(text, True)
    added = typed.with_term(term)
    return Choice(added, False) if typed.has_room and len(added) <= LONGEST_QUERY else None


def _users(piece: PieceFacts | None) -> str:
    """Return the race that cards are printed for; neutral and unowned cards are for any race (rules 13.5)."""
    return piece.race if piece is not None and piece.race in RACES else ANY_RACE


MOST_SHOWN = 30  # at a time: those mended make room for others


class FixButton(NamedTuple):
    """A button that mends a problem: its label, and the edits that it sends."""

    label: str
    edits: str


class Way(NamedTuple):
    """A search that helps with a problem: the label of its link, and its query."""

    label: str
    query: str


class EditorProblem(NamedTuple):
    """A problem with the ways out of it."""

    line: ProblemLine
    sentence: SafeString
    fixes: list[FixButton]
    way: Way | None


def editor_problems(verdict: Verdict, content: DeckContent, chosen: Format = FULL) -> list[EditorProblem]:
    """Return the problems of the verdict in its order, the first of very many."""
    facts = current_facts()
    shown = replace(verdict, problems=verdict.problems[:MOST_SHOWN])
    return [
        EditorProblem(
            line,
            _link_pieces(line),
            [FixButton(label, text_of(edits)) for label, edits in fixes_of(problem, content, facts, chosen)],
            _suggest_search(problem, content, facts),
        )
        for problem, line in zip(shown.problems, problem_lines(shown), strict=True)
    ]


def _link_pieces(line: ProblemLine) -> SafeString:
    """Return the sentence with the pieces that it names as links."""
    said = str(conditional_escape(line.sentence))
    for title, url in line.pieces:
        if url:
            said = said.replace(conditional_escape(title), format_html('<a href="{}">{}</a>', url, title), 1)
    return mark_safe(said)  # noqa: S308 -- escaped, but for the links


def _suggest_search(problem: Problem, content: DeckContent, facts: Mapping[str, PieceFacts]) -> Way | None:
    """Return a link to a search that helps with the problem, or None."""
    if problem.code == "deck.rarity_over_limit":
        return Way("Show them", _any_of(problem.pieces) or f"kind:card rarity:{_quote(str(problem.params['rarity']))}")
    if problem.code == "deck.too_small":
        return Way("Find cards", usable_term(content, facts))
    if problem.code == "hexpile.points_out_of_range":
        is_worth_too_much = int(problem.params["points"]) > int(problem.params["max"])
        return Way("Find tiles", f"kind:tile sort:{'' if is_worth_too_much else '-'}points")
    searches = {
        "ship.missing": Way("Choose a ship", "kind:ship"),
        "hexpile.no_wormhole": Way("Find wormholes", "is:wormhole"),
    }
    return searches.get(problem.code)


def _any_of(titles: tuple[str, ...]) -> str:
    """Return a query that finds these pieces; nothing where it would be too long."""
    query = " or ".join(f"title={_quote(title)}" for title in titles)
    return query if len(titles) <= MOST_TERMS and len(query) <= LONGEST_QUERY else ""


def _quote(word: str) -> str:
    return f'"{word}"'
