"""The page with the plan of the hall, which Control puts up and takes down, and its picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from incursions.kit.refusals import DomainError
from tournaments.days.access import list_session_places, refusing, require_desk
from tournaments.days.day_page import find_control_place, find_day
from tournaments.days.hall_plans import LARGEST_FILE, find_plan_mark, put_up_plan
from tournaments.days.large_forms import read_large_form
from tournaments.days.models import DayHallPlan


@require_http_methods(["GET", "POST"])
@refusing
def hall_plan(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the plan of the hall; Control puts up another one, or takes it down."""
    if request.method == "POST":
        return _change_plan(request, public_id)
    row = find_day(public_id)
    is_control = find_control_place(row, list_session_places(request, row)) is not None
    return render(request, "days/hall_plan.html", {"row": row, "plan": find_plan_mark(row), "is_control": is_control})


def _change_plan(request: HttpRequest, public_id: str) -> HttpResponse:
    row, fields = require_desk(request, public_id).day, read_large_form(request)
    upload = request.FILES.get("picture")
    if fields.flag("down", False):
        DayHallPlan.objects.filter(day=row).delete()
    elif upload is None:
        raise DomainError("malformed", "Choose a picture.")
    else:
        put_up_plan(row, upload.read(LARGEST_FILE + 1))
    return redirect("days:hall_plan", public_id)


@require_GET
@refusing
def hall_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the picture of the plan of the hall. Its address on pages changes with it, so browsers may keep it."""
    plan = DayHallPlan.objects.filter(day=find_day(public_id)).first()
    if plan is None:
        raise DomainError("not_found", "No plan of the hall is put up.")
    return HttpResponse(
        bytes(plan.picture), content_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"}
    )
