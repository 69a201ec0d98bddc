"""Marking as read what a station shows for its seat, on all devices of the seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from incursions.kit.clients import see_other, wants_html
from incursions.kit.requests import read_fields
from tournaments.days.access import list_session_places, refusing
from tournaments.days.day_page import address_own_page, find_day, find_seat
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day, DaySeat

LOG_PART = "#part-log"
"""The part of a page with its log, to which the reader returns."""


@require_POST
@refusing
def mark_read(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Mark as read for a seat what was told up to an entry."""
    row = find_day(public_id)
    seat = find_seat(row, place, list_session_places(request, row))
    keep_mark(seat, read_fields(request).number("to", 0, row.number))
    if wants_html(request):
        return see_other(address_own_page(seat) + LOG_PART)
    return JsonResponse({"message": ""})


def keep_mark(seat: DaySeat, number: int) -> None:
    """Keep the last entry that a seat has read, if it is a later one than before, and show its page anew."""
    with LockedDay.lock(seat.day.public_id) as locked:
        marks = locked.day.read_marks
        if marks.get(seat.name, 0) < number:
            Day.objects.filter(pk=locked.day.pk).update(read_marks={**marks, seat.name: number})
            locked.show_again()
