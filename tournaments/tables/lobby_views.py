"""Views of open tables: seats, settings, invitations, the list of tables, loadout checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import answer_act, see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields
from tournaments.matches.game_kinds import first_game, game_kinds, loadouts_of
from tournaments.matches.life import TableRules
from tournaments.matches.models import Match
from tournaments.matches.table_rows import table_for
from tournaments.matches.table_settings import settings_of
from tournaments.tables.api import answer_with_table, endpoint, table_query
from tournaments.tables.incoming import read_seating, read_table_rules
from tournaments.tables.matchmaking import record_seen
from tournaments.tables.models import Seeker
from tournaments.tables.open_tables import (
    agree,
    change_settings,
    draw_seats,
    leave_table,
    move_seat,
    remove_player,
    renew_invitation,
    seat_bot,
    set_ready,
    start_now,
)
from tournaments.tables.open_tables import own_tables as tables_of
from tournaments.tables.settings_form import read_typed_limits, settings_context
from tournaments.tables.table_cards import OpenTableFilter, list_open_tables, open_tables_data
from tournaments.tables.table_page import show_table


@csrf_exempt  # a JSON body carries no token; `change` itself asks forms for theirs
@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the settings of an open table to its host; by POST change them."""
    if request.method == "POST":
        return change(request, public_id=public_id)
    match = get_object_or_404(Match.objects.light(), public_id=public_id)
    if not match.is_open or match.host_id is None or match.host_id != request.user.pk:
        return redirect(match)
    context = {"here": "play", "match": match, **settings_context(request, match)}
    return render(request, "tables/settings.html", context)


@never_cache
@require_safe
def show_invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show the private table of an invitation, with a seat if one is free, or a page that says it is over."""
    match = Match.objects.light().filter(invitation=invitation, is_private=True).first()
    if match is None:
        return render(request, "tables/invitation_over.html", {"here": "play"}, status=404)
    table = table_for(match, viewer_of(request))
    if table.seat is not None:
        return redirect(match)
    if not match.is_open or not any(seat.is_free for seat in table.seats):
        return render(request, "tables/invitation_over.html", {"here": "play", "match": match})
    return show_table(request, table, invitation=invitation)


@never_cache
@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """List the open tables that match the filter, as a part of a page that polls, or as JSON."""
    wanted = OpenTableFilter.from_query(request.GET)
    tables = list_open_tables(wanted)
    if wants_html(request):
        response = render(request, "tables/open_tables.html", {"waiting": tables, "wanted": wanted})
    else:
        response = JsonResponse({"tables": open_tables_data(tables)})
    patch_vary_headers(response, ("Accept", "HX-Request"))
    return response


@never_cache
@require_safe
def own_tables(request: HttpRequest) -> HttpResponse:
    """Return the bar that leads back to the user's tables, for polling pages. It also keeps a search alive."""
    user, now = viewer_of(request), timezone.now()
    lines = [] if user is None else tables_of(user, now, without=request.GET.get("at", ""))
    if user is not None and (seeker := Seeker.objects.waiting().filter(user=user).first()) is not None:
        record_seen(seeker, now)
    if wants_html(request):
        return render(request, "tables/own_tables.html", {"lines": lines})
    return JsonResponse({"tables": [asdict(line) for line in lines]})


@never_cache
@require_safe
def loadout_check(request: HttpRequest) -> HttpResponse:
    """Show the verdict on what the user would bring to a table, or to settings being typed, before the form is sent."""
    said = request.GET
    if said.get("table"):
        match = get_object_or_404(Match.objects.light(), public_id=said["table"])
        loadouts, limits = match.loadouts, match.limits
    else:
        kind = game_kinds().get(said.get("game", ""), game_kinds()[first_game()])
        loadouts, limits = loadouts_of(kind.name), read_typed_limits(said, kind.modes_by_name.get(said.get("mode", "")))
    verdict = loadouts.show_verdict_on_choice(said, request.user, limits)
    return render(request, "tables/loadout_verdict_words.html", {"verdict": verdict})


class SeatingAct(NamedTuple):
    """An act at an open table: its service, and the fields of the request that the service takes by name."""

    service: Callable[..., Match | None]
    fields: tuple[str, ...] = ()
    takes_loadout: bool = False


ACTS = {
    "agree": SeatingAct(agree, ("terms",)),
    "ready": SeatingAct(partial(set_ready, is_ready=True)),
    "not ready": SeatingAct(partial(set_ready, is_ready=False)),
    "start": SeatingAct(start_now),
    "leave": SeatingAct(leave_table),
    "draw": SeatingAct(draw_seats, ("revision",)),
    "renew": SeatingAct(renew_invitation),
    "remove": SeatingAct(remove_player, ("index", "revision")),
    "bot": SeatingAct(seat_bot, ("index", "bot", "revision"), takes_loadout=True),
    "up": SeatingAct(partial(move_seat, by=-1), ("index", "revision")),
    "down": SeatingAct(partial(move_seat, by=1), ("index", "revision")),
}


@require_POST
@endpoint
def seating(request: HttpRequest, public_id: str) -> HttpResponse:
    """Carry out an act at an open table: `do` is a word of `ACTS`, with the number of a seat if it is about one."""
    words = [f"{word} N" if "index" in act.fields else word for word, act in ACTS.items()]
    word, fields = read_seating(request, words)
    act = ACTS[word]
    named = {name: fields[name] for name in act.fields}
    if act.takes_loadout:
        loadouts = Match.objects.light().find_or_refuse(public_id).loadouts
        named["loadout"] = loadouts.read_bot_choice(read_fields(request), fields["index"])
    match = act.service(public_id, viewer_of(request), **named)
    if word != "leave":
        assert match is not None, "a table is gone only when somebody leaves it"
        return answer_with_table(request, match, code="done")
    if wants_html(request):
        messages.info(request, "You have left the table." if match else "You have left the table, and it is closed.")
    return answer_act(request, "tables:home", "left", id=public_id)


@require_POST
@endpoint
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the settings; fields that JSON leaves out stay as they are. Forms send all fields."""
    match = Match.objects.light().find_or_refuse(public_id)
    now = TableRules(seats=match.seats.count(), **settings_of(match))
    try:
        rules = read_table_rules(request, now)
        changed = change_settings(public_id, viewer_of(request), rules, seats=rules.seats)
    except DomainError as refusal:
        if not wants_html(request):
            raise
        messages.warning(request, refusal.message)
        address = reverse("tables:settings", args=[public_id])
        return see_other(f"{address}?{table_query(request)}")
    return answer_with_table(request, changed, code="changed")
