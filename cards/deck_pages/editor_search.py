"""The find side of the editor: the search of the catalogue's pages, with the query in the editor's address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from cards.deck_pages.editor_rows import Row, rows_of
from cards.deck_pages.usable import Choice, usable_choice, usable_term
from cards.decks.judging import current_facts
from cards.facets import Facet
from cards.finding import current_finding
from cards.paging import NoSuchPageError, page_number, page_of
from cards.search_faults import Fault, fault_of, typable
from cards.searching import Found, search
from incursions.rules.construction import DeckContent, PieceFacts
from incursions.search import QueryError, TypedQuery
from incursions.search.tokens import LONGEST_QUERY

ON_A_PAGE = 30
ALWAYS_SHOWN = ("kind", "nature", "rarity")


@dataclass(frozen=True, slots=True)
class FindSide:
    """What a query of the editor found, or why it found nothing. `page` is the page as the address names it."""

    text: str
    page: str
    found: Found | None
    rows: list[Row]
    usable: Choice | None
    fault: Fault | None = None
    no_page: NoSuchPageError | None = None
    longest: int = LONGEST_QUERY

    @property
    def box(self) -> str:
        """What stands in the search box."""
        return typable(self.text)

    @property
    def status(self) -> HTTPStatus:
        """The status of a page with it."""
        if self.fault is not None:
            return HTTPStatus.BAD_REQUEST
        if self.no_page is not None:
            return HTTPStatus.NOT_FOUND if self.no_page.last else HTTPStatus.BAD_REQUEST
        return HTTPStatus.OK

    @property
    def facets(self) -> list[Facet]:
        """Those that every search is narrowed down by."""
        return [facet for facet in self._facets if facet.field.name in ALWAYS_SHOWN]

    @property
    def more_facets(self) -> list[Facet]:
        """All others."""
        return [facet for facet in self._facets if facet.field.name not in ALWAYS_SHOWN]

    @property
    def _facets(self) -> list[Facet]:
        return [] if self.found is None else self.found.facets


def find_side(content: DeckContent, asked: Mapping[str, str]) -> FindSide:
    """What the query finds, each piece beside what the deck has of it."""
    finding, facts = current_finding(), current_facts()
    text, page = asked.get("q", _first_query(content, facts)), asked.get("page", "1")
    try:
        found = search(finding, text, page_number(page), ON_A_PAGE)
        usable = usable_choice(TypedQuery(text, finding.index.vocabulary), content, facts)
    except QueryError as error:
        return FindSide(text, "1", None, [], None, fault=fault_of(error, finding.index.meant(error)))
    except NoSuchPageError as error:
        return FindSide(text, "1", None, [], None, no_page=error)
    return FindSide(text, page, found, list(rows_of(found.page.items, content, facts, found.made)), usable)


def found_again(content: DeckContent, asked: Mapping[str, str]) -> FindSide:
    """The rows that a page shows already, as they are now: no change of a deck changes facets and words."""
    finding, facts = current_finding(), current_facts()
    text, page = asked.get("q", ""), asked.get("page", "1")
    try:
        found = page_of(finding.index.search(text).pieces, page_number(page), ON_A_PAGE).items
    except (QueryError, NoSuchPageError):
        found = ()  # nor does the page show any
    return FindSide(text, page, None, list(rows_of(found, content, facts, finding.items)), None)


def _first_query(content: DeckContent, facts: Mapping[str, PieceFacts]) -> str:
    """What is searched for before anybody asks: a ship, then what it can use."""
    return "kind:ship" if content.ship is None else usable_term(content, facts)
