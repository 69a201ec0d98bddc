"""Delayed hands for spectators: whose, how late, the match as it was then, and the pages that show and set it.

Each player decides about the own hand alone. Everything shown is of one moment, as old as the longest delay, so no
hand is shown sooner than its player allowed. Players see none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import viewer_of
from incursions.engine import find_undone
from incursions.kit.clients import answer_act, wants_html
from incursions.kit.refusals import DomainError, make_malformed_error
from incursions.kit.requests import read_fields
from incursions.kit.writing import update_row
from tournaments.live.chat.panel import ChatPanel
from tournaments.live.rooms import refuse_in_room
from tournaments.matches.models import Action, Match, Seat, seat_of
from tournaments.matches.pushes import show_change
from tournaments.matches.replays.page import Address
from tournaments.matches.replays.tape import WATCHED, Knowledge, Tape, recording_of, shelf
from tournaments.matches.replays.views import Reel, build_asked_url, can_replay, moments_answer, page_context
from tournaments.matches.spectators.models import LONGEST, USUAL, Delay, HandShown, Turn


class Shown(NamedTuple):
    """The hands that may be seen: the delay by seat, and the last move shown (`number`), None while it is too early."""

    delays: Mapping[int, Delay]
    number: int | None

    @property
    def words(self) -> str:
        """The delays in words."""
        return " or ".join(dict.fromkeys(str(delay) for delay in self.delays.values()))


def may_show_hands(match: Match) -> bool:
    """Return True if the match has hands that players may show: not a rated match in a strict mode."""
    return match.mode_kind.has_secrets and not match.is_strict


def show_hand(public_id: str, user: User, delay: Delay | None) -> None:
    """Let spectators see the user's hand after this delay; None hides it from now on.

    Raises `DomainError`: not_found, spectator, hands_hidden.
    """
    with transaction.atomic():
        match = Match.objects.light().select_for_update().find_or_refuse(public_id)
        seat = Seat.objects.filter(match=match, user=user).first()
        if seat is None:
            raise match.make_refusal("spectator", "Only players have a hand to show.")
        if not may_show_hands(match):
            raise match.make_refusal("hands_hidden", "No hands are shown in this match.")
        if delay is None:
            HandShown.objects.filter(seat=seat).delete()
        else:
            values = {"by": user, "after": delay.after, "unit": delay.unit}
            HandShown.objects.update_or_create(seat=seat, defaults=values)
        update_row(match, shows_hands=HandShown.objects.filter(seat__match=match).exists())
        show_change(match)


def delays_of(match: Match, seats: Iterable[Seat]) -> dict[int, Delay]:
    """Return the delay of each seat whose hand may be seen, with one query, or none if nobody shows any."""
    if not (match.shows_hands and may_show_hands(match)):
        return {}
    sits = {seat.pk: seat for seat in seats}
    rows = HandShown.objects.filter(seat__match=match)
    return {sits[row.seat_id].index: row.delay for row in rows if row.by_id == sits[row.seat_id].user_id}


def hands_shown(match: Match, seats: Iterable[Seat], now: datetime) -> Shown:
    """Return the hands of a match that may be seen at `now`."""
    delays = delays_of(match, seats)
    if not delays:
        return Shown({}, None)
    turns = find_turns(match)
    numbers = [delay.find_last_shown(turns, now) for delay in delays.values()]
    return Shown(delays, None if None in numbers else min(number for number in numbers if number is not None))


def find_turns(match: Match) -> list[Turn]:
    """Return the last turns in force, the newest first, as many as any delay may need."""
    actions = Action.objects.filter(match=match, number__lte=match.last_action)
    steps = actions.filter(seat=None).values_list("number", "seat", "text")
    taken_back = find_undone(steps)
    said = actions.annotate(said=Cast("events", TextField())).filter(said__contains=f'"{match.kind.table.turn_began}"')
    began = said.order_by("-number").values_list("number", "move", "at")
    return [Turn(move, at) for number, move, at in began[: 2 * LONGEST] if number not in taken_back]


def load_tape_until(match: Match, number: int) -> Tape:
    """Return the tape of the match up to that move, and nothing after it."""
    key = f"hands {match.public_id}"
    tape = shelf.find(key, number)
    if tape is None:
        whole = recording_of(match)
        until = next((each.number for each in whole.actions if each.move == number), 0)
        tape = Tape(replace(whole, actions=whole.actions[:until], is_open_book=False))
        shelf.keep(key, number, tape)
    return tape


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
    if asked := build_asked_url(path, request.GET):
        return redirect(asked)
    own = seat_of(match.seats.all(), viewer_of(request))
    if own is not None:
        return _show_choice(request, match, own)
    shown = _find_shown(match, own)
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
    shown = _find_shown(match, seat_of(match.seats.all(), viewer_of(request)))
    if shown.number is None:
        return JsonResponse({"code": "hands_hidden", "message": _explain_none(match, shown)}, status=403)
    return moments_answer(request, _reel(match, shown))


@never_cache
@require_safe
def newest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the number of the newest moment, null if there is none, for a page that waits for the next."""
    match = get_object_or_404(Match.objects.light().with_seats(), public_id=public_id)
    shown = _find_shown(match, seat_of(match.seats.all(), viewer_of(request)))
    return JsonResponse({"number": shown.number})


def _find_shown(match: Match, own: Seat | None) -> Shown:
    """Return the hands that a spectator may see now; none for a player, and after the match, whose replay shows all."""
    if own is not None or not match.is_running or not can_replay(match):
        return Shown({}, None)
    return hands_shown(match, match.seats.all(), timezone.now())


def _explain_none(match: Match, shown: Shown) -> str:
    """Return the reason why no hand is shown now, in a sentence."""
    if shown.delays:
        return f"It is too early: hands are shown {shown.words} late."
    if match.is_over:
        return "The match is over: its replay shows all hands."
    return "Nobody shows a hand in this match."


def _reel(match: Match, shown: Shown) -> Reel:
    """Return the match up to that moment, as spectators knew it, with the hands."""
    knowledge = Knowledge(WATCHED, "With hands", hands=frozenset(shown.delays))
    address = Address(reverse("matches:hands", args=[match.public_id]))
    about = {"seats": list(match.seats.all()), "match": match}
    return Reel(load_tape_until(match, shown.number or 0), [knowledge], knowledge, address, about)


def _show_choice(request: HttpRequest, match: Match, own: Seat) -> HttpResponse:
    """Render the form in which a player chooses when spectators see the own hand."""
    chosen = delays_of(match, match.seats.all()).get(own.index)
    offered = list(dict.fromkeys([*USUAL, *([chosen] if chosen else [])]))
    context = {"match": match, "may_show": may_show_hands(match), "offered": offered, "chosen": chosen}
    return render(request, CHOICE, context)


def _choose(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set the delay after which spectators see the user's hand, or hide it."""
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
