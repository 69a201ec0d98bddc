"""Pages that Control alone opens: who may, and reading their large forms."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from incursions.accounts.viewers import viewer_of
from incursions.kit.requests import Fields, is_json, make_malformed_error
from tournaments.days.day_page import find_control_place, find_day, find_seat, list_places
from tournaments.days.models import DaySeat


def find_desk_seat(request: HttpRequest, public_id: str) -> DaySeat:
    """Return the seat of Control that the session plays. Raises not_found for everybody else."""
    row, viewer = find_day(public_id), viewer_of(request)
    places = list_places(request.session, row, None if viewer is None else viewer.pk)
    return find_seat(row, find_control_place(row, places), places)


def read_large_form(request: HttpRequest) -> Fields:
    """Return the fields of a form, which may be as large as the server takes. Raises malformed."""
    if is_json(request):
        raise make_malformed_error("A form was expected.")
    try:
        return Fields(request.POST.dict())
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        raise make_malformed_error("The form could not be read.") from None


def take_prefixed(fields: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Return the fields whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): value for name, value in fields.items() if name.startswith(prefix)}
