"""Changing a seat of a day: another player and link, one player for several seats, filled or left."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields
from incursions.kit.words import quote
from tournaments.days.access import refusing, require_desk
from tournaments.days.models import Day, DaySeat
from tournaments.days.seat_list import address_line
from tournaments.days.seating import double_seat, fill_seat, leave_seat, release_seat, renew_link

RENEW, DOUBLE, RELEASE, FILL, LEAVE = "renew", "double", "release", "fill", "leave"


def find_any_seat(day: Day, place: int) -> DaySeat:
    """Return a seat of a day by its place. Raises not_found."""
    seat = day.seats.select_related("day", "played_with").filter(place=place).first()
    if seat is None:
        raise DomainError("not_found", "There is no such seat.")
    return seat


def find_named_seat(day: Day, name: str) -> DaySeat:
    """Return a seat of a day by its name. Raises not_found."""
    seat = day.seats.select_related("day", "played_with").filter(name__iexact=name.strip()).first()
    if seat is None:
        raise DomainError("not_found", f"There is no seat called {quote(name)}. Write it as it stands in the list.")
    return seat


@require_POST
@refusing
def change_seat(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Change who plays a seat, as the field `act` says."""
    desk, fields = require_desk(request, public_id), read_fields(request)
    seat = find_any_seat(desk.day, place)
    act = fields.one_of("act", (RENEW, DOUBLE, RELEASE, FILL, LEAVE))
    if act == RENEW:
        renew_link(seat, fields.any_text("player"))
    elif act == DOUBLE:
        double_seat(seat, find_named_seat(desk.day, fields.text("with")), desk.name)
    elif act == RELEASE:
        release_seat(seat)
    elif act == FILL:
        fill_seat(seat, desk.name)
    else:
        leave_seat(seat, desk.name)
    return see_other(address_line(seat))
