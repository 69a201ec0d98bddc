"""Commands of seats: answered as JSON to scripts, and to plain forms on the page that comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import LONGEST_KEY, Fields, answer_refusals, read_fields
from tournaments.days.access import list_session_places, show_refusal
from tournaments.days.blanks import fill_blanks
from tournaments.days.commands import read_commands
from tournaments.days.day_page import (
    DESK,
    SEAT,
    address_own_page,
    address_page,
    find_day,
    find_seat,
    may_open,
    pages_of,
)
from tournaments.days.locked_day import Outcome, give_command, give_commands
from tournaments.days.models import Day, DaySeat
from tournaments.days.pace import limiter
from tournaments.days.page_rendering import PAGE_FIELD, RefusedOrder, show_page

LONGEST_ANSWER = 600
"""The characters of a confirmation, which is kept in a cookie until the next page is shown."""


def show_refused_order(request: HttpRequest, refusal: DomainError, address: Mapping[str, str]) -> HttpResponse:
    """Render the page that an order came from with its refusal; a page of its own if the seat is not the viewer's."""
    try:
        row, fields = find_day(address["public_id"]), read_fields(request)
        seat = find_seat(row, int(address["place"]), list_session_places(request, row))
    except DomainError:
        return show_refusal(request, refusal, dict(address))
    page = _read_page(fields)
    if page not in pages_of(row.game).more or not may_open(row, page, seat):
        page = DESK if seat.team == row.kind.control else SEAT
    return show_page(request, row, page, seat.name, seat.place, RefusedOrder(_read_text(fields), refusal))


def _read_page(fields: Fields) -> str:
    """Return the name of the page that a form came from, "" for none."""
    page = fields.get(PAGE_FIELD, "")
    return page if isinstance(page, str) else ""


def _read_text(fields: Fields) -> str:
    """Return what was ordered as far as it can be read, on one line."""
    text = " ".join(str(fields.get("text", "")).split())
    with suppress(DomainError):  # an empty blank, which the refusal names
        text = fill_blanks(text, fields)
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}…"


@require_POST
@answer_refusals(show_refused_order)
def command(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Give a command for a seat; a request sent again is answered as it was (rules W26.9)."""
    row, fields = find_day(public_id), read_fields(request)
    found = find_seat(row, place, list_session_places(request, row))
    limiter.count(public_id, place)
    is_control = found.team == row.kind.control
    texts = read_commands(fields, may_be_several=is_control)
    key = fields.text("request", LONGEST_KEY, "-")
    request_id = "" if key == "-" else key
    by = viewer_of(request)
    if len(texts) > 1:
        outcome = give_commands(public_id, found.name, texts, request=request_id, by=by)
    else:
        seen = fields.optional_number("seen")
        outcome = give_command(public_id, found.name, texts[0], request=request_id, by=by, seen=seen)
    if wants_html(request):
        messages.success(request, write_confirmation(texts, outcome))
        return see_other(_address_next_page(row, fields, found))
    said = {"message": " ".join(outcome.said), "rule": "", "number": outcome.number}
    return JsonResponse({**said, "revision": outcome.revision})


def write_confirmation(texts: Sequence[str], outcome: Outcome) -> str:
    """Return the sentence that says which commands were taken, and what happened as far as the seat may read it."""
    words = " ".join([f"Taken: {'; '.join(texts)}.", *outcome.said])
    return words if len(words) <= LONGEST_ANSWER else f"{words[:LONGEST_ANSWER]}…"


def _address_next_page(row: Day, fields: Fields, seat: DaySeat) -> str:
    """Return the address of the further page that a form names, or of the seat's own page."""
    page = _read_page(fields)
    if page in pages_of(row.game).more:
        return address_page(row, page, seat.name)
    return address_own_page(seat)
