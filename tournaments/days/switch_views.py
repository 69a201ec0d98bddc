"""The page with the switches of an event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.content_versions import FaultyContentError
from tournaments.days.day_games import game_of
from tournaments.days.schedule import read_schedule, write_schedule
from tournaments.days.switches import MOST_MINUTES, Switches, read_lengths, set_switches


@require_http_methods(["GET", "POST"])
@refusing
def switches(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the switches of an event; set them before it starts."""
    seat = require_desk(request, public_id)
    row = seat.day
    lengths = read_lengths(row)
    context = {"row": row, "lengths": lengths, "has_started": bool(game_of(row).number), "most": MOST_MINUTES}
    context |= {"name": row.name, "strict": row.is_strict, "notes": row.passes_notes}
    context["when"] = write_schedule(row.schedule)
    if request.method == "GET":
        return render(request, "days/switches.html", context)
    fields = read_fields(request)
    typed = [(length, fields.get(length.key, minutes)) for length, minutes in lengths]
    context |= {"name": fields.get("name", ""), "lengths": typed}
    context |= {"strict": fields.get("strict"), "notes": fields.get("notes"), "when": fields}
    try:
        minutes = {each.key: fields.number(each.key, 1, MOST_MINUTES, usual) for each, usual in lengths}
        name, schedule = fields.any_text("name"), read_schedule(fields)
        set_switches(
            row, seat, Switches(name, schedule, fields.flag("strict", False), fields.flag("notes", False)), minutes
        )
    except DomainError as fault:
        if not wants_html(request):
            raise
        faults = fault.faults if isinstance(fault, FaultyContentError) else []
        return render(
            request, "days/switches.html", {**context, "refusal": fault, "faults": faults}, status=fault.status
        )
    messages.success(request, "The switches are set.")
    return redirect("days:day", public_id)
