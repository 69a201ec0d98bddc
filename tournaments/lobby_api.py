"""The contract for open tables: what is done to seats and settings, for forms and JSON alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from incursions.accounts.models import User
from tournaments import open_tables
from tournaments.answers import viewer_of, wants_html
from tournaments.api import endpoint, said_of_a_table, seated
from tournaments.errors import DomainError, no_such_match
from tournaments.incoming import read_seating, read_table_rules
from tournaments.matches import TableRules
from tournaments.models import Match
from tournaments.table_settings import settings_of


class Act(NamedTuple):
    """What somebody does at an open table: a word, the seat it is about, and what else was said."""

    public_id: str
    user: User | None
    seat: int
    bot: str
    starter: str
    terms: int | None
    revision: int | None


ACTS: dict[str, Callable[[Act], Match | None]] = {
    "agree": lambda act: open_tables.agree(act.public_id, act.user, terms=act.terms),
    "ready": lambda act: open_tables.set_ready(act.public_id, act.user, is_ready=True),
    "not ready": lambda act: open_tables.set_ready(act.public_id, act.user, is_ready=False),
    "start": lambda act: open_tables.start_now(act.public_id, act.user),
    "leave": lambda act: open_tables.leave_table(act.public_id, act.user),
    "draw": lambda act: open_tables.draw_seats(act.public_id, act.user, revision=act.revision),
    "renew": lambda act: open_tables.renew_invitation(act.public_id, act.user),
}
ACTS_ON_A_SEAT: dict[str, Callable[[Act], Match | None]] = {
    "remove": lambda act: open_tables.remove_player(act.public_id, act.user, act.seat, revision=act.revision),
    "bot": lambda act: open_tables.seat_bot(
        act.public_id, act.user, act.seat, act.bot, starter=act.starter, revision=act.revision
    ),
    "up": lambda act: open_tables.move_seat(act.public_id, act.user, act.seat, -1, revision=act.revision),
    "down": lambda act: open_tables.move_seat(act.public_id, act.user, act.seat, 1, revision=act.revision),
}


@require_POST
@endpoint
def seating(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do something at an open table: `do` is a word of `ACTS`, or one of `ACTS_ON_A_SEAT` and the number of a seat."""
    said = read_seating(request, [*ACTS, *(f"{word} N" for word in ACTS_ON_A_SEAT)])
    act = Act(public_id, viewer_of(request), said.seat, said.bot, said.starter, said.terms, said.revision)
    match = (ACTS_ON_A_SEAT if said.seat >= 0 else ACTS)[said.word](act)
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
    match = Match.objects.light().filter(public_id=public_id).first()
    if match is None:
        raise no_such_match()
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
