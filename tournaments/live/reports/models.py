"""Models of reports: the report, its moment in the room, and its handling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from incursions.accounts.own_rows import moves_with_guest
from incursions.kit.ids import new_public_id
from tournaments.live.rooms import RoomField, list_rooms_played_by

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

LONGEST_MESSAGE = 1000
LONGEST_MOMENT = 200


class ReportKind(models.TextChoices):
    """The subject of a report."""

    TABLE = "table", "a problem at the table"
    CHAT = "chat", "a message in the chat"


class ReportState(models.TextChoices):
    """The state of a report."""

    OPEN = "open", "open"
    TAKEN = "taken", "being looked at"
    CLOSED = "closed", "answered"


class ReportQuerySet(models.QuerySet["Report"]):
    """Reads of reports."""

    def visible_to(self, viewer: User | AnonymousUser) -> Self:
        """Return the reports that the viewer may see: their own, or all for staff.

        Staff who play at a table do not see others' reports on it while it runs, because a reporter may mention a hand.
        """
        if viewer.is_active and viewer.is_staff:
            return self.filter(~Q(room__in=list_rooms_played_by(viewer.pk)) | Q(by=viewer.pk))
        return self.filed_by(viewer)

    def filed_by(self, viewer: User | AnonymousUser) -> Self:
        """Return the reports that the viewer filed; none for an anonymous viewer."""
        return self.none() if viewer.pk is None else self.filter(by=viewer.pk)

    def with_people(self) -> Self:
        """Select the people that a page names."""
        return self.select_related("by", "about", "taken_by")


@moves_with_guest("by")
@moves_with_guest("about")
class Report(models.Model):
    """A report. The description of its moment is stored, because the room goes on."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    room = RoomField()
    kind = models.CharField(max_length=8, choices=ReportKind, default=ReportKind.TABLE)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports")
    seat = models.PositiveSmallIntegerField(null=True, help_text="The reporter's; none for who watches")
    version = models.PositiveIntegerField(help_text="So many moves had been made")
    moment = models.CharField(max_length=LONGEST_MOMENT, help_text="What was open then, as everybody could see it")
    message = models.CharField(max_length=LONGEST_MESSAGE)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    quoted = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="", help_text="The message in the chat")

    state = models.CharField(max_length=8, choices=ReportState, default=ReportState.OPEN)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    answer = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="")
    created_at = models.DateTimeField(db_index=True)
    closed_at = models.DateTimeField(null=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["state", "-created_at", "-id"], name="filed_by_state"),
            models.Index(fields=["by", "-created_at", "-id"], name="filed_by_person"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state=ReportState.CLOSED, closed_at__isnull=False) & ~Q(answer="")
                | ~Q(state=ReportState.CLOSED) & Q(closed_at__isnull=True, answer=""),
                name="report_closed_has_answer",
                violation_error_message="A report that is closed has an answer, and no other has.",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the page of the report."""
        return reverse("reports:report", args=[self.public_id])

    @property
    def is_closed(self) -> bool:
        """Return True if the report has been answered."""
        return self.state == ReportState.CLOSED
