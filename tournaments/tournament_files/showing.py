"""What is shown elsewhere: sheets to print, a table over a stream, and the address as a picture to scan."""

from __future__ import annotations

from io import BytesIO

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.answers import viewer_of
from tournaments.tournament_api.reading import find_tournament
from tournaments.tournament_files.asking import answering
from tournaments.tournament_files.overlay import overlay_data
from tournaments.tournament_files.prints import SHEETS, sheet

LONGEST_NUMBER = 6
SCALE, BORDER = 8, 4


@require_safe
@answering
def print_sheet(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """A sheet as PDF."""
    seen = find_tournament(event, viewer_of(request))
    if what not in SHEETS:
        raise Http404("There is no such sheet.")
    response = HttpResponse(sheet(seen, what), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{seen.tournament.public_id}-{what}.pdf"'
    return response


@require_safe
@answering
def overlay(request: HttpRequest, event: str) -> HttpResponse:
    """A table over somebody's stream: the featured one, or that of `?table=`."""
    number = _asked(request)
    shown = overlay_data(find_tournament(event, viewer_of(request)), number)
    context = {"shown": shown, "event": event, "asked": number, "now_ms": int(timezone.now().timestamp() * 1000)}
    template = "event_files/overlay.html" + ("#live" if "live" in request.GET else "")
    return render(request, template, context)


@require_safe
@answering
def overlay_json(request: HttpRequest, event: str) -> HttpResponse:
    """The same as JSON, for any page of somebody's own."""
    answer = JsonResponse(overlay_data(find_tournament(event, viewer_of(request)), _asked(request)))
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _asked(request: HttpRequest) -> int | None:
    said = request.GET.get("table", "")
    if not said:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise Http404("There is no such table.")
    return int(said)


@require_safe
@answering
def address_code(request: HttpRequest, event: str, form: str) -> HttpResponse:
    """The address of the tournament as a QR code."""
    row = find_tournament(event, viewer_of(request)).tournament
    code = segno.make(f"{settings.SITE_URL}{row.get_absolute_url()}", error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind=form, scale=SCALE, border=BORDER, dark="#000", light="#fff")
    return HttpResponse(drawn.getvalue(), content_type={"svg": "image/svg+xml", "png": "image/png"}[form])
