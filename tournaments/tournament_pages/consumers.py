"""The socket of a tournament's pages: it says that there is something new, and no more. Each page then asks anew."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from tournaments.consumers import GONE, TOO_MUCH
from tournaments.organizing.enums import TournamentState
from tournaments.organizing.locked import group_name
from tournaments.organizing.models import Tournament
from tournaments.organizing.roles import actor_for

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

log = structlog.get_logger(__name__)


class TournamentConsumer(AsyncWebsocketConsumer):
    """One page's socket. It speaks, and hears nothing."""

    public_id: str

    async def connect(self) -> None:
        """Accept, and listen; an address of no tournament that the viewer may see closes with 4004."""
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
        """Listen no more."""
        with contextlib.suppress(Exception):
            await self.channel_layer.group_discard(group_name(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nobody has anything to say here."""
        await self.close(TOO_MUCH)

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """Something has changed."""
        await self._say(message["version"])

    async def _say(self, version: int) -> None:
        await self.send(text_data=json.dumps({"version": version}))


def version_for(public_id: str, user: User | AnonymousUser | None) -> int | None:
    """The version of a tournament as it stands; None where there is none for that viewer."""
    row = Tournament.objects.filter(public_id=public_id).only("version", "state").first()
    if row is None or (row.state == TournamentState.DRAFT and not actor_for(row, user).is_staff):
        return None
    return row.version
