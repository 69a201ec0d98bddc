"""A tournament as a room, whose socket announces changes only; each page then requests its content."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async
from django.dispatch import receiver

from tournaments.events.enums import TournamentState
from tournaments.events.locked_tournament import actor_for, no_such_tournament
from tournaments.events.models import Table, Tournament
from tournaments.events.tables import give_back, set_back
from tournaments.live.consumers import GONE, RoomConsumer
from tournaments.live.presence.models import MOST_GIVEN_BACK, Outage
from tournaments.live.pushes import RoomChange
from tournaments.live.rooms import RoomKind, register
from tournaments.matches.outages import time_moved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from incursions.kit.refusals import DomainError
    from tournaments.matches.models import Match


class TournamentRoom(RoomKind):
    """The room of those who look at the pages of a tournament."""

    name = Tournament.ROOM_KIND
    model = Tournament
    revision = "version"
    page = "events:tournament"

    def may_enter(self, public_id: str, user: User | None) -> bool:
        """Return True if the user may see the tournament."""
        return version_for(public_id, user) is not None

    def make_missing_error(self) -> DomainError:
        return no_such_tournament()

    def give_time_back(self, of: str, began: datetime, ended: datetime) -> int:
        """Move the deadlines of tournaments; those of tables move with their matches."""
        if of == Outage.Of.WEB:
            give_back(min(ended - began, MOST_GIVEN_BACK))
        return 0

    def set_back(self, step: timedelta, now: datetime) -> int:
        """Move the times of running tournaments."""
        set_back(step)
        return 0


class TournamentConsumer(RoomConsumer):
    """The socket of one page. It sends, and accepts no messages."""

    kind = Tournament.ROOM_KIND

    async def enter(self) -> None:
        """Send the version. Closes with 4004 for a tournament that the viewer may not see."""
        version = await database_sync_to_async(version_for)(self.room.public_id, self.scope.get("user"))
        if version is None:
            await self.close(GONE)
            return
        await self._say(version)

    async def room_changed(self, message: RoomChange) -> None:
        """Send the new version."""
        await self._say(message["revision"])

    async def _say(self, version: int) -> None:
        await self.send(text_data=json.dumps({"version": version}))


def version_for(public_id: str, user: User | AnonymousUser | None) -> int | None:
    """Return the current version of a tournament, or None if the viewer may not see it."""
    row = Tournament.objects.filter(public_id=public_id).only("version", "state").first()
    if row is None or (row.state == TournamentState.DRAFT and not actor_for(row, user).is_staff):
        return None
    return row.version


register(TournamentRoom())


@receiver(time_moved)
def postpone_no_shows(matches: Iterable[Match], step: timedelta, **_: object) -> None:
    """Move the no-show deadlines at these matches by `step`. The sender holds the locks of the matches."""
    Table.objects.postpone_no_shows(matches, step)
