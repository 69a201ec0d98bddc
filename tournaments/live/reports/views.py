"""The views of reports: filing one, reading answers, and the queue of the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.viewers import for_staff, viewer_of
from incursions.kit.clients import answer_act, see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields, refusal_as_json
from tournaments.live.reports.filing import close_report, file_report, give_back_report, may_handle, take_report
from tournaments.live.reports.models import LONGEST_MESSAGE, Report, ReportKind, ReportState
from tournaments.live.rooms import Room, kind_of, refuse_in_room

if TYPE_CHECKING:
    from incursions.accounts.models import User

ON_THE_LIST = 100
TAKE, GIVE_BACK, CLOSE = "take", "give back", "close"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_in_room()
def file(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Render the form of a report, or file it by POST. A refused form keeps its text."""
    room = Room(kind, public_id)
    row = kind_of(room).rows(public_id).first()
    if row is None:
        raise kind_of(room).make_missing_error()
    if request.method != "POST":
        return _form(request, row)
    try:
        fields = read_fields(request)
        message = fields.any_text("message")
        version = fields.number("version") if "version" in fields else None  # None: as the table stands
        report = file_report(room, viewer_of(request), message, version=version)
    except DomainError as refusal:
        return _form(request, row, refusal) if wants_html(request) else refusal_as_json(refusal)
    address = report.get_absolute_url()
    return answer_act(request, report, "reported", status=201, version=report.version, id=report.public_id, url=address)


def _form(request: HttpRequest, row: Any, refusal: DomainError | None = None) -> HttpResponse:
    details = {
        "here": "play",
        "room": row.room,
        "refusal": refusal,
        "typed": request.POST.get("message", ""),
        "version": request.POST.get("version", row.version),
        "longest": LONGEST_MESSAGE,
    }
    return render(request, "live/reports/file.html", details, status=200 if refusal is None else refusal.status)


@never_cache
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """Render the viewer's reports with their answers."""
    filed = Report.objects.filed_by(request.user).with_people()[:ON_THE_LIST]
    return render(request, "live/reports/own.html", {"here": "play", "reports": filed})


@never_cache
@require_safe
@for_staff
def queue(request: HttpRequest) -> HttpResponse:
    """Render the queue of reports for staff, filtered by state and kind."""
    state, kind = request.GET.get("state", ReportState.OPEN), request.GET.get("kind", "")
    found = Report.objects.visible_to(request.user).with_people()
    if state in ReportState.values:
        found = found.filter(state=state)
    if kind in ReportKind.values:
        found = found.filter(kind=kind)
    in_turn = found.order_by("created_at", "pk") if state == ReportState.OPEN else found
    details = {
        "here": "reports",
        "reports": in_turn[:ON_THE_LIST],
        "most": ON_THE_LIST,
        "state": state,
        "kind": kind,
        "states": ReportState.choices,
        "kinds": ReportKind.choices,
    }
    return render(request, "live/reports/queue.html", details)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render a report for its reporter and staff; by POST staff take it, give it back or answer it."""
    found = get_object_or_404(Report.objects.visible_to(request.user).with_people(), public_id=public_id)
    if request.method != "POST":
        return _report_page(request, found)
    if not request.user.is_staff:
        raise Http404
    try:
        _handle(request, found)
    except DomainError as refusal:
        return _report_page(request, found, refusal)
    return see_other(found)


def _handle(request: HttpRequest, found: Report) -> None:
    staff, what = cast("User", request.user), request.POST.get("do")
    if what == TAKE:
        take_report(found, staff)
    elif what == GIVE_BACK:
        give_back_report(found, staff)
    elif what == CLOSE:
        close_report(found, staff, request.POST.get("answer", ""))
    else:
        raise DomainError("malformed", f"What is done with a report is one of: {TAKE}, {GIVE_BACK}, {CLOSE}.")


def _report_page(request: HttpRequest, found: Report, refusal: DomainError | None = None) -> HttpResponse:
    staff, kind = request.user.is_staff, kind_of(found.room)
    row = kind.rows(found.room.public_id).first()
    details = {
        "here": "reports" if staff else "play",
        "report": found,
        "row": row,
        "room_part": kind.report_part,
        "staff_url": kind.staff_url(row),
        "refusal": refusal,
        "is_staff": staff,
        "may_handle": staff and may_handle(found, cast("User", request.user)),
        "typed": request.POST.get("answer", ""),
        "longest": LONGEST_MESSAGE,
    }
    return render(request, "live/reports/report.html", details, status=200 if refusal is None else refusal.status)
