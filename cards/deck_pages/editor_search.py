"""The find side of the editor: the search of the catalogue's pages, with the query in the editor's address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, NamedTuple

from cards.deck_pages.editor_rows import Row, rows_of
from cards.decks.judging import current_facts
from cards.finding import current_finding
from cards.paging import NoSuchPageError, page_number, page_of
from cards.searching import Facet, Fault, Found, fault_of, search, typable
from incursions.rules.construction import DeckContent, PieceFacts
from incursions.rules.construction.facts import ANY_RACE
from incursions.rules.printed.words import RACES
from incursions.search import QueryError, TypedQuery
from incursions.search.tokens import LONGEST_QUERY

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
