"""Forms about bots: giving seats and teams of a day to bots and taking them back, and trying a day alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from incursions.accounts.viewers import current_user_or_guest
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.bots import set_bots
from tournaments.days.day_page import grant_place
from tournaments.days.game_kinds import megagames
from tournaments.days.models import LONGEST_SEAT
from tournaments.days.trials import Trial, list_choices, list_seats, make_trial


@require_POST
@refusing
def set_seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a seat or a whole team to bots, or take it back."""
    row, fields = require_desk(request, public_id).day, read_fields(request)
    is_bot = fields.flag("bot", False)
    seats = list_seats(row)
    if fields.get("team"):
        seats = seats.filter(team=fields.text("team", LONGEST_SEAT))
    else:
        seats = seats.filter(place=fields.number("seat"))
    places = [seat.place for seat in seats]
    if not places:
        raise DomainError("not_found", "There is no such seat or team to give to a bot.")
    set_bots(row, places, is_bot=is_bot)
    return redirect("days:seats", row.public_id)


@require_POST
@refusing
def try_alone(request: HttpRequest) -> HttpResponse:
    """Make a day against bots, and lead to the seat that the viewer has chosen."""
    fields, kinds = read_fields(request), megagames()
    kind = kinds[fields.one_of("game", kinds)]
    seats = [kind.control, *(seat for team in list_choices(kind).values() for seat in team)]
    name = fields.text("seat", LONGEST_SEAT)
    if name not in seats:
        raise DomainError("malformed", "There is no such seat. Choose one of the list.")
    speed = fields.one_of("speed", [speed.name for speed in kind.speeds])
    trial = Trial(name, speed, has_team=fields.flag("team", False))
    own = make_trial(current_user_or_guest(request), kind, trial)
    for seat in own:
        grant_place(request.session, seat.day, seat.place)
    if name == kind.control:
        return redirect("days:desk", own[0].day.public_id)
    return redirect("days:seat", own[0].day.public_id, own[0].place)
