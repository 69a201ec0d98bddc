"""Acts of Control on the desk besides commands: claims, lines that are ticked off, and refused plans."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.claims import release_subject, take_subject
from tournaments.days.models import LONGEST_SUBJECT, DaySeat
from tournaments.days.plans import dismiss_plan

ACTS: dict[str, Callable[[DaySeat, str], None]] = {
    "take": lambda seat, subject: take_subject(seat.day.public_id, seat, subject),
    "done": lambda seat, subject: take_subject(seat.day.public_id, seat, subject, is_done=True),
    "release": lambda seat, subject: release_subject(seat.day.public_id, seat, subject),
    "dismiss": lambda seat, subject: dismiss_plan(seat.day, subject),
}


@require_POST
@refusing
def act_on_desk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take, release or tick off a subject of the desk, or dismiss a refused plan: the subject is in the act's field."""
    seat, fields = require_desk(request, public_id), read_fields(request)
    acts = [name for name in ACTS if name in fields]
    if len(acts) != 1:
        raise DomainError("malformed", f"Say one of these, with a subject: {', '.join(ACTS)}.")
    ACTS[acts[0]](seat, fields.text(acts[0], LONGEST_SUBJECT))
    if wants_html(request):
        return see_other(reverse("days:desk", args=[public_id]))
    return JsonResponse({"message": "", "rule": ""})
