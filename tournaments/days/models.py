"""Models of days: the event, the versions of its content, its seats, and the log of what was done."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.dispatch import receiver
from markupsafe import Markup

from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged
from incursions.engine import SEED_BYTES, commitment
from incursions.games.megagames import MegagameKind
from incursions.kit.addresses import address
from incursions.kit.ids import INVITATION_LENGTH, new_invitation, new_public_id, random_name
from incursions.kit.markup import format_time_of_day
from incursions.kit.refusals import DomainError
from tournaments.days.game_kinds import megagames
from tournaments.days.schedule import Schedule
from tournaments.live.rooms import Room
from tournaments.matches.append_only import AppendOnly
from tournaments.matches.fields import PlainJSONField

LONGEST_NAME, LONGEST_SEAT, LONGEST_PLAYER, LONGEST_COMMAND = 80, 60, 60, 600
LONGEST_SUBJECT, LONGEST_REFUSAL = 200, 300
LONGEST_ENTRY = 6600
"""The characters of a command that a page of Control writes, such as that of a paper sheet."""
CODE_LENGTH = 6


def new_seed() -> bytes:
    """Return a random seed for the dice and draws of a day."""
    return secrets.token_bytes(SEED_BYTES)


def new_code() -> str:
    """Return a code with which players join, short enough to read out."""
    return random_name(CODE_LENGTH)


class DayContent(models.Model):
    """A version of the content of a day as plain data: its number, what was changed in it and why, and by whom."""

    day = models.ForeignKey("Day", models.SET_NULL, null=True, related_name="contents")
    number = models.PositiveIntegerField(default=1)
    data = PlainJSONField()
    reason = models.CharField(max_length=200, blank=True, default="")
    seat = models.CharField(max_length=LONGEST_SEAT, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["day", "number"], name="one_content_of_a_number")]

    def __str__(self) -> str:
        return self.reason or "content"


class Day(models.Model):
    """A day of a megagame: its settings, its position, and its clock.

    `position` is the game without log. `epoch` is the time from which commands count their seconds; it moves on while
    the server does not run. `due_at` says when the clock has to look at it. `number` counts entries, `revision` every
    change that viewers see. `code` lets players choose a free seat. `seating` counts changes of who may open a seat.
    """

    ROOM_KIND = "day"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=LONGEST_NAME)
    host = models.ForeignKey(User, models.SET_NULL, null=True, related_name="days")
    created_at = models.DateTimeField(auto_now_add=True)
    content = models.ForeignKey(DayContent, models.PROTECT, related_name="+")
    held_on = models.DateField(null=True)
    starts_at = models.TimeField(null=True)
    ends_at = models.TimeField(null=True)
    code = models.CharField(max_length=12, unique=True, default=new_code)
    is_strict = models.BooleanField(default=False, help_text="Panels are worked only by those who are aboard")
    passes_notes = models.BooleanField(default=False, help_text="Notes pass by themselves in calm times")
    seats_filled = PlainJSONField(default=list)
    seed = models.BinaryField(max_length=SEED_BYTES, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    position = PlainJSONField(default=dict)
    epoch = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True)
    number = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    seating = models.PositiveIntegerField(default=0)
    is_started = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)
    is_unveiled = models.BooleanField(default=False, help_text="Control has revealed the secrets at the debrief")
    read_marks = PlainJSONField(default=dict, help_text="The last entry that each seat has marked as read, by its name")

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **named: Any) -> None:
        """Save the row; a new one gets the commitment of its seed."""
        if not self.commitment:
            self.commitment = commitment(bytes(self.seed))
        super().save(*args, **named)

    def get_absolute_url(self) -> str:
        """Return the address of the page where a day is entered."""
        return address("days:day", self.public_id)

    @property
    def kind(self) -> MegagameKind:
        """The game of the day."""
        return megagames()[self.game]

    @property
    def schedule(self) -> Schedule:
        """The date and times that are planned."""
        return Schedule(self.held_on, self.starts_at, self.ends_at)

    @property
    def room(self) -> Room:
        """The room of those who look at its pages."""
        return Room(self.ROOM_KIND, self.public_id)

    def seconds_at(self, now: datetime) -> int:
        """Return the seconds of the day at a time, as commands count them."""
        return max(0, int((now - self.epoch).total_seconds()))

    def time_of(self, at: int) -> datetime:
        """Return the time at so many seconds of the day."""
        return self.epoch + timedelta(seconds=at)


class DaySeat(models.Model):
    """A seat of a day: who plays it, and the key of its personal link, with which devices hold it.

    The player of `played_with` plays this seat too: the link of that seat opens both.
    """

    day = models.ForeignKey(Day, models.CASCADE, related_name="seats")
    name = models.CharField(max_length=LONGEST_SEAT)
    team = models.CharField(max_length=LONGEST_SEAT)
    place = models.PositiveSmallIntegerField(help_text="Its place in lists")
    key = models.CharField(max_length=INVITATION_LENGTH, unique=True, default=new_invitation)
    player = models.CharField(max_length=LONGEST_PLAYER, blank=True, default="")
    is_filled = models.BooleanField(default=True)
    is_bot = models.BooleanField(default=False)
    checked_in_at = models.DateTimeField(null=True)
    played_with = models.ForeignKey("self", models.SET_NULL, null=True, related_name="also")

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["day", "name"], name="one_seat_of_a_name")]

    def __str__(self) -> str:
        return self.name


class DayEntry(AppendOnly):
    """A command that was carried out, with the sentences that it caused: each with its readers, None for all."""

    day = models.ForeignKey(Day, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.CharField(max_length=LONGEST_SEAT)
    text = models.CharField(max_length=LONGEST_ENTRY)
    at = models.PositiveIntegerField(help_text="Seconds of the day")
    dice = PlainJSONField(default=list)
    lines = PlainJSONField(default=list)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["day", "number"], name="one_entry_of_a_number")]

    @property
    def time_of_day(self) -> Markup:
        """The time of day at which the command came, as pages show it."""
        return format_time_of_day(self.created_at)


class DayClaim(models.Model):
    """A subject of Control's desk that a seat of Control has taken: a line of the inbox, a vessel, or the clock.

    `is_done`: the seat has ticked the line off, and desks show it apart.
    """

    day = models.ForeignKey(Day, models.CASCADE, related_name="claims")
    subject = models.CharField(max_length=LONGEST_SUBJECT)
    seat = models.ForeignKey(DaySeat, models.CASCADE, related_name="+")
    is_done = models.BooleanField(default=False, help_text="The line needs nothing more")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "subject"], name="one_claim_of_a_subject")]

    def __str__(self) -> str:
        return self.subject


class DayPlan(models.Model):
    """A command that a seat of Control has written to be given when a turn begins.

    `entry` is the number of its entry once it was given, `refusal` the reason for which it was refused, with the rule.
    A refused plan stands in the inbox of the desk until it `is_seen`.
    """

    day = models.ForeignKey(Day, models.CASCADE, related_name="plans")
    seat = models.ForeignKey(DaySeat, models.CASCADE, related_name="+")
    turn = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=LONGEST_COMMAND)
    entry = models.PositiveIntegerField(null=True)
    refusal = models.CharField(max_length=LONGEST_REFUSAL, blank=True, default="")
    is_seen = models.BooleanField(default=False)

    class Meta:
        ordering = ["turn", "pk"]

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.text}"


class DayBots(models.Model):
    """The bots of a day: what they remember, and the orders that they have planned and not yet given.

    `number` is the last entry when they planned, `revision` counts the changes of the row, and `due_at` says when they
    look at the day again; None: never. `is_trial`: the day was made to be tried alone.
    """

    day = models.OneToOneField(Day, models.CASCADE, related_name="bots")
    memory = PlainJSONField(default=dict)
    orders = PlainJSONField(default=list)
    number = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_index=True)
    is_trial = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"bots of {self.day}"


class DayHallPlan(models.Model):
    """The plan of the hall that Control has put up for a day: a picture."""

    day = models.OneToOneField(Day, models.CASCADE, related_name="hall_plan")
    picture = models.BinaryField(help_text="A JPEG")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"hall of {self.day}"


@receiver(guest_merged)
def move_days(guest: User, account: User, **_: Any) -> None:
    """Give the days that a guest holds to the account that the guest has signed in to."""
    Day.objects.filter(host=guest).update(host=account)


def no_such_day() -> DomainError:
    """Return the refusal of an address that leads to no day."""
    return DomainError("not_found", "There is no such day.")


class DayTurn(models.Model):
    """The position of a day as one of its turns began, after the entry `number`: its paper sheets show it."""

    day = models.ForeignKey(Day, models.CASCADE, related_name="turns")
    turn = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    position = PlainJSONField()
    created_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-turn"]
        constraints = [models.UniqueConstraint(fields=["day", "turn"], name="one_position_of_a_turn")]

    def __str__(self) -> str:
        return f"turn {self.turn}"
