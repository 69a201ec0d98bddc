"""WebSocket of tournament pages: it announces changes only, and each page then requests its content."""

from __future__ import annotations

import json

from channels.db import database_sync_to_async

from tournaments.events.models import Tournament
from tournaments.events.pages.room import version_for
from tournaments.live.consumers import GONE, RoomConsumer
from tournaments.live.pushes import RoomChange


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
