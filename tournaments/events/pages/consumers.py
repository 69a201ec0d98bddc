"""WebSocket of tournament pages: it announces changes only, and each page then requests its content."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from tournaments.events.enums import TournamentState
from tournaments.events.locked_tournament import actor_for, group_name
from tournaments.events.models import Tournament
from tournaments.live.consumers import GONE, TOO_MUCH
from tournaments.live.pushes import TournamentChange

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

log = structlog.get_logger(__name__)


class TournamentConsumer(AsyncWebsocketConsumer):
    """The socket of one page. It sends, and accepts no messages."""

    public_id: str

    async def connect(self) -> None:
        """Accept the connection and join the group. Closes with 4004 for a tournament that the viewer may not see."""
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        await self.accept()
        version = await database_sync_to_async(version_for)(self.public_id, self.scope.get("user"))
        if version is None:
            await self.close(GONE)
            return
        try:
            await self.channel_layer.group_add(group_name(self.public_id), self.channel_name)
        except Exception:
            log.exception("socket_without_channel_layer", tournament=self.public_id)
        await self._say(version)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        with contextlib.suppress(Exception):
            await self.channel_layer.group_discard(group_name(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the connection, because pages send no messages."""
        await self.close(TOO_MUCH)

    async def tournament_changed(self, message: TournamentChange) -> None:
        """Send the new version."""
        await self._say(message["version"])

    async def _say(self, version: int) -> None:
        await self.send(text_data=json.dumps({"version": version}))


def version_for(public_id: str, user: User | AnonymousUser | None) -> int | None:
    """Return the current version of a tournament, or None if the viewer may not see it."""
    row = Tournament.objects.filter(public_id=public_id).only("version", "state").first()
    if row is None or (row.state == TournamentState.DRAFT and not actor_for(row, user).is_staff):
        return None
    return row.version
