"""The pool builder: the deck editor limited to a pool, with its clock, for forms, htmx and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

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
from cards.deck_pages.listing import Judged, problem_lines
from cards.deck_pages.page_frame import sent_number
from cards.decks.contents import content_of
from cards.decks.errors import DeckError
from cards.decks.judging import apply_edits, current_facts, read_edits
from cards.searching import current_finding, fault_of
from incursions.accounts.models import User
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import NATURES
from incursions.games.incursions.search import QueryError, explain_query
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import is_json
from tournaments.events.models import Entry, PoolBuild, Tournament
from tournaments.events.pages.page import EventPage
from tournaments.events.pools import (
    BuildSteps,
    change_again,
    fill_build,
    format_of_pool,
    is_build_time_over,
    pool_of,
    redo_build,
    register_build,
    save_build,
    steps_of_build,
    undo_build,
    verdict_on,
)
from tournaments.events.sealed.views import find_sealed, own_pool, read_number, read_object, with_refusals

STEPS: dict[str, Callable[..., PoolBuild]] = {"undo": undo_build, "redo": redo_build, "fill": fill_build}


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
class BuildPage(EditedDeck):
    """The builder of a pool."""

    row: Tournament = field(kw_only=True)
    build: PoolBuild = field(kw_only=True)

    parts: ClassVar[str] = "events/sealed/build"

    @property
    def address(self) -> str:
        """The address of the builder, to which its forms are posted."""
        return reverse("sealed:build", args=[self.row.public_id])

    @property
    def number(self) -> int:
        """The number of the build, sent by every form."""
        return self.build.number

    @property
    def legal(self) -> str:
        """The sentence about a deck without problems."""
        held_to = format_of_pool(self.row)
        return f"Legal: {held_to.hex_points} hex points ±{held_to.tolerance}, all of it out of your pool."

    @cached_property
    def steps(self) -> BuildSteps:
        """The number of steps to undo and redo."""
        return steps_of_build(self.build)


@require_http_methods(["GET", "HEAD", "POST"])
@with_refusals
def build(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the builder, or change the build by POST. Redirect to the pool once time is over or a deck registered."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page)
    row = PoolBuild.objects.get(entry=entry)
    if request.method == "POST":
        return _apply_change(request, page, entry, user, row)
    if not wants_html(request):
        return JsonResponse(_data(page, entry, row))
    if entry.built_at is not None or not entry.is_in or is_build_time_over(page.row, timezone.now()):
        return redirect("sealed:pool", public_id)
    return _show(request, page, entry, row)


@require_POST
@with_refusals
def register(request: HttpRequest, public_id: str) -> HttpResponse:
    """Register the deck, or unlock it: `do` is "register" with the `number` of the build, or "change"."""
    page = find_sealed(request, public_id)
    _, user = own_pool(page)
    said = read_object(request) if is_json(request) else None
    do = request.POST.get("do", "register") if said is None else said.get("do", "register")
    if do == "change":
        change_again(public_id, user)
    elif do == "register":
        register_build(public_id, user, number=sent_number(request) if said is None else read_number(said))
    else:
        raise DomainError("malformed", "do is one of: register, change.")
    if not wants_html(request):
        return JsonResponse({"code": "registered" if do == "register" else "unlocked"})
    where = "sealed:pool" if do == "register" else "sealed:build"
    return see_other(where, public_id)


def _apply_change(request: HttpRequest, page: EventPage, entry: Entry, user: User, before: PoolBuild) -> HttpResponse:
    if is_json(request):
        return JsonResponse(_data(page, entry, _change_by_json(read_object(request), page, user)))
    then = content_of(before.content)
    try:
        after = _change(request, page, user, then)
    except (DomainError, DeckError) as error:
        refused = error if isinstance(error, DomainError) else DomainError("malformed", error.message)
        refusal = Refusal(refused, edits=sent_edits(request), step=request.POST.get("step", ""))
        return _show(request, page, entry, PoolBuild.objects.get(entry=entry), refusal)
    if is_htmx(request):
        judged = Judged(then, verdict_on(page.row, entry, then))
        return show_change(request, _build_page(request, page.row, entry, after), judged, event=page)
    asked = {"q": request.POST["q"]} if request.POST.get("q") else {}
    address = reverse("sealed:build", args=[page.row.public_id])
    where = address_after(request, address, content_of(after.content), asked)
    return see_other(where)


def _change(request: HttpRequest, page: EventPage, user: User, content: DeckContent) -> PoolBuild:
    public_id, number, step = page.row.public_id, sent_number(request), request.POST.get("step", "")
    if step in STEPS:
        return STEPS[step](public_id, user, number=number)
    return save_build(public_id, user, apply_edits(content, read_edits(sent_edits(request))), number=number)


def _change_by_json(said: dict[str, object], page: EventPage, user: User) -> PoolBuild:
    public_id, number, step = page.row.public_id, read_number(said), said.get("step")
    if step is None:
        return save_build(public_id, user, content_of(said.get("content")), number=number)
    if not isinstance(step, str) or step not in STEPS:
        raise DomainError("malformed", f"step is one of: {', '.join(STEPS)}.")
    return STEPS[step](public_id, user, number=number)


def _show(
    request: HttpRequest, page: EventPage, entry: Entry, build: PoolBuild, refusal: Refusal | None = None
) -> HttpResponse:
    return show_editor(request, _build_page(request, page.row, entry, build, refusal), here="tournaments", event=page)


def _build_page(
    request: HttpRequest, row: Tournament, entry: Entry, build: PoolBuild, refusal: Refusal | None = None
) -> BuildPage:
    """Return the builder, with the result of the query in the address or form."""
    content, allowed = content_of(build.content), Allowance(format_of_pool(row), pool_of(entry).pieces)
    judged = Judged(content, verdict_on(row, entry, content))
    find = _search_pool(content, allowed, asked_of(request).get("q", ""))
    return BuildPage(judged, find, chosen_order(request), refusal, allowed, row=row, build=build)


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


def _data(page: EventPage, entry: Entry, row: PoolBuild) -> dict[str, object]:
    """Return the build as data for clients, with its problems."""
    problems = problem_lines(verdict_on(page.row, entry, content_of(row.content)))
    until = page.row.builds_until
    return {
        "number": row.number,
        "content": row.content,
        "pool": entry.pool,
        "packs_opened": row.packs_opened,
        "registered": entry.built_at is not None,
        "builds_until": None if until is None else until.isoformat(),
        "problems": [{"code": one.code, "rule": one.rule, "message": one.sentence} for one in problems],
    }
