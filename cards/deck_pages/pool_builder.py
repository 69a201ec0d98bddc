"""The builder of a deck from a pool (rules 22): the deck editor limited to a pool, for forms and htmx.

The platform keeps the build, and gives it to the builder as an `EditedBuild`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from cards.catalogue import known_piece
from cards.deck_pages.edited_deck import (
    EditedDeck,
    Refusal,
    address_after,
    asked_of,
    chosen_order,
    is_htmx,
    sent_edits,
    show_change,
    show_editor,
)
from cards.deck_pages.editor_parts import Allowance, Find, rows_of, usable_term
from cards.deck_pages.listing import Judged
from cards.deck_pages.page_frame import sent_number
from cards.decks.contents import content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import apply_edits, current_facts, judge, read_edits
from cards.searching import current_finding, fault_of
from incursions.games.incursions.rules.construction import SEALED, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import NATURES
from incursions.games.incursions.rules.sealed_pools import Pool
from incursions.games.incursions.search import QueryError, explain_query
from incursions.games.sealed_play import BUILD_STEPS, BuildSteps, EditedBuild
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError


class Chip(NamedTuple):
    """A filter of the pool: its query, and its number of pieces."""

    label: str
    query: str
    css: str
    copies: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PoolFind(Find):
    """The result of a query in the pool. `words` describe the query."""

    words: str = ""
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True)
class BuilderPage(EditedDeck):
    """The builder of a pool."""

    build: EditedBuild = field(kw_only=True)

    parts: ClassVar[str] = "decks/pool_builder"

    @property
    def address(self) -> str:
        """The address of the builder, to which its forms are posted."""
        return self.build.address

    @property
    def number(self) -> int:
        """The number of the build, sent by every form."""
        return self.build.number

    @property
    def legal(self) -> str:
        """The sentence about a deck without problems."""
        held_to = self.allowed.format
        return f"Legal: {held_to.hex_points} hex points ±{held_to.tolerance}, all of it out of your pool."

    @cached_property
    def steps(self) -> BuildSteps:
        """The number of steps to undo and redo."""
        return self.build.count_steps()


def format_of_pool(limits: Format) -> Format:
    """Return the format of decks from a pool, with the hex points of the limits."""
    return SEALED.with_hex_points(limits.hex_points, limits.tolerance)


def answer_edit(request: HttpRequest, build: EditedBuild) -> HttpResponse:
    """Return the builder, or by POST the answer to a change: the page again, or for htmx the parts that changed."""
    if request.method != "POST":
        return _show(request, build)
    try:
        after = _change(request, build)
    except (DomainError, DeckError) as error:
        refused = error if isinstance(error, DomainError) else DomainError("malformed", error.message)
        refusal = Refusal(refused, edits=sent_edits(request), step=request.POST.get("step", ""))
        return _show(request, build.read_again(), refusal)
    if is_htmx(request):
        page = _make_page(request, after)
        return show_change(request, page, _judge(content_of(build.content), page.allowed), **build.context)
    asked = {"q": request.POST["q"]} if request.POST.get("q") else {}
    return see_other(address_after(request, build.address, content_of(after.content), asked))


def _change(request: HttpRequest, build: EditedBuild) -> EditedBuild:
    number, step = sent_number(request), request.POST.get("step", "")
    if step in BUILD_STEPS:
        return build.take_step(step, number)
    edited = apply_edits(content_of(build.content), read_edits(sent_edits(request)))
    return build.save(data_of(edited), number)


def _show(request: HttpRequest, build: EditedBuild, refusal: Refusal | None = None) -> HttpResponse:
    return show_editor(request, _make_page(request, build, refusal), **build.context)


def _make_page(request: HttpRequest, build: EditedBuild, refusal: Refusal | None = None) -> BuilderPage:
    """Return the builder, with the result of the query in the address or form."""
    content = content_of(build.content)
    allowed = Allowance(format_of_pool(build.limits), Pool.from_data(build.pool).pieces)
    find = _search_pool(content, allowed, asked_of(request).get("q", ""))
    return BuilderPage(_judge(content, allowed), find, chosen_order(request), refusal, allowed, build=build)


def _judge(content: DeckContent, allowed: Allowance) -> Judged:
    return Judged(content, judge(content, allowed.format, pool=allowed.pool))


def _search_pool(content: DeckContent, allowed: Allowance, text: str) -> PoolFind:
    finding, pool = current_finding(), allowed.pool or {}
    chips = tuple(_chips(content, pool, text))
    try:
        answer = finding.index.search(text)
    except QueryError as error:
        return PoolFind(text, [], fault=fault_of(error, finding.index.suggest_query(error)), chips=chips)
    found = [piece for piece in answer.pieces if piece["title"] in pool]
    return PoolFind(
        text, rows_of(found, content, allowed), words=explain_query(answer.query) if text else "", chips=chips
    )


def _chips(content: DeckContent, pool: Mapping[str, int], text: str) -> Iterator[Chip]:
    finding = current_finding()
    queries = [("All", "", ""), ("Usable", f"kind:card {usable_term(content, current_facts())}", "")]
    queries += [("Ships", "kind:ship", ""), ("Captains", "kind:captain", "")]
    queries += [(nature, f"nature:{nature.lower()}", nature.lower()) for nature in NATURES]
    queries += [("Hexes", "kind:tile", "")]
    for label, query, css in queries:
        titles = [piece["title"] for piece in finding.index.search(query).pieces] if query else pool
        copies = sum(pool.get(title, 0) for title in titles if known_piece(title))
        yield Chip(label, query, css, copies, query == text)
