"""Models of what is kept about rooms: the chat, who is there, and reports."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Self
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.dispatch import receiver
from django.urls import reverse

from incursions.accounts.models import User
from incursions.accounts.own_rows import moves_with_guest
from incursions.accounts.viewers import guest_merged
from incursions.kit.ids import new_public_id
from tournaments.live.chat.rules import LONGEST, Channel
from tournaments.live.rooms import Room, RoomField, list_kinds

LONGEST_REASON = 200
LONGEST_KEY = 64


class RoomChat(models.Model):
    """The chat of one room: the number of messages in each channel, and whether guests may write.

    Messages of a channel are numbered without gaps, under the lock of this row. So a client that has number 4 and gets
    number 6 knows that one is missing.
    """

    room = RoomField(primary_key=True)
    table_said = models.PositiveIntegerField(default=0)
    spectators_said = models.PositiveIntegerField(default=0)
    guests_may_write = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"the chat of {self.room}"

    def last_number(self, channel: str) -> int:
        """Return the number of the newest message of a channel, 0 if there is none."""
        return int(getattr(self, f"{channel}_said"))

    def count(self, channel: str) -> int:
        """Add 1 to the messages of a channel and return the new number. The caller holds the lock, and saves."""
        number = self.last_number(channel) + 1
        setattr(self, f"{channel}_said", number)
        return number


class ChatMessage(models.Model):
    """A chat message. A hidden one keeps its number and its text, which only the staff see."""

    room = RoomField()
    channel = models.CharField(max_length=10, choices=Channel)
    number = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="chat_messages")
    seat = models.PositiveSmallIntegerField(null=True, help_text="The author's; none for who watches")
    text = models.CharField(max_length=LONGEST)
    key = models.CharField(max_length=LONGEST_KEY, blank=True, default="")
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    hidden_why = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        ordering = ["room", "channel", "number"]
        indexes = [models.Index(fields=["author", "-at"], name="chat_message_rate")]
        constraints = [
            models.UniqueConstraint(fields=["room", "channel", "number"], name="chat_message_number_once"),
            models.UniqueConstraint(fields=["author", "key"], condition=~Q(key=""), name="chat_message_key_once"),
            models.CheckConstraint(
                condition=Q(hidden_at__isnull=True, hidden_why="") | Q(hidden_at__isnull=False) & ~Q(hidden_why=""),
                name="chat_message_hidden_for_reason",
                violation_error_message="A message is hidden for a reason.",
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.number} of {self.get_channel_display().lower()}"

    @property
    def url(self) -> str:
        """The address of the message, "" where the chat has no page."""
        chat = self.room.chat_url
        return f"{chat}/{self.channel}/{self.number}" if chat else ""

    @property
    def is_hidden(self) -> bool:
        """Return True if the staff have hidden the message."""
        return self.hidden_at is not None


class MutedPerson(models.Model):
    """A person whom a user does not want to hear, at any table."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_people")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "muted people"
        constraints = [
            models.UniqueConstraint(fields=["by", "person"], name="muted_person_once"),
            models.CheckConstraint(condition=~Q(by=F("person")), name="muted_person_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.by} does not hear {self.person}"


@moves_with_guest("by", once="room")
class MutedChannel(models.Model):
    """A channel of one room that a user does not want to hear."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_channels")
    room = RoomField()
    channel = models.CharField(max_length=10, choices=Channel)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "room", "channel"], name="muted_channel_once")]

    def __str__(self) -> str:
        return f"{self.by} does not hear the {self.channel} of {self.room}"


@moves_with_guest("user", is_single=True)
class TableManners(models.Model):
    """The chat settings of a user at every table; without a row all of them are off."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="table_manners"
    )
    hears_spectators = models.BooleanField(default=False, help_text="While playing, where the match is not rated")
    is_named_watching = models.BooleanField(default=False, help_text="Others see who watches")

    class Meta:
        verbose_name_plural = "table manners"

    def __str__(self) -> str:
        return f"the manners of {self.user}"


@receiver(guest_merged)
def move_chat(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's messages and mutes, and transfer mutes of the guest by others to the account."""
    ChatMessage.objects.filter(author=guest).update(author=account, key="")
    heard_by = MutedPerson.objects.filter(person=account).values("by")
    MutedPerson.objects.filter(person=guest).exclude(by__in=heard_by).exclude(by=account).update(person=account)
    muted = MutedPerson.objects.filter(by=account).values("person")
    MutedPerson.objects.filter(by=guest).exclude(person__in=muted).exclude(person=account).update(by=account)


LONGEST_SILENCE = timedelta(seconds=5)
"""A process without a heartbeat for longer counts as stopped."""
MOST_GIVEN_BACK = timedelta(hours=24)
"""The most time given back, so that a wrongly set machine clock does not hold up matches for ever."""


class House(models.Model):
    """The single row with the last heartbeats of web processes and workers."""

    ONLY = 1

    web_seen_at = models.DateTimeField(null=True)
    web_since = models.DateTimeField(null=True, help_text="Since when web processes have run without a gap")
    worker_seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "the house"

    @classmethod
    def lock(cls) -> House:
        """Return the row, created if need be, locked until the end of the current transaction."""
        cls.objects.get_or_create(pk=cls.ONLY)
        return cls.objects.select_for_update().get(pk=cls.ONLY)


def is_shut(now: datetime) -> bool:
    """Return True if no web process runs, so that nobody can answer. False if none has ever run."""
    return find_last_open(now) != now


def find_last_open(now: datetime) -> datetime:
    """Return `now` while a web process runs, else its last heartbeat: the time after that is given back later."""
    silent = House.objects.filter(web_seen_at__lt=now - LONGEST_SILENCE)
    return silent.values_list("web_seen_at", flat=True).first() or now


class Outage(models.Model):
    """An outage of all web processes or workers, and the time given back for it. Rows are only ever added."""

    class Of(models.TextChoices):
        """The kind of process that did not run."""

        WEB = "web", "web processes"
        WORKER = "worker", "workers"

    of = models.CharField(max_length=6, choices=Of)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    given_back_ms = models.PositiveBigIntegerField(help_text="To each of the matches, at most")
    matches = models.PositiveIntegerField(help_text="So many running matches were given time")

    class Meta:
        ordering = ["-ended_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(began_at__lt=models.F("ended_at")),
                name="outage_takes_time",
                violation_error_message="An outage ends after it began.",
            )
        ]

    def __str__(self) -> str:
        return f"no {self.get_of_display()} for {(self.ended_at - self.began_at).total_seconds():.0f} s"


class WebServer(models.Model):
    """A web process with its last heartbeat: the sockets of a silent one are gone."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"web process {self.id}"


class Attendance(models.Model):
    """A viewer with open sockets in a room of one web process. All anonymous viewers share a row with their number."""

    server = models.ForeignKey(WebServer, models.CASCADE, related_name="attendances")
    room = RoomField(db_index=True)
    # No foreign key: a guest may become an account while the socket is open.
    viewer = models.BigIntegerField(null=True, help_text="The user; empty for those whom nobody knows")
    sockets = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["server", "room", "viewer"], name="attendance_once")]

    def __str__(self) -> str:
        return f"{self.sockets} of viewer {self.viewer} at {self.room}"


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
            played = [Room(kind.name, room) for kind in list_kinds() for room in kind.list_played_by(viewer.pk)]
            return self.filter(~Q(room__in=played) | Q(by=viewer.pk))
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
