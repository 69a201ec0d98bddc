"""The WebSocket of a table: sends the whole table on connecting, and an update each time it has changed.

The channel layer announces changes, but may lose messages. So each socket also compares what it sent last with the
match's row every few seconds. Each viewer gets a picture of the viewer's own view.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING

import structlog
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from incursions.accounts.viewers import SessionEndedError, SocketViewer
from incursions.kit.asgi_layers import get_cpu_lock
from incursions.kit.sqlite_in_turn.base import between_transactions
from tournaments.live.chat.listening import ChatWord, find_news, frame_for, load_listener, read_counts
from tournaments.live.chat.rooms import Listener
from tournaments.live.presence.attendance import attendances
from tournaments.live.presence.lag import Line
from tournaments.live.pushes import TableChange, UserChange, group_name
from tournaments.players.profiles.watching import is_shown
from tournaments.tables.table_page import picture_of
from tournaments.tables.table_rows import read_revision, read_rows, row_shelf, rows_of, table_of

if TYPE_CHECKING:
    from tournaments.tables.table_parts import Picture

COMPARE_EVERY_S = PING_EVERY_S = 5.0
MOVER_CAN_WAIT_S = 0.25
"""The player who moved has the answer to the move already, so the other players' pictures are drawn first."""
WATCHERS_CAN_WAIT_S = 1.0
"""Players' pictures are drawn before spectators'. A spectator gets only the last of several changes."""
CALM_S = 1.0
"""Seconds that an unimportant change may wait: a move may bring it along."""
ENDED = 4003
"""The viewer's session has ended. The page connects again, as the user that its cookie names by then."""
GONE = 4004
TOO_MUCH = 4009
LONGEST_FRAME = 1024
MOST_FRAMES = 30
"""Frames accepted between two pings; the page answers each ping with one."""
log = structlog.get_logger(__name__)


