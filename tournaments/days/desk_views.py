"""Acts of Control on the desk besides commands: taking and releasing claims, and dismissing refused plans."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from incursions.kit.clients import see_other, wants_html
from incursions.kit.requests import read_fields
from tournaments.days.claims import release_subject, take_subject
from tournaments.days.models import LONGEST_SUBJECT
from tournaments.days.plans import dismiss_plan
from tournaments.days.views import refusing, require_desk

TAKE, RELEASE, DISMISS = "take", "release", "dismiss"


@require_POST
@refusing
def act_on_desk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take or release a subject of the desk, or dismiss a refused plan."""
    seat, fields = require_desk(request, public_id), read_fields(request)
    act = fields.one_of("act", (TAKE, RELEASE, DISMISS))
    subject = fields.text("subject", LONGEST_SUBJECT)
    if act == TAKE:
        take_subject(public_id, seat, subject)
    elif act == RELEASE:
        release_subject(public_id, seat, subject)
    else:
        dismiss_plan(seat.day, subject)
    if wants_html(request):
        return see_other(reverse("days:desk", args=[public_id]))
    return JsonResponse({"message": "", "rule": ""})
