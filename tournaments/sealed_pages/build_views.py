"""The builder of a pool: its page, and the way in for every change of a build, for forms, htmx and JSON alike."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from cards.deck_pages.editor_forms import place_in, sent_edits, sent_number
from cards.deck_pages.editor_groups import ORDERS
from cards.deck_pages.editor_words import change_said, problems_said
from cards.deck_pages.judged import Judged
from cards.deck_pages.problem_lines import problem_lines
from cards.decks.contents import content_of
from cards.decks.differences import differences
from cards.decks.edits import edited, read_edits
from cards.decks.errors import DeckError
from tournaments.answers import wants_html
from tournaments.errors import DomainError
from tournaments.incoming import is_json
from tournaments.organizing.building import (
    change_again,
    fill_build,
    redo_build,
    register_build,
    save_build,
    time_is_over,
    undo_build,
    verdict_on,
)
from tournaments.organizing.models import PoolBuild
from tournaments.sealed_pages.asking import answering, find_sealed, own_pool
from tournaments.sealed_pages.bodies import read_number, read_object
from tournaments.sealed_pages.build_page import BuildPage, BuildRefusal, build_page

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.rules.construction import DeckContent
    from tournaments.organizing.models import Entry
    from tournaments.tournament_pages.page import EventPage

STEPS = {"undo": undo_build, "redo": redo_build, "fill": fill_build}
ORDER_COOKIE = "deck_order"


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def build(request: HttpRequest, public_id: str) -> HttpResponse:
    """The builder, while there is time and no deck is registered; others are led to the pool. A POST changes it."""
    page = find_sealed(request, public_id)
    entry = own_pool(page)
    row = PoolBuild.objects.get(entry=entry)
    if request.method == "POST":
        return _changed(request, page, entry, row)
    if not wants_html(request):
        return JsonResponse(_data(page, entry, row))
    if entry.built_at is not None or not entry.is_in or time_is_over(page.row, timezone.now()):
        return redirect("sealed:pool", public_id)
    return _shown(request, page, entry, row)


@require_POST
@answering
def register(request: HttpRequest, public_id: str) -> HttpResponse:
    """Register what is built, or take it back: `do` is "register" with the `number` of the build, or "change"."""
    page = find_sealed(request, public_id)
    own_pool(page)
    user, said = page.viewer, read_object(request) if is_json(request) else None
    assert user is not None, "who has a pool is somebody"
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
    return HttpResponseRedirect(reverse(where, args=[public_id]), status=HTTPStatus.SEE_OTHER)


def _changed(request: HttpRequest, page: EventPage, entry: Entry, before: PoolBuild) -> HttpResponse:
    user = page.viewer
    assert user is not None, "who has a pool is somebody"
    if is_json(request):
        return JsonResponse(_data(page, entry, _change_by_json(read_object(request), page, user)))
    try:
        after = _change(request, page, user, content_of(before.content))
    except (DomainError, DeckError) as error:
        refused = error if isinstance(error, DomainError) else DomainError("malformed", error.message)
        refusal = BuildRefusal(refused, sent_edits(request), request.POST.get("step", ""))
        return _shown(request, page, entry, PoolBuild.objects.get(entry=entry), refusal)
    if not request.headers.get("HX-Request"):
        asked = {name: request.POST[name] for name in ("q",) if request.POST.get(name)}
        place = place_in(content_of(after.content), request)
        address = reverse("sealed:build", args=[page.row.public_id])
        return HttpResponseRedirect(f"{address}{'?' * bool(asked)}{urlencode(asked)}{place}", status=303)
    return _reply(request, page, entry, content_of(before.content), after)


def _change(request: HttpRequest, page: EventPage, user: User, content: DeckContent) -> PoolBuild:
    public_id, number, step = page.row.public_id, sent_number(request), request.POST.get("step", "")
    if step in STEPS:
        return STEPS[step](public_id, user, number=number)
    return save_build(public_id, user, edited(content, read_edits(sent_edits(request))), number=number)


def _change_by_json(said: dict[str, Any], page: EventPage, user: User) -> PoolBuild:
    public_id, number, step = page.row.public_id, read_number(said), said.get("step")
    if step is None:
        return save_build(public_id, user, content_of(said.get("content")), number=number)
    if not isinstance(step, str) or step not in STEPS:
        raise DomainError("malformed", f"step is one of: {', '.join(STEPS)}.")
    return STEPS[step](public_id, user, number=number)


def _shown(
    request: HttpRequest, page: EventPage, entry: Entry, row: PoolBuild, refusal: BuildRefusal | None = None
) -> HttpResponse:
    """The whole builder; for htmx all its parts."""
    order = request.GET.get("by", "")
    asked = request.POST if request.method == "POST" else request.GET
    by = order if order in ORDERS else request.COOKIES.get(ORDER_COOKIE, "")
    shown = build_page(page.row, entry, row, asked.dict(), order=by, refusal=refusal)
    is_reply = bool(request.headers.get("HX-Request"))
    context = {"here": "tournaments", "event": page, "page": shown, "find": shown.find, "rows": shown.find.rows}
    status = refusal.error.status if refusal else HTTPStatus.BAD_REQUEST if shown.find.fault else HTTPStatus.OK
    template = "sealed/build_reply.html" if is_reply else "sealed/build.html"
    response = render(request, template, context, status=status)
    if order in ORDERS:
        response.set_cookie(ORDER_COOKIE, order, samesite="Lax")
    return response


def _reply(request: HttpRequest, page: EventPage, entry: Entry, then: DeckContent, after: PoolBuild) -> HttpResponse:
    """The parts of the page that a change makes others."""
    by = request.COOKIES.get(ORDER_COOKIE, "")
    shown = build_page(page.row, entry, after, request.POST.dict(), order=by)
    touched = {difference.title for difference in differences(then, shown.judged.content)}
    rows = [found for found in shown.find.rows if found.title in touched]
    said = _said(then, page, entry, shown)
    context = {"event": page, "page": shown, "find": shown.find, "rows": rows, "said": said}
    return render(request, "sealed/build_reply.html", context)


def _said(then: DeckContent, page: EventPage, entry: Entry, shown: BuildPage) -> str:
    errors = Judged(then, verdict_on(page.row, entry, then)).errors
    said = change_said(then, shown.judged.content, hex_points=shown.hex_points.counter.number)
    return said + problems_said(errors, shown.judged.errors)


def _data(page: EventPage, entry: Entry, row: PoolBuild) -> dict[str, Any]:
    """The build for clients, with what the evaluator says of it."""
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
