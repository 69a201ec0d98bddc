"""Taking back over HTTP: for buttons and keys at the table, a page of its own, and JSON."""

from __future__ import annotations

from dataclasses import asdict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from incursions.accounts.viewers import viewer_of
from incursions.kit.refusals import DomainError
from incursions.kit.requests import LONGEST_KEY, read_fields
from tournaments.live.rooms import Room, answer_in_room, refuse_in_room
from tournaments.matches.models import Match, Seat, seat_of
from tournaments.matches.taking_back.preview import preview_of
from tournaments.matches.taking_back.requests import SAID, answer_take_back, ask_to_take_back


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_in_room(Match.ROOM_KIND)
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what would be taken back, and whether the others must agree; by POST take it back, or ask them."""
    if request.method == "POST":
        fields = read_fields(request)
        version, key = fields.number("version"), fields.text("key", LONGEST_KEY)
        outcome = ask_to_take_back(public_id, viewer_of(request), version=version, key=key)
        return answer_in_room(request, Room(Match.ROOM_KIND, public_id), **asdict(outcome))
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        raise Http404
    seats = list(Seat.objects.filter(match=match).select_related("user"))
    seat = seat_of(seats, viewer_of(request))
    try:
        preview = preview_of(match, seats, seat)
    except DomainError as refusal:
        messages.info(request, refusal.message)
        return HttpResponseRedirect(match.get_absolute_url())
    return render(request, "matches/take_back.html", {"here": "play", "match": match, "preview": preview})


@require_POST
@refuse_in_room(Match.ROOM_KIND)
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Agree to a request, decline it, or withdraw the user's own."""
    fields = read_fields(request)
    said, number = fields.one_of("said", SAID), fields.number("request", usual=0)
    outcome = answer_take_back(public_id, viewer_of(request), request=number, said=said)
    return answer_in_room(request, Room(Match.ROOM_KIND, public_id), **asdict(outcome))
