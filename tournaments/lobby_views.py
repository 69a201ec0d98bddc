"""Pages around open tables: their settings, invitations, the list of them, and whether a deck may be played there."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import lobby_api
from tournaments.answers import show_table, viewer_of, wants_html
from tournaments.enums import Mode
from tournaments.models import Match, Seeker
from tournaments.open_list import Wanted, open_tables_data, tables_wanted
from tournaments.own_tables import own_tables as tables_of
from tournaments.quick.seeking import still_here
from tournaments.seat_decks import OWN, check_deck
from tournaments.settings_form import settings_context
from tournaments.table_settings import (
    FEWEST_HEX_POINTS,
    HEX_POINTS,
    HEX_TOLERANCE,
    MOST_HEX_POINTS,
    MOST_HEX_TOLERANCE,
    format_of,
)
from tournaments.viewed_tables import table_for

LONGEST_FIGURE = 3


@csrf_exempt  # a JSON body carries no token; `lobby_api.change` itself asks forms for theirs
@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """The settings of an open table, for its host to change."""
    if request.method == "POST":
        return lobby_api.change(request, public_id=public_id)
    match = get_object_or_404(Match.objects.light(), public_id=public_id)
    if not match.is_open or match.host_id is None or match.host_id != request.user.pk:
        return redirect(match)
    context = {"here": "play", "match": match, **settings_context(request, match)}
    return render(request, "tournaments/settings.html", context)


@never_cache
@require_safe
def invited(request: HttpRequest, invitation: str) -> HttpResponse:
    """Where the link to a private table leads: a seat, as long as there is one; then what else can be done."""
    match = Match.objects.light().filter(invitation=invitation, is_private=True).first()
    if match is None:
        return render(request, "tournaments/invitation_over.html", {"here": "play"}, status=404)
    table = table_for(match, viewer_of(request))
    if table.seat is not None:
        return redirect(match)
    if not match.is_open or not any(seat.is_free for seat in table.seats):
        return render(request, "tournaments/invitation_over.html", {"here": "play", "match": match})
    return show_table(request, table, invitation=invitation)


@never_cache
@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """Tables that wait for players, filtered: as part of a page that looks again by itself, or as JSON."""
    wanted = Wanted.read(request.GET)
    tables = tables_wanted(wanted)
    if wants_html(request):
        response = render(request, "tournaments/open_tables.html", {"waiting": tables, "wanted": wanted})
    else:
        response = JsonResponse({"tables": open_tables_data(tables)})
    patch_vary_headers(response, ("Accept", "HX-Request"))
    return response


@never_cache
@require_safe
def own_tables(request: HttpRequest) -> HttpResponse:
    """The bar that leads back to the own tables, for pages that look again. Whoever looks for a match is here still."""
    user, now = viewer_of(request), timezone.now()
    lines = [] if user is None else tables_of(user, now, without=request.GET.get("at", ""))
    if user is not None and (seeker := Seeker.objects.waiting().filter(user=user).first()) is not None:
        still_here(seeker, now)
    if wants_html(request):
        return render(request, "tournaments/own_tables.html", {"lines": lines})
    return JsonResponse({"tables": [asdict(line) for line in lines]})


@never_cache
@require_safe
def deck_check(request: HttpRequest) -> HttpResponse:
    """What the rules say of a deck of one's own at a table, named by its address or described, before it is sent."""
    said = request.GET
    named = said.get("starter", "")
    held_to = None
    if said.get("table"):
        held_to = get_object_or_404(Match.objects.light(), public_id=said["table"]).format
    elif said.get("mode") in (Mode.FULL, Mode.TOURNAMENT):
        points = _figure(said.get("hex_points"), HEX_POINTS, FEWEST_HEX_POINTS, MOST_HEX_POINTS)
        tolerance = _figure(said.get("hex_tolerance"), HEX_TOLERANCE, 0, MOST_HEX_TOLERANCE)
        held_to = format_of(said["mode"], points, tolerance)
    verdict = check_deck(named.removeprefix(OWN), request.user, held_to) if named.startswith(OWN) else None
    return render(request, "tournaments/deck_verdict_words.html", {"verdict": verdict})


def _figure(said: Any, usual: int, least: int, most: int) -> int:
    """A number as it was typed so far, within its bounds."""
    if not (isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= LONGEST_FIGURE):
        return usual
    return min(max(int(said), least), most)
