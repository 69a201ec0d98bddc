"""Models of the chat: messages, their counts, and each user's mutes and settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.own_rows import moves_with_guest
from incursions.accounts.viewers import guest_merged
from tournaments.live.chat.rules import LONGEST, Channel
from tournaments.live.rooms import RoomField

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
        return self.table_said if channel == Channel.TABLE else self.spectators_said

    def count(self, channel: str) -> int:
        """Add 1 to the messages of a channel and return the new number. The caller holds the lock, and saves."""
        if channel == Channel.TABLE:
            self.table_said += 1
        else:
            self.spectators_said += 1
        return self.last_number(channel)


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