class TableConsumer(AsyncWebsocketConsumer):
    """A viewer's socket. It sends the table and measures its latency; moves are posted over HTTP."""

    public_id: str
    viewer: SocketViewer
    shown: int | None = None
    marks: frozenset[tuple[str, int]] = frozenset()
    is_player = False
    watch: asyncio.Task[None] | None = None
    listener: Listener = Listener()
    said: tuple[int, int] = (0, 0)

    async def connect(self) -> None:
        """Accept, send the whole table, and start comparing with the row.

        Closes with 4004 if the match does not exist or the viewer may not watch it.
        """
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.viewer = SocketViewer(self.scope)
        self.drawing = asyncio.Lock()
        self.line, self.frames = Line(), 0
        self.pinged_at = self.sure_at = time.monotonic()
        self.doubt = asyncio.Event()
        self.heard: dict[str, int] = {}
        await self.accept()
        await self._join_group()
        await self._listen()
        async with self.drawing:
            found = await self._show(patience_s=0)
        if found:
            attendances.come(self.public_id, self.viewer.pk)
            self.watch = asyncio.create_task(self._keep_watch())

    async def dispatch(self, message: dict[str, object]) -> None:
        """Pass a message to its handler.

        The handler of Channels would first close old database connections, in the thread that draws, so that each
        message would wait for another viewer's picture. Code here that queries the database closes its own
        connections.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except SessionEndedError:
            await self.close(ENDED)

    async def disconnect(self, code: int) -> None:
        """Leave the table."""
        if self.watch is not None:
            attendances.leave(self.public_id, self.viewer.pk, timezone.now())
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        with contextlib.suppress(Exception):
            await self.channel_layer.group_discard(group_name(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Accept only the answers to pings; close the socket of a client that sends too much."""
        now = time.monotonic()
        self.frames += 1
        if len(text_data or bytes_data or "") > LONGEST_FRAME or self.frames > MOST_FRAMES:
            await self.close(TOO_MUCH)
        elif self.line.pong(text_data or "", now) and self.viewer.pk is not None:
            attendances.record_lag(self.public_id, self.viewer.pk, self.line.lag_ms)

    async def match_changed(self, message: TableChange) -> None:
        """Send the changed table, unless this revision or a later one was sent already.

        A change that can wait only makes the next comparison with the row come sooner.
        """
        if message.get("can_wait"):
            self.sure_at = min(self.sure_at, time.monotonic() + CALM_S - COMPARE_EVERY_S)
            self.doubt.set()
            return
        has_moved = message.get("by") is not None and message["by"] == self.viewer.pk
        told_at = time.monotonic()
        await self._show_what_changed(message["revision"], MOVER_CAN_WAIT_S if has_moved else None)
        if not has_moved:
            self.line.drew(time.monotonic() - told_at)

    async def match_changed_privately(self, message: UserChange) -> None:
        """Send the table to the user whose action changes the user's own view alone."""
        if message["user"] is not None and message["user"] == self.viewer.pk:
            async with self.drawing:
                await self._show(is_private=True)

    async def chat_said(self, message: ChatWord) -> None:
        """Send a chat message on if this viewer may hear it."""
        frame = frame_for(message, self.listener)
        if frame is not None and await self._may_see():
            self.heard[message["room"]] = max(message["number"], self.heard.get(message["room"], 0))
            await self.send(text_data=json.dumps(frame))

    async def chat_ears(self, message: UserChange) -> None:
        """Reload what the user may hear after a change of the chat settings, and have the page fetch its messages."""
        if message["user"] == self.listener.pk:
            await self._listen()
            await self.send(text_data=json.dumps({"chat": {"again": True}}))

    async def _listen(self) -> None:
        """Load what the viewer hears, and tell the page the number of the last message in each room."""
        user = await database_sync_to_async(self.viewer.load)()
        self.listener = await database_sync_to_async(load_listener)(user, self.public_id)
        self.heard = {}
        await self._tell_news()

    async def _may_see(self) -> bool:
        """Return True if the viewer may see the match now, and close the socket otherwise."""
        may_see = await database_sync_to_async(_may_see)(self.public_id, self.viewer)
        if not may_see:
            await self.close(GONE)
        return may_see

    async def _tell_news(self) -> None:
        """Announce the rooms in which there are more messages than this socket has sent on."""
        news = await database_sync_to_async(find_news)(self.public_id, self.listener, self.heard)
        if news:
            self.heard |= news
            await self.send(text_data=json.dumps({"chat": {"news": news}}))

    async def _join_group(self) -> None:
        """Join the channel group. Without the channel layer only comparing with the row goes on."""
        try:
            await self.channel_layer.group_add(group_name(self.public_id), self.channel_name)
        except Exception:
            log.exception("socket_without_channel_layer", match=self.public_id)

    async def _keep_watch(self) -> None:
        while True:
            due = min(self.pinged_at + PING_EVERY_S, self.sure_at + COMPARE_EVERY_S)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.doubt.wait(), max(due - time.monotonic(), 0))
            self.doubt.clear()
            try:
                await self._ping(time.monotonic())
                await self._compare(time.monotonic())
            except SessionEndedError:
                await self.close(ENDED)
                return
            except OSError:
                return  # the viewer has left, which the server reports next
            except Exception:
                log.exception("socket_not_compared", match=self.public_id)

    async def _compare(self, now: float) -> None:
        """Send what has changed in the row without an announcement. Skipped if the table was sent a moment ago."""
        if now - self.sure_at < COMPARE_EVERY_S:
            return
        self.sure_at = now
        found = await database_sync_to_async(read_counts)(self.public_id)
        if found is None or not await self._may_see():
            return
        await self._show_what_changed(found.revision)
        if found.said != self.said:
            await self._tell_news()
            self.said = found.said

    async def _ping(self, now: float) -> None:
        """Send a ping when it is due, to measure the latency and to let the page know that the connection is alive."""
        if now - self.pinged_at >= PING_EVERY_S:
            self.pinged_at, self.frames = now, 0
            await self.send(text_data=self.line.ping(now))

    async def _show_what_changed(self, revision: int, patience_s: float | None = None) -> None:
        """Send the table unless this revision or a later one was sent, also while waiting for the lock."""
        async with self.drawing:
            if self.shown is None or revision > self.shown:
                await self._show(revision, patience_s)

    async def _show(
        self, revision: int | None = None, patience_s: float | None = None, *, is_private: bool = False
    ) -> bool:
        """Send this viewer's picture of the table; close the socket if there is none. The caller holds `drawing`.

        The picture that follows the last one comes without its unchanged parts. The answer to a move may have brought
        the page further: the page then ignores older parts. `is_private`: only the viewer's own view has changed,
        without a new revision.
        """
        if patience_s is None:
            patience_s = 0 if self.is_player else WATCHERS_CAN_WAIT_S
        async with get_cpu_lock().turn(patience_s):
            picture = await database_sync_to_async(draw)(self.public_id, self.viewer, revision, is_private=is_private)
        if picture is None:
            await self.close(GONE)
            return False
        follows = self.shown is not None and picture.revision == self.shown + 1
        text = picture.render_without(self.marks) if follows else picture.whole
        self.sure_at = time.monotonic()
        self.shown, self.marks, self.is_player = picture.revision, picture.marks, picture.is_for_player
        await self.send(text_data=text)
        return True


class TalkConsumer(TableConsumer):
    """The socket of a page that does not show the current table: it sends chat messages only."""

    async def _show(
        self, revision: int | None = None, patience_s: float | None = None, *, is_private: bool = False
    ) -> bool:
        """Send no picture; close the socket if there is no such match or the viewer may not watch it."""
        if not await self._may_see():
            return False
        found = await database_sync_to_async(read_revision)(self.public_id) if revision is None else revision
        if found is None:
            await self.close(GONE)
            return False
        self.shown = found
        return True


class NoTable(AsyncWebsocketConsumer):
    """The socket of an unknown address: closed with a code that keeps a page from trying again."""

    async def connect(self) -> None:
        """Accept, because the code would not arrive otherwise, and close."""
        await self.accept()
        await self.close(GONE)


def _may_see(public_id: str, viewer: SocketViewer) -> bool:
    """Return True if the viewer may see the match now, with three queries. Raises `SessionEndedError`."""
    return is_shown(public_id, viewer.load())


def draw(
    public_id: str, viewer: SocketViewer, revision: int | None = None, *, is_private: bool = False
) -> Picture | None:
    """Return the viewer's picture of the table at this revision or a later one, or None if there is nothing to see.

    With `is_private` the rows are read again. Raises `SessionEndedError`.
    """
    about = structlog.contextvars.bound_contextvars(match=public_id, user_id=viewer.pk)
    with about, between_transactions():
        user = viewer.load()
        if not is_shown(public_id, user):
            return None
        rows = read_rows(public_id, row_shelf.find(public_id)) if is_private else rows_of(public_id, revision)
        return None if rows is None else picture_of(table_of(rows, user))
