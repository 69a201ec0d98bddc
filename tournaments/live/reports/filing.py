"""File reports, and handle them as staff.

`file_report` is the only entry point, for a problem at the table and for a chat message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.live.reports.models import LONGEST_MESSAGE, LONGEST_MOMENT, Report, ReportKind, ReportState
from tournaments.live.rooms import Room, kind_of

MOST_IN_A_WHILE = 5
WHILE = timedelta(hours=1)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ReportedMessage:
    """The chat message that a report is about, and its author (None if unknown)."""

    text: str
    author: User | None


def file_report(
    room: Room,
    by: User | None,
    message: str,
    *,
    chat: ReportedMessage | None = None,
    version: int | None = None,
    now: datetime | None = None,
) -> Report:
    """File a report on a room at the moment `version` (None: now).

    `chat` is the reported message, if any. Raises `DomainError`: not_found, unknown_reporter, malformed,
    too_many_reports.
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
            kind=ReportKind.TABLE if chat is None else ReportKind.CHAT,
            by=by,
            seat=moment.seat,
            version=moment.version if version is None else min(version, moment.version),
            moment=moment.words[:LONGEST_MOMENT],
            message=message,
            about=None if chat is None else chat.author,
            quoted="" if chat is None else chat.text[:LONGEST_MESSAGE],
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
