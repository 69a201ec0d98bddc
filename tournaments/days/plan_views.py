"""The page of Control's plans: commands that are given when a turn begins."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields, read_fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.day_games import game_of
from tournaments.days.models import LONGEST_COMMAND, DaySeat
from tournaments.days.plans import LAST_TURN, list_plans, remove_plan, write_plan

LARGEST_KEY = 2**31 - 1


def read_plan(fields: Fields) -> tuple[int, str]:
    """Return the turn and the command of a form. Raises malformed."""
    return fields.number("turn", 0, LAST_TURN), fields.text("text", LONGEST_COMMAND).strip()


@require_http_methods(["GET", "POST"])
@refusing
def plans(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the plans of all who are in Control; write one."""
    seat = require_desk(request, public_id)
    if request.method == "GET":
        return _show_plans(request, seat)
    fields = read_fields(request)
    try:
        write_plan(seat, *read_plan(fields))
    except DomainError as refusal:
        if not wants_html(request):
            raise
        return _show_plans(request, seat, fields, refusal)
    return see_other("days:plans", public_id)


def _show_plans(
    request: HttpRequest, seat: DaySeat, typed: Fields | None = None, refusal: DomainError | None = None
) -> HttpResponse:
    """Render the plans, with what was typed into the form of one that was refused."""
    now = seat.day.kind.read_turn(game_of(seat.day))
    context = {"row": seat.day, "plans": list_plans(seat.day), "now": now, "next": now + 1, "last": LAST_TURN}
    context |= {"typed": typed or {"turn": now + 1}, "refusal": refusal}
    return render(request, "days/plans.html", context, status=200 if refusal is None else refusal.status)


@require_POST
@refusing
def change_plan(request: HttpRequest, public_id: str, key: int) -> HttpResponse:
    """Change a plan, or remove it."""
    seat, fields = require_desk(request, public_id), read_fields(request)
    if fields.one_of("act", ("change", "remove")) == "remove":
        remove_plan(seat.day, min(key, LARGEST_KEY))
    else:
        turn, text = read_plan(fields)
        write_plan(seat, turn, text, min(key, LARGEST_KEY))
    return see_other("days:plans", public_id)
