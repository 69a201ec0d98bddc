"""The staff's page at a match, as HTML and JSON."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from incursions.accounts.models import User
from incursions.accounts.viewers import for_staff, viewer_of
from incursions.kit.clients import answer_act, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields, refusal_as_json
from tournaments.live.rooms import refuse_in_room
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import MOST_MINUTES, MOST_SECONDS, NOBODY, Order, act_as_staff, is_in_charge
from tournaments.matches.staff.models import ORDERS, Kind, StaffAct
from tournaments.matches.table_rows import table_for


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_in_room(Match.ROOM_KIND)
def at_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the acts at a match and the forms for more; by POST do one. Open to judges at their tournament's matches."""
    match = Match.objects.light().filter(public_id=public_id).first()
    if match is None or not is_in_charge(viewer_of(request), match):
        return _refused_to_others(request)
    if request.method != "POST":
        return _page(request, match) if wants_html(request) else JsonResponse(staff_data(match))
    try:
        order, seen = read_order(request)
        act = act_as_staff(match.public_id, cast("User", request.user), order, seen=seen)
    except DomainError as refusal:
        match.refresh_from_db(fields=["state", "version", "staff_acts", "paused_at", "paused_for"])
        return _page(request, match, refusal) if wants_html(request) else refusal_as_json(refusal)
    return answer_act(request, request.path, "applied", version=act.version, acts=act.number)


@for_staff
def _refused_to_others(request: HttpRequest) -> HttpResponse:
    """Answer others than the staff as if there were no page."""
    raise Http404


def read_order(request: HttpRequest) -> tuple[Order, int]:
    """Return what the staff want done: `do`, `reason`, `seen` (the acts so far), and by kind `seat`, `amount`.

    A verdict has `seat`, or "drawn" in its place. Raises malformed.
    """
    fields = read_fields(request)
    do, reason = fields.one_of("do", ORDERS), fields.any_text("reason")
    index = NOBODY if fields.get("seat") == "drawn" else fields.optional_number("seat", most=5)
    return Order(Kind(do), reason, index, fields.optional_number("amount")), fields.number("seen")


def staff_data(match: Match) -> dict[str, object]:
    """Return the acts of the staff as plain data; an order sends `acts` back as `seen`."""
    rows = match.acts_of_staff.order_by("number")
    told = ("number", "by_name", "kind", "words", "reason", "version", "at")
    return {
        "version": match.version,
        "acts": match.staff_acts,
        "paused": match.paused_for if match.paused_at is not None else None,
        "done": list(rows.values(*told)),
    }


def _page(request: HttpRequest, match: Match, refusal: DomainError | None = None) -> HttpResponse:
    """Render the staff's page of a match, with the reason after a refusal."""
    table = table_for(match, viewer_of(request), now=timezone.now())
    game = table.game
    details = {
        "here": "reports",
        "match": match,
        "sits_here": table.seat is not None,
        "seats": [] if game is None else [(seat, game.seat_title(seat.index)) for seat in table.seats],
        "clocks": table.clocks,
        "acts": StaffAct.objects.filter(match=match).order_by("-number"),
        "refusal": refusal,
        "typed": request.POST,
        "longest": LONGEST_REASON,
        "most_minutes": MOST_MINUTES,
        "most_seconds": MOST_SECONDS,
    }
    return render(request, "matches/staff/match.html", details, status=200 if refusal is None else refusal.status)
