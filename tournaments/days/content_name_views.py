"""Renaming in the content: the form, the preview of all that it touches, and saving it as one version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.content_differences import list_renamed
from tournaments.days.content_versions import check_content, find_current
from tournaments.days.content_views import describe_content, save_from_form, show_fault, show_saved
from tournaments.days.large_forms import read_large_form
from tournaments.days.models import Day, DayPlan

PAGE = "days/content_names.html"
BETWEEN = ": "
"""What stands between the kind of a name and the name, in the value of an option."""
LONGEST_NAME = 200
KEPT = ("name", "new", "texts", "reason", "overrule")


@require_http_methods(["GET", "POST"])
@refusing
def content_names(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form that renames a thing in all files, preview what it touches, and save it."""
    seat = require_desk(request, public_id)
    data = find_current(seat.day).data
    context = {**describe_content(seat.day), "kinds": _list_options(seat.day, data), "longest_name": LONGEST_NAME}
    if request.method == "GET":
        return render(request, PAGE, {**context, "texts": True})
    fields = read_large_form(request)
    context |= {name: fields.get(name, "") for name in KEPT}
    try:
        made = _rename(seat.day, data, fields)
        context |= {"differences": list_renamed(data, made), "plans": _list_plans(seat.day, context["name"])}
        check_content(seat.day, made)
        if fields.get("do") != "save":
            return render(request, PAGE, context)
        return show_saved(public_id, save_from_form(request, seat, made, fields, is_renaming=True))
    except DomainError as fault:
        return show_fault(request, PAGE, context, fields, fault)


def _list_options(row: Day, data: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """Return the names that can be changed by their kinds, each with the value of its option."""
    kinds = row.kind.contents.list_names(data)
    return {kind: [(f"{kind}{BETWEEN}{name}", name) for name in names] for kind, names in kinds.items()}


def _rename(row: Day, data: Mapping[str, Any], fields: Fields) -> Mapping[str, Any]:
    """Return the content as the form renames it. Raises malformed."""
    kind, _, old = fields.any_text("name").partition(BETWEEN)
    new = " ".join(fields.any_text("new").split())
    if not new or len(new) > LONGEST_NAME:
        raise DomainError("malformed", f"Write a name of at most {LONGEST_NAME} characters.")
    try:
        return row.kind.contents.rename(data, kind, old, new, fields.flag("texts", False))
    except ValueError as fault:
        raise DomainError("malformed", str(fault)) from None


def _list_plans(row: Day, chosen: str) -> list[DayPlan]:
    """Return the plans not yet given that name what is renamed: they are not changed."""
    old = chosen.partition(BETWEEN)[2]
    return list(DayPlan.objects.filter(day=row, entry=None, text__contains=old))
