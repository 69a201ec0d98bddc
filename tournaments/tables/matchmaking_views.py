"""The page of the search for a match: its form, the wait, and the way to the table."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from tournaments.matches.game_kinds import game_kinds, loadouts_of
from tournaments.matches.seating import check_account
from tournaments.matches.table_settings import Settings, find_preset, list_timed_presets
from tournaments.tables.api import answer_with_table, endpoint
from tournaments.tables.incoming import read_wish
from tournaments.tables.matchmaking import (
    Wish,
    enter_queue,
    get_found_match,
    leave_queue,
    play_bot_instead,
    prospect,
    record_seen,
)
from tournaments.tables.models import Seeker
from tournaments.tables.settings_form import choose_kind, kind_context


@csrf_exempt  # a JSON body carries no token; `enter` itself asks forms for theirs
@never_cache
@require_http_methods(["GET", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Show the form or the wait, and redirect to the match when it is found; by POST start a search."""
    if request.method == "POST":
        return enter(request)
    now, user = timezone.now(), viewer_of(request)
    seeker = None if user is None else Seeker.objects.filter(user=user).select_related("match", "user").first()
    match = None if seeker is None else get_found_match(seeker, now)
    if match is not None and wants_html(request):
        lead = HttpResponseClientRedirect if request.headers.get("HX-Request") else HttpResponseRedirect
        return lead(match.get_absolute_url())
    if seeker is not None and seeker.match_id is None:
        record_seen(seeker, now)
    else:
        seeker = None
    if not wants_html(request):
        return JsonResponse(_data(seeker, match, now))
    return render(request, "tables/quick/quick.html", _context(request, seeker, now))


@require_POST
@endpoint
def enter(request: HttpRequest) -> HttpResponse:
    """Start a search; an anonymous visitor becomes a guest."""
    try:
        wish = read_wish(request)
        if wish.rated:
            check_account(request.user)
        limits = Settings(game=wish.game, mode=wish.mode).limits
        loadout = loadouts_of(wish.game).choose(wish.loadout, request.user, limits)
        seeker = enter_queue(current_user_or_guest(request), replace(wish, loadout=loadout))
    except DomainError as refusal:
        if not wants_html(request):
            raise
        messages.warning(request, refusal.message)
        return _redirect_to_page()
    return _redirect_to_page() if wants_html(request) else JsonResponse(_data(seeker, None, timezone.now()), status=201)


@require_POST
@endpoint
def leave(request: HttpRequest) -> HttpResponse:
    """Leave the queue."""
    user = viewer_of(request)
    did = user is not None and leave_queue(user)
    if not wants_html(request):
        return JsonResponse({"state": "idle", "left": did})
    if did:
        messages.info(request, "You are no longer looking for a match.")
    return _redirect_to_page()


@require_POST
@endpoint
def bot(request: HttpRequest) -> HttpResponse:
    """Play a bot of about the user's strength instead of waiting on."""
    user = viewer_of(request)
    try:
        if user is None:
            raise DomainError("not_found", "You are not looking for a match.")
        return answer_with_table(request, play_bot_instead(user), code="created", status=201)
    except DomainError as refusal:
        if not wants_html(request):
            raise
        messages.warning(request, refusal.message)
        return _redirect_to_page()


def _redirect_to_page() -> HttpResponse:
    return see_other("quick:quick")


def _context(request: HttpRequest, seeker: Seeker | None, now: datetime) -> dict[str, object]:
    """Return the template context: the wait, or the form with the usual choices."""
    if seeker is not None:
        preset = find_preset(seeker.settings.mode_kind, seeker.clocks)
        words = seeker.loadouts.describe_to_owner(seeker.loadout)
        shown = {"seeker": seeker, "prospect": prospect(seeker, now), "preset": preset, "loadout_words": words}
        return {"here": "play", **shown}
    kind = choose_kind(request)
    return {
        "here": "play",
        **kind_context(kind),
        "seat_counts": list(kind.seat_counts),
        "presets": list_timed_presets(kind.modes[0]),
        "usual": Wish(game=kind.name),
        "usual_limits": kind.loadout_mode.describe_limits({}) if kind.loadout_mode else "",
        **loadouts_of(kind.name).make_form_context(request.user),
        "may_be_rated": request.user.is_authenticated and not request.user.is_guest,
    }


def _data(seeker: Seeker | None, match: Any, now: datetime) -> dict[str, object]:
    """Return the search as plain data for clients of the API."""
    if match is not None:
        return {"state": "found", "id": match.public_id, "url": match.get_absolute_url()}
    if seeker is None:
        return {"state": "idle"}
    wish = {each.name: getattr(seeker, each.name) for each in fields(Wish)}
    if len(game_kinds()) == 1:
        del wish["game"]
    brought = seeker.loadouts.to_columns(wish.pop("loadout"), with_own=False)
    return {"state": "waiting", **wish, **brought, **asdict(prospect(seeker, now))}
