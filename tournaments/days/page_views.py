"""The further pages of a day, which the game adds beside the desk, stations and the projector."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from incursions.kit.refusals import DomainError
from tournaments.days.access import list_session_places, refusing
from tournaments.days.day_page import CONTROL_PLACE, SEAT, find_day, find_page, is_public, may_open
from tournaments.days.models import Day, DaySeat
from tournaments.days.page_rendering import show_page


@require_GET
@refusing
def more(request: HttpRequest, public_id: str, page: str) -> HttpResponse:
    """Show a further page of the game, for the seat that is named or the first of the session that has it."""
    row = find_day(public_id)
    if find_page(row, page) is None:
        raise DomainError("not_found", "This day has no such page.")
    if is_public(row, page):
        return show_page(request, row, page, "", CONTROL_PLACE)
    seat = choose_seat(row, page, list_session_places(request, row), request.GET.get(SEAT, ""))
    return show_page(request, row, page, seat.name, seat.place)


def choose_seat(row: Day, page: str, places: list[int], wanted: str) -> DaySeat:
    """Return the seat that is wanted, or the first among these places, that has the page. Raises not_found."""
    seats = [seat for seat in row.seats.filter(place__in=places) if may_open(row, page, seat)]
    for seat in seats:
        if seat.name == wanted:
            return seat
    if wanted or not seats:
        raise DomainError("not_found", "No seat on this device has this page. Open your personal link first.")
    return seats[0]
