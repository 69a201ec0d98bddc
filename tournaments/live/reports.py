"""Reports: file one, read the answers, and handle the queue as staff. `file_report` is the only way to file one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, cast

import structlog
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import for_staff, viewer_of
from incursions.kit.clients import answer_act, see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import read_fields, refusal_as_json
from tournaments.live.models import LONGEST_MESSAGE, LONGEST_MOMENT, Report, ReportKind, ReportState
from tournaments.live.rooms import Room, kind_of, refuse_in_room

MOST_IN_A_WHILE = 5
WHILE = timedelta(hours=1)
log = structlog.get_logger(__name__)


def file_report(
    room: Room,
    by: User | None,
    message: str,
    *,
    quoted: str = "",
    about: User | None = None,
    version: int | None = None,
    now: datetime | None = None,
) -> Report:
    """File a report on a room at the moment `version` (None: now).

    `quoted` is the reported message of the chat, if any, and `about` its author (None if unknown). Raises
    `DomainError`: not_found, unknown_reporter, malformed, too_many_reports.
    """
    now, kind = now or timezone.now(), kind_of(room)
    if not kind.rows(room.public_id).exists():
        raise kind.make_missing_error()
    if by is None:
        raise DomainError("unknown_reporter", "Sign in or join a table first, so that the staff can answer you.")
    message = _clean_text(message)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)  # locked, so that simultaneous reports are counted one by one
        if Report.objects.filter(by=by, created_at__gt=now - WHILE).count() >= MOST_IN_A_WHILE:
            raise DomainError(
                "too_many_reports", f"You have filed {MOST_IN_A_WHILE} reports within the hour. Wait a while."
            )
        moment = kind.load_moment(room.public_id, by, now)
        report = Report.objects.create(
            room=room,
            kind=ReportKind.CHAT if quoted else ReportKind.TABLE,
            by=by,
            seat=moment.seat,
            version=moment.version if version is None else min(version, moment.version),
            moment=moment.words[:LONGEST_MOMENT],
            message=message,
            about=about,
            quoted=quoted[:LONGEST_MESSAGE],
            created_at=now,
        )
    log.info("report_filed", room=str(room), report=report.public_id, user_id=by.pk, kind=report.kind)
    return report


def take_report(report: Report, staff: User) -> None:
    """Take a report, so that other staff know. Raises `DomainError`: at_the_table, report_moved_on."""
    _move(report, staff, ReportState.OPEN, state=ReportState.TAKEN, taken_by=staff)


def give_back_report(report: Report, staff: User) -> None:
    """Give a report back to other staff. Raises `DomainError`: at_the_table, report_moved_on."""
    _move(report, staff, ReportState.TAKEN, state=ReportState.OPEN, taken_by=None)


def close_report(report: Report, staff: User, answer: str, *, now: datetime | None = None) -> None:
    """Close a taken report with an answer for its reporter.

    Raises `DomainError`: at_the_table, report_moved_on, malformed.
    """
    answer = _clean_text(answer)
    closed_at = now or timezone.now()
    _move(
        report,
        staff,
        ReportState.TAKEN,
        state=ReportState.CLOSED,
        taken_by=staff,
        answer=answer,
        closed_at=closed_at,
    )


def may_handle(report: Report, staff: User) -> bool:
    """Return True if the staff member is impartial: not at the table, not the reporter, not the reported player."""
    is_party = staff.pk in (report.by_id, report.about_id)
    facts = kind_of(report.room).load_facts(report.room.public_id)
    return not is_party and (facts is None or staff.pk not in facts.seats)


def _move(report: Report, staff: User, expected: ReportState, **values: object) -> None:
    """Write these values if the report is still in the expected state; of two concurrent changes one succeeds."""
    if not may_handle(report, staff):
        raise DomainError("at_the_table", "You are involved: another member of the staff must look at it.")
    if not Report.objects.filter(pk=report.pk, state=expected).update(**values):
        report.refresh_from_db()
        who = f" by {report.taken_by}" if report.taken_by is not None else ""
        raise DomainError("report_moved_on", f"The report has moved on: it is {report.get_state_display()}{who}.")
    report.refresh_from_db()
    log.info("report_moved", report=report.public_id, state=report.state, user_id=staff.pk)


def _clean_text(text: str) -> str:
    """Return the text stripped. Raises malformed if it is empty or too long."""
    text = text.replace("\x00", "").strip()
    if not text:
        raise DomainError("malformed", "Say in a sentence what happened.")
    if len(text) > LONGEST_MESSAGE:
        raise DomainError("malformed", f"That is longer than {LONGEST_MESSAGE} characters.")
    return text


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
    """Render the form of a report, with the message and the reason after a refusal."""
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
    """Take a report, give it back or close it, as the form asks."""
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
