"""The socket of a table: one full picture on connecting, and one each time the table has changed.

Word that something changed comes through the channel layer, which may lose it; so each socket also compares what it
showed last with the row, every few seconds. Every viewer's picture is drawn from that viewer's own view.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from tournaments.live import table_for
from tournaments.models import Match
from tournaments.presence.keeper import attendances
from tournaments.pushes import group_name
from tournaments.table_page import render_push

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

COMPARE_EVERY_S = 5.0
MOVER_WAITS_S = 0.05
"""Whoever moved has the answer to the move already: the others' pictures are drawn first."""
GONE = 4004
TOO_MUCH = 4009
LONGEST_FRAME = 1024
log = structlog.get_logger(__name__)


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's socket. It only speaks: moves are posted."""

    public_id: str
    shown: int | None = None
    watch: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Accept, send the whole table, and go on comparing. A match that does not exist closes with 4004."""
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.drawing = asyncio.Lock()
        await self.accept()
        await self._join_group()
        async with self.drawing:
            found = await self._show()
        if found:
            attendances.come(self.public_id, self.viewer)
            self.watch = asyncio.create_task(self._keep_watch())

    async def disconnect(self, code: int) -> None:
        """Leave the table."""
        if self.watch is not None:
            attendances.leave(self.public_id, self.viewer, timezone.now())
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        with contextlib.suppress(Exception):
            await self.channel_layer.group_discard(group_name(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Listen to nothing; whoever sends much is shown the door."""
        if len(text_data or bytes_data or "") > LONGEST_FRAME:
            await self.close(TOO_MUCH)

    @property
    def viewer(self) -> int | None:
        """The user who looks on; None if nobody knows who it is."""
        pk: int | None = getattr(self.scope.get("user"), "pk", None)
        return pk

    async def match_changed(self, message: dict[str, Any]) -> None:
        """The table has changed: draw it anew, unless that or something later is shown already."""
        if message.get("by") is not None and message["by"] == self.viewer:
            await asyncio.sleep(MOVER_WAITS_S)
        await self._show_what_changed(message["revision"])

    async def _join_group(self) -> None:
        """Without the channel layer the comparing goes on alone."""
        try:
            await self.channel_layer.group_add(group_name(self.public_id), self.channel_name)
        except Exception:
            log.exception("socket_without_channel_layer", match=self.public_id)

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_EVERY_S)
            try:
                await self._show_what_changed()
            except OSError:
                return  # whoever looked on has left, which the server will report next
            except Exception:
                log.exception("socket_not_compared", match=self.public_id)

    async def _show_what_changed(self, revision: int | None = None) -> None:
        """Draw the table anew unless it has been shown as it is, which without a `revision` is asked of the row."""
        async with self.drawing:
            if revision is None:
                revision = await database_sync_to_async(read_revision)(self.public_id)
            if revision is not None and (self.shown is None or revision > self.shown):
                await self._show()

    async def _show(self) -> bool:
        """Send this viewer's picture of the table; close if there is no such match. The caller holds `drawing`."""
        drawn = await database_sync_to_async(draw)(self.public_id, self.scope.get("user"))
        if drawn is None:
            await self.close(GONE)
            return False
        self.shown, picture = drawn
        await self.send(text_data=picture)
        return True


class NoTable(AsyncWebsocketConsumer):
    """An address that is no table's: closed with the code that keeps a page from trying again."""

    async def connect(self) -> None:
        """Accept, or the code would not arrive; and close."""
        await self.accept()
        await self.close(GONE)


def read_revision(public_id: str) -> int | None:
    """The revision of the match's row; None if there is no such match."""
    return Match.objects.filter(public_id=public_id).values_list("revision", flat=True).first()


def draw(public_id: str, user: User | AnonymousUser | None) -> tuple[int, str] | None:
    """The revision of the table, and the user's own picture of it; None if there is no such match."""
    match = Match.objects.light().filter(public_id=public_id).first()
    if match is None:
        return None
    with structlog.contextvars.bound_contextvars(match=public_id, user_id=getattr(user, "pk", None)):
        table = table_for(match, user if user is not None and user.is_authenticated else None)
        return table.match.revision, render_push(table)
