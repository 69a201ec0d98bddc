"""The contract for open tables: what is done to seats and settings, for forms and JSON alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments import open_tables
from tournaments.answers import viewer_of, wants_html
from tournaments.api import endpoint, said_of_a_table, seated
from tournaments.errors import DomainError
from tournaments.incoming import read_seating, read_table_rules
from tournaments.matches import TableRules
from tournaments.models import Match
from tournaments.table_settings import settings_of

Act = tuple[Callable[..., Match | None], *tuple[str, ...]]
ACTS: dict[str, Act] = {
    "agree": (open_tables.agree, "terms"),
    "ready": (partial(open_tables.set_ready, is_ready=True),),
    "not ready": (partial(open_tables.set_ready, is_ready=False),),
    "start": (open_tables.start_now,),
    "leave": (open_tables.leave_table,),
    "draw": (open_tables.draw_seats, "revision"),
    "renew": (open_tables.renew_invitation,),
}
ACTS_ON_A_SEAT: dict[str, Act] = {
    "remove": (open_tables.remove_player, "revision"),
    "bot": (open_tables.seat_bot, "bot", "starter", "revision"),
    "up": (partial(open_tables.move_seat, by=-1), "revision"),
    "down": (partial(open_tables.move_seat, by=1), "revision"),
}
"""What is done at an open table, with the names of what else is said of it."""


@require_POST
@endpoint
def seating(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do something at an open table: `do` is a word of `ACTS`, or one of `ACTS_ON_A_SEAT` and the number of a seat."""
    said = read_seating(request, [*ACTS, *(f"{word} N" for word in ACTS_ON_A_SEAT)])
    seat = [said.seat] if said.seat >= 0 else []
    act, *names = (ACTS_ON_A_SEAT if seat else ACTS)[said.word]
    match = act(public_id, viewer_of(request), *seat, **{name: getattr(said, name) for name in names})
    if said.word != "leave":
        assert match is not None, "a table is gone only when somebody leaves it"
        return seated(request, match, code="done")
    if not wants_html(request):
        return JsonResponse({"code": "left", "message": "", "rule": "", "id": public_id})
    messages.info(request, "You have left the table." if match else "You have left the table, and it is closed.")
    return HttpResponseRedirect(reverse("tournaments:home"), status=303)


@require_POST
@endpoint
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the settings; what JSON leaves out stays as it is. Forms say everything."""
    match = Match.objects.light().at(public_id)
    now = TableRules(seats=match.seats.count(), **settings_of(match))
    try:
        rules = read_table_rules(request, now)
        changed = open_tables.change_settings(public_id, viewer_of(request), rules, seats=rules.seats)
    except DomainError as refusal:
        if not wants_html(request):
            raise
        messages.warning(request, refusal.message)
        address = reverse("tournaments:settings", args=[public_id])
        return HttpResponseRedirect(f"{address}?{said_of_a_table(request)}", status=303)
    return seated(request, changed, code="changed")
