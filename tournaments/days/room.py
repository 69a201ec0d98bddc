"""A day as a room: who may enter, and time that is given back after an outage."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.days.models import Day, DayBots, no_such_day
from tournaments.live.models import MOST_GIVEN_BACK, Outage
from tournaments.live.rooms import RoomKind


class DayRoom(RoomKind):
    """The room of those who look at the pages of a day."""

    name = Day.ROOM_KIND
    model = Day
    page = "days:day"

    def may_enter(self, public_id: str, user: User | None) -> bool:
        """Return True if there is such a day: its projector is for everybody who has the address."""
        return self.rows(public_id).exists()

    def make_missing_error(self) -> DomainError:
        return no_such_day()

    def give_time_back(self, of: str, began: datetime, ended: datetime) -> int:
        """Let the clocks of days stand still for the time in which the server did not run (rules W2.11)."""
        if of == Outage.Of.WEB:
            move_clocks(min(ended - began, MOST_GIVEN_BACK))
        return 0

    def set_back(self, step: timedelta, now: datetime) -> int:
        """Move the clocks of days with the clock of the machine. Bots that wait for a later time look at once."""
        move_clocks(step)
        DayBots.objects.filter(due_at__gt=now).update(due_at=now)
        return 0


def move_clocks(step: timedelta) -> None:
    """Move the clocks of all days that are not over."""
    running = Day.objects.filter(is_over=False)
    running.update(epoch=F("epoch") + step)
    running.filter(due_at__isnull=False).update(due_at=F("due_at") + step)
