"""A day of a megagame for tests, and orders of its seats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from incursions.accounts.models import User
from tournaments.days.locked_day import Outcome, give_command
from tournaments.days.models import Day
from tournaments.days.seats import make_day

Give = Callable[..., Outcome]


@pytest.fixture
def host(db: None) -> User:
    return User.objects.create_user("maren", password="secret word")


@pytest.fixture
def day(host: User) -> Day:
    """A day that has not begun; its clock counts from a whole second."""
    made = make_day(host, "wolves", "Autumn in the Fleet", 41)
    Day.objects.filter(pk=made.pk).update(epoch=made.epoch.replace(microsecond=0))
    made.refresh_from_db()
    return made


@pytest.fixture
def give(day: Day) -> Give:
    """Give a command so many seconds after the day was made."""

    def give_at(seat: str, text: str, seconds: float = 0, request: str = "") -> Outcome:
        now = day.epoch + timedelta(seconds=seconds)
        return give_command(day.public_id, seat, text, request=request, now=now)

    return give_at
