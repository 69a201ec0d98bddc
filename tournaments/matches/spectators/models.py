"""The delay after which spectators see a hand, in whole turns or minutes, and its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import models
from django.db.models import TextChoices
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged

SHORTEST, LONGEST = 1, 60
SAID = re.compile(r"(?P<after>[0-9]{1,2}) (?P<unit>turns|minutes)", re.ASCII)


class Unit(TextChoices):
    """The unit of a delay."""

    TURNS = "turns", "turns"
    MINUTES = "minutes", "minutes"


class Turn(NamedTuple):
    """A turn in force: the number of the move with which it began, and when that was."""

    number: int
    began_at: datetime


class Delay(NamedTuple):
    """A delay of some turns, of any players, or some minutes."""

    after: int
    unit: Unit

    def __str__(self) -> str:
        return f"{self.after} {self.unit if self.after != 1 else self.unit[:-1]}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the delay of a text such as "6 turns". Raises ValueError."""
        found = SAID.fullmatch(text)
        if found is None or not SHORTEST <= int(found["after"]) <= LONGEST:
            raise ValueError(f"A delay is {SHORTEST} to {LONGEST} turns or minutes.")
        return cls(int(found["after"]), Unit(found["unit"]))

    def find_last_shown(self, turns: Sequence[Turn], now: datetime) -> int | None:
        """Return the last move that may be shown: the end of a turn that lies the delay back.

        `turns` are the match's, the newest first, as far back as it takes. None while not enough time has passed.
        """
        if self.unit == Unit.TURNS:
            return turns[self.after].number - 1 if self.after < len(turns) else None
        latest = now - timedelta(minutes=self.after)
        return next((turn.number - 1 for turn in turns if turn.began_at <= latest), None)


USUAL = tuple(Delay.parse(text) for text in ("3 turns", "6 turns", "12 turns", "5 minutes", "10 minutes", "20 minutes"))
"""The delays that pages offer."""


class HandShown(models.Model):
    """A seat whose hand spectators may see after a delay, with the player who allowed it.

    The permission is the player's own. It ends when another user takes the seat.
    """

    seat = models.OneToOneField("matches.Seat", models.CASCADE, primary_key=True, related_name="hand_shown")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    after = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=7, choices=Unit)

    class Meta:
        verbose_name_plural = "hands shown"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(after__gte=SHORTEST, after__lte=LONGEST),
                name="hand_shown_after_a_while",
                violation_error_message=f"A hand is shown {SHORTEST} to {LONGEST} turns or minutes later.",
            )
        ]

    def __str__(self) -> str:
        return f"the hand of {self.seat}, {self.delay} later"

    @property
    def delay(self) -> Delay:
        """The delay after which the hand is shown."""
        return Delay(self.after, Unit(self.unit))


@receiver(guest_merged)
def move_hands(guest: User, account: User, **_: Any) -> None:
    """Let the account show the hands of the seats that have moved to it."""
    HandShown.objects.filter(by=guest, seat__user=account).update(by=account)
