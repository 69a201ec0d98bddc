"""What a search found, as its page shows it: one page of results, the facets beside them, and the ways on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.facets import Facet, facets_of
from cards.finding import Finding
from cards.paging import Page, page_of
from cards.results import Items
from incursions.rules.printed.pieces import Definition
from incursions.search import SearchIndex, TypedQuery, explained
from incursions.search.directives import SORT, SORTABLE, VIEW
from incursions.search.fields import BY_NAME
from incursions.search.folding import ANYTHING
from incursions.search.query import Comparison, Query, Sort, bare_words

ON_A_PAGE = {"list": 100, "text": 50, "pictures": 48}
DEFAULT_VIEW = "list"
MOST_LOOSENED = 5
MOST_NEAR = 3


class ViewLink(NamedTuple):
    """A view, and the query that shows it."""

    name: str
    query: str


@dataclass(frozen=True, slots=True)
class Loosened:
    """A query without one term, and how many pieces it finds."""

    dropped: str
    query: str
    count: int


class Near(NamedTuple):
    """The title of a piece that may have been meant, and the query that finds it."""

    title: str
    query: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found. `sort` is the first order that it asks for, `turned` the query in the opposite one.

    `unsorted` is what the order of a query is called that asks for none. `loosened` and `near` lead on from one that
    found nothing.
    """

    explained: str
    total: int
    page: Page[Definition]
    made: Items
    facets: list[Facet]
    view: str
    views: list[ViewLink]
    sort: Sort | None
    unsorted: str
    turned: str
    loosened: list[Loosened]
    near: list[Near]

    @property
    def items(self) -> SafeString:
        """The pieces of the page as items of its view."""
        return mark_safe("\n".join(self.made.of(self.view, piece) for piece in self.page.items))  # noqa: S308 -- all safe

    @property
    def orders(self) -> SafeString:
        """The orders to choose from."""
        return _orders(self.sort.field if self.sort else "", self.unsorted)


def search(finding: Finding, text: str, number: int, size: int | None = None) -> Found:
    """A page of what a query finds, as long as its view has room, or of another `size`.

    Raises `QueryError`, and `NoSuchPageError` for a number behind the last one.
    """
    index = finding.index
    answer = index.search(text)
    typed, query = TypedQuery(text, index.vocabulary), answer.query
    view = query.view or DEFAULT_VIEW
    sort = query.sorts[0] if query.sorts else None
    page = page_of(answer.pieces, number, size or ON_A_PAGE[view])
    return Found(
        explained=explained(query),
        total=len(answer.pieces),
        page=page,
        made=finding.items,
        facets=facets_of(index, typed, answer),
        view=view,
        views=[ViewLink(name, typed.directed(VIEW, name)) for name in ON_A_PAGE],
        sort=sort,
        unsorted="best match" if bare_words(query.condition) else "kind and number",
        turned=typed.directed(SORT, f"{'' if sort.descending else '-'}{sort.field}") if sort else "",
        loosened=[] if answer.pieces else _loosened(index, typed),
        near=[] if answer.pieces else _near(finding, query),
    )


def _near(finding: Finding, query: Query) -> list[Near]:
    """The pieces whose titles are like the words that a query asks for."""
    typed = " ".join(said.text for said in bare_words(query.condition))
    if not typed:
        return []
    like = finding.likeness.near(typed, (), MOST_NEAR)
    titles = like.titles[:1] if like.is_clear else like.titles
    return [Near(title, str(Comparison("title", "=", title.replace('"', ANYTHING)))) for title in titles]


def _loosened(index: SearchIndex, typed: TypedQuery) -> list[Loosened]:
    """Queries that find something because one term is left out; those that find most come first."""
    shorter = [Loosened(dropped, text, index.count(index.parse(text))) for dropped, text in typed.shorter()]
    return sorted((query for query in shorter if query.count), key=lambda query: -query.count)[:MOST_LOOSENED]


@cache
def _orders(chosen: str, unsorted: str) -> SafeString:
    names = [("", unsorted), *((name, BY_NAME[name].called) for name in SORTABLE)]
    selected = {chosen: mark_safe(" selected")}
    options = ((name, selected.get(name, ""), called) for name, called in names)
    return format_html_join("", '<option value="{}"{}>{}</option>', options)
