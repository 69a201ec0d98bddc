"""The build of a pool: its page by the game's own editor, its JSON, and its registration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from incursions.accounts.models import User
from incursions.games.sealed_play import BUILD_STEPS, EditedBuild
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import is_json
from tournaments.events.models import Entry, PoolBuild
from tournaments.events.pages.page import EventPage
from tournaments.events.pools import (
    change_again,
    fill_build,
    is_build_time_over,
    redo_build,
    register_build,
    save_build,
    sealed_play_of,
    steps_of_build,
    undo_build,
)
from tournaments.events.sealed.views import find_sealed, own_pool, read_number, read_object, with_refusals

STEPS: Mapping[str, Callable[..., PoolBuild]] = {"undo": undo_build, "redo": redo_build, "fill": fill_build}
assert tuple(STEPS) == BUILD_STEPS
LONGEST_NUMBER = 9


def make_edited_build(page: EventPage, entry: Entry, user: User, row: PoolBuild) -> EditedBuild:
    """Return the build of a tournament's player for the game's editor."""
    public_id = page.row.public_id

    def save(content: Any, number: int) -> EditedBuild:
        return make_edited_build(page, entry, user, save_build(public_id, user, content, number=number))

    def take_step(step: str, number: int) -> EditedBuild:
        return make_edited_build(page, entry, user, STEPS[step](public_id, user, number=number))

    return EditedBuild(
        content=row.content,
        pool=entry.pool,
        limits=page.row.limits,
        number=row.number,
        address=reverse("sealed:build", args=[public_id]),
        register_address=reverse("sealed:register", args=[public_id]),
        bar="events/sealed/build_bar.html",
        context={"here": "tournaments", "event": page},
        count_steps=partial(steps_of_build, row),
        read_again=lambda: make_edited_build(page, entry, user, PoolBuild.objects.get(pk=row.pk)),
        save=save,
        take_step=take_step,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@with_refusals
def build(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the builder, or change the build by POST. Redirect to the pool once time is over or a deck registered."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page)
    row = PoolBuild.objects.get(entry=entry)
    if request.method == "POST" and is_json(request):
        return JsonResponse(_build_data(page, entry, _change_by_json(read_object(request), page, user)))
    if request.method != "POST":
        if not wants_html(request):
            return JsonResponse(_build_data(page, entry, row))
        if entry.built_at is not None or not entry.is_in or is_build_time_over(page.row, timezone.now()):
            return redirect("sealed:pool", public_id)
    edited = make_edited_build(page, entry, user, row)
    response: HttpResponse = sealed_play_of(page.row).answer_edit(request, edited)
    return response


@require_POST
@with_refusals
def register(request: HttpRequest, public_id: str) -> HttpResponse:
    """Register the deck, or unlock it: `do` is "register" with the `number` of the build, or "change"."""
    page = find_sealed(request, public_id)
    _, user = own_pool(page)
    said = read_object(request) if is_json(request) else _read_form(request)
    do = said.get("do", "register")
    if do == "change":
        change_again(public_id, user)
    elif do == "register":
        register_build(public_id, user, number=read_number(said))
    else:
        raise DomainError("malformed", "do is one of: register, change.")
    if not wants_html(request):
        return JsonResponse({"code": "registered" if do == "register" else "unlocked"})
    return see_other("sealed:pool" if do == "register" else "sealed:build", public_id)


def _read_form(request: HttpRequest) -> dict[str, object]:
    """Return the fields of the form by which a deck is registered or unlocked."""
    number = request.POST.get("number", "")
    is_number = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
    return {**request.POST.dict(), "number": int(number) if is_number else number}


def _change_by_json(said: Mapping[str, Any], page: EventPage, user: User) -> PoolBuild:
    public_id, number, step = page.row.public_id, read_number(said), said.get("step")
    if step is None:
        content = sealed_play_of(page.row).read_build(said.get("content"))
        return save_build(public_id, user, content, number=number)
    if not isinstance(step, str) or step not in STEPS:
        raise DomainError("malformed", f"step is one of: {', '.join(STEPS)}.")
    return STEPS[step](public_id, user, number=number)


def _build_data(page: EventPage, entry: Entry, row: PoolBuild) -> dict[str, object]:
    """Return the build as data for clients, with its problems."""
    until = page.row.builds_until
    return {
        "number": row.number,
        "content": row.content,
        "pool": entry.pool,
        "packs_opened": row.packs_opened,
        "registered": entry.built_at is not None,
        "builds_until": None if until is None else until.isoformat(),
        "problems": sealed_play_of(page.row).list_problems(row.content, entry.pool, page.row.limits),
    }
