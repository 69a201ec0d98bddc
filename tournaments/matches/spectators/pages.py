"""The page of a match with delayed hands for spectators, and for players the choice to show theirs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import answer_act, wants_html
from incursions.kit.refusals import DomainError, make_malformed_error
from incursions.kit.requests import read_fields
from tournaments.live.chat.panel import ChatPanel
from tournaments.live.rooms import refuse_in_room
from tournaments.matches.models import Match, Seat, seat_of
from tournaments.matches.replays.page import Address, ReplayPage
from tournaments.matches.replays.tape import WATCHED, Knowledge
from tournaments.matches.replays.views import Reel, can_replay, moments_answer, page_context, query_without, read_number
from tournaments.matches.spectators.hands import (
    Shown,
    delays_of,
    hands_shown,
    load_tape_until,
    may_show_hands,
    show_hand,
)
from tournaments.matches.spectators.models import USUAL, Delay

NOBODY = "nobody"
PAGE, CHOICE = "matches/hands.html", "matches/hands_choice.html"


@never_cache
@require_http_methods(["GET", "POST"])
@refuse_in_room(Match.ROOM_KIND)
def hands(request: HttpRequest, public_id: str, number: int | None = None) -> HttpResponse:
    """Show the match with the hands that may be seen by now; by POST a player sets the delay of the own hand."""
    if request.method == "POST":
        return _choose(request, public_id)
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    path = reverse("matches:hands", args=[public_id])
    asked = read_number(request.GET.get("at", ""))
    if asked is not None:
        return redirect(f"{path}/{asked}{query_without(request.GET, 'at')}")
    own = seat_of(match.seats.all(), viewer_of(request))
    if own is not None:
        return _show_choice(request, match, own)
    shown = _find_shown(match)
    if shown.number is None:
        messages.info(request, _explain_none(match, shown))
        return redirect(match)
    context = page_context(_reel(match, shown), shown.number if number is None else number)
    chat = ChatPanel(match.room, viewer_of(request), match.room_facts(match.seats.all()))
    return render(request, PAGE, {**context, "match": match, "late": shown.words, "chat": chat})


@never_cache
@gzip_page
@require_safe
def moments(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return several of the moments at once, as JSON."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    shown = _find_shown(match) if seat_of(match.seats.all(), viewer_of(request)) is None else Shown({}, None)
    if shown.number is None:
        return JsonResponse({"code": "hands_hidden", "message": _explain_none(match, shown)}, status=403)
    return moments_answer(request, _reel(match, shown))


@never_cache
@require_safe
def newest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the number of the newest moment, null if there is none, for a page that waits for the next."""
    match = get_object_or_404(Match.objects.light().with_seats(), public_id=public_id)
    shown = _find_shown(match) if seat_of(match.seats.all(), viewer_of(request)) is None else Shown({}, None)
    return JsonResponse({"number": shown.number})


def _find_shown(match: Match) -> Shown:
    """Return the hands that may be seen now; none after the match, whose replay shows all."""
    if not match.is_running or not can_replay(match):
        return Shown({}, None)
    return hands_shown(match, match.seats.all(), timezone.now())


def _explain_none(match: Match, shown: Shown) -> str:
    if shown.delays:
        return f"It is too early: hands are shown {shown.words} late."
    if match.is_over:
        return "The match is over: its replay shows all hands."
    return "Nobody shows a hand in this match."


def _reel(match: Match, shown: Shown) -> Reel:
    """Return the match up to that moment, as spectators knew it, with the hands."""
    knowledge = Knowledge(WATCHED, "With hands", hands=frozenset(shown.delays))
    address = Address(reverse("matches:hands", args=[match.public_id]))
    tape, seats = load_tape_until(match, shown.number or 0), list(match.seats.all())

    def page_at(number: int) -> ReplayPage:
        return ReplayPage(tape, number, knowledge, address, seats=seats, match=match)

    return Reel(tape, [knowledge], knowledge, address, page_at)


def _show_choice(request: HttpRequest, match: Match, own: Seat) -> HttpResponse:
    chosen = delays_of(match, match.seats.all()).get(own.index)
    offered = list(dict.fromkeys([*USUAL, *([chosen] if chosen else [])]))
    context = {"match": match, "may_show": may_show_hands(match), "offered": offered, "chosen": chosen}
    return render(request, CHOICE, context)


def _choose(request: HttpRequest, public_id: str) -> HttpResponse:
    said = read_fields(request).get("delay")
    try:
        delay = None if said == NOBODY else Delay.parse(str(said))
    except ValueError as cause:
        raise make_malformed_error(f"delay is {NOBODY!r}, or a text like '6 turns'. {cause}") from None
    viewer = viewer_of(request)
    if viewer is None:
        raise DomainError("spectator", "Only players have a hand to show.")
    show_hand(public_id, viewer, delay)
    if wants_html(request):
        told = f"Those who watch see your hand {delay} late." if delay else "Nobody sees your hand."
        messages.success(request, told)
    return answer_act(request, reverse("matches:hands", args=[public_id]))
