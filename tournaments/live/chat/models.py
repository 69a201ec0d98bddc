"""Models of the chat: messages, their counts, and each user's mutes and settings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.live.chat.rooms import Room
from tournaments.live.chat.validation import LONGEST

LONGEST_REASON = 200
LONGEST_KEY = 64


class TableChat(models.Model):
    """The chat of one match: the number of messages in each room, and whether guests may write.

    Messages of a room are numbered without gaps, under the lock of this row. So a client that has number 4 and gets
    number 6 knows that one is missing.
    """

    match = models.OneToOneField("matches.Match", models.CASCADE, primary_key=True, related_name="chat")
    table_said = models.PositiveIntegerField(default=0)
    spectators_said = models.PositiveIntegerField(default=0)
    guests_may_write = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"the chat of match {self.match_id}"

    def last_number(self, room: str) -> int:
        """Return the number of the newest message of a room, 0 if there is none."""
        return self.table_said if room == Room.TABLE else self.spectators_said

    def count(self, room: str) -> int:
        """Add 1 to the messages of a room and return the new number. The caller holds the lock, and saves."""
        if room == Room.TABLE:
            self.table_said += 1
        else:
            self.spectators_said += 1
        return self.last_number(room)


class ChatMessage(models.Model):
    """A chat message. A hidden one keeps its number and its text, which only the staff see."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="chat_messages")
    room = models.CharField(max_length=10, choices=Room)
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
        ordering = ["match", "room", "number"]
        indexes = [models.Index(fields=["author", "-at"], name="chat_message_rate")]
        constraints = [
            models.UniqueConstraint(fields=["match", "room", "number"], name="chat_message_number_once"),
            models.UniqueConstraint(fields=["author", "key"], condition=~Q(key=""), name="chat_message_key_once"),
            models.CheckConstraint(
                condition=Q(hidden_at__isnull=True, hidden_why="") | Q(hidden_at__isnull=False) & ~Q(hidden_why=""),
                name="chat_message_hidden_for_reason",
                violation_error_message="A message is hidden for a reason.",
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.number} of {self.get_room_display().lower()}"

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


class MutedRoom(models.Model):
    """A room of one match that a user does not want to hear."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_rooms")
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    room = models.CharField(max_length=10, choices=Room)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "match", "room"], name="muted_room_once")]

    def __str__(self) -> str:
        return f"{self.by} does not hear the {self.room} of match {self.match_id}"


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
