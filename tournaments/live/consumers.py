"""WebSockets of rooms: what they share, and the socket of a chat.

The channel layer announces changes, but may lose messages. So each socket that shows a room also compares what it sent
last with the room's row every few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

import structlog
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from incursions.accounts.viewers import SessionEndedError, SocketViewer
from tournaments.live.chat.messages import ChatWord, find_news, frame_for, load_listener, read_counts
from tournaments.live.chat.rules import Listener
from tournaments.live.presence.attendance import attendances
from tournaments.live.presence.lag import LatencyMeter
from tournaments.live.pushes import RoomChange, UserChange
from tournaments.live.rooms import Room, kind_of

COMPARE_EVERY_S = PING_EVERY_S = 5.0
JOINING_S = 2.0
"""Seconds that Redis has to answer a socket: a page opens without it, and hears of changes later."""
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


class RoomConsumer(AsyncWebsocketConsumer):
    """A socket in a room, whose changes it hears. Subclasses say what it sends; it accepts nothing."""

    kind = ""
    room: Room
    viewer: SocketViewer
    has_joined = False

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.kind = kind or self.kind

    async def connect(self) -> None:
        """Accept, join the room's group and enter."""
        self.room = Room(self.kind, self.scope["url_route"]["kwargs"]["public_id"])
        self.viewer = SocketViewer(self.scope)
        await self.accept()
        await self.join()
        await self.enter()

    async def join(self) -> None:
        """Join the room's group, unless that is done. While Redis is away only comparing with the row goes on."""
        if self.has_joined:
            return
        try:
            async with asyncio.timeout(JOINING_S):
                await self.channel_layer.group_add(str(self.room), self.channel_name)
        except Exception as error:
            log.error("socket_without_channel_layer", room=str(self.room), error=repr(error))
        else:
            self.has_joined = True

    async def enter(self) -> None:
        """Send what the page needs first. Closes with 4004 if the viewer may not see the room."""
        raise NotImplementedError

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
        """Leave the group."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(JOINING_S):
                await self.channel_layer.group_discard(str(self.room), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the socket, because the page sends nothing."""
        await self.close(TOO_MUCH)

    async def room_changed(self, message: RoomChange) -> None:
        """Send what has changed for everybody."""
        raise NotImplementedError

    async def may_see(self) -> bool:
        """Return True if the viewer may see the room now, else close the socket. Raises `SessionEndedError`."""
        room, viewer = self.room, self.viewer
        ask = database_sync_to_async(lambda: kind_of(room).may_enter(room.public_id, viewer.load()))
        may_see = await ask()
        if not may_see:
            await self.close(GONE)
        return may_see


class TalkConsumer(RoomConsumer):
    """The socket of a viewer who is present in a room. It sends chat messages and measures the viewer's latency."""

    shown: int | None = None
    watch: asyncio.Task[None] | None = None
    listener: Listener = Listener()
    said: tuple[int, int] = (0, 0)

    async def enter(self) -> None:
        """Send what is new in the chat, then what the room shows, and start comparing with the row."""
        self.drawing = asyncio.Lock()
        self.line, self.frames = LatencyMeter(), 0
        self.pinged_at = self.sure_at = time.monotonic()
        self.doubt = asyncio.Event()
        self.heard: dict[str, int] = {}
        await self._listen()
        async with self.drawing:
            found = await self.show(patience_s=0)
        if found:
            attendances.come(self.room, self.viewer.pk)
            self.watch = asyncio.create_task(self._keep_watch())

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.watch is not None:
            attendances.leave(self.room, self.viewer.pk, timezone.now())
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Accept only the answers to pings; close the socket of a client that sends too much."""
        now = time.monotonic()
        self.frames += 1
        if len(text_data or bytes_data or "") > LONGEST_FRAME or self.frames > MOST_FRAMES:
            await self.close(TOO_MUCH)
        elif self.line.pong(text_data or "", now) and self.viewer.pk is not None:
            attendances.record_lag(self.room, self.viewer.pk, self.line.lag_ms)

    async def room_changed(self, message: RoomChange) -> None:
        """Show the changed room, unless this revision or a later one was shown already.

        A change that can wait only makes the next comparison with the row come sooner.
        """
        if message.get("can_wait"):
            self.sure_at = min(self.sure_at, time.monotonic() + CALM_S - COMPARE_EVERY_S)
            self.doubt.set()
            return
        has_moved = message.get("by") is not None and message["by"] == self.viewer.pk
        told_at = time.monotonic()
        await self._show_what_changed(message["revision"], has_moved=has_moved)
        if not has_moved:
            self.line.drew(time.monotonic() - told_at)

    async def room_changed_privately(self, message: UserChange) -> None:
        """Show the room again to the user whose action changes the user's own view alone."""
        if message["user"] is not None and message["user"] == self.viewer.pk:
            async with self.drawing:
                await self.show(is_private=True)

    async def chat_said(self, message: ChatWord) -> None:
        """Send a chat message on if this viewer may hear it."""
        frame = frame_for(message, self.listener)
        if frame is not None and await self.may_see():
            self.heard[message["room"]] = max(message["number"], self.heard.get(message["room"], 0))
            await self.send(text_data=json.dumps(frame))

    async def chat_ears(self, message: UserChange) -> None:
        """Reload what the user may hear after a change of the chat settings, and have the page fetch its messages."""
        if message["user"] == self.listener.pk:
            await self._listen()
            await self.send(text_data=json.dumps({"chat": {"again": True}}))

    async def show(
        self,
        revision: int | None = None,
        *,
        patience_s: float | None = None,
        has_moved: bool = False,
        is_private: bool = False,
    ) -> bool:
        """Note the revision, because a chat shows no more of its room; close the socket if there is no room to see.

        `is_private`: only the viewer's own view has changed, without a new revision. The caller holds `drawing`.
        """
        if not await self.may_see():
            return False
        if revision is None:
            counts = await database_sync_to_async(read_counts)(self.room)
            if counts is None:
                await self.close(GONE)
                return False
            revision = counts.revision
        self.shown = revision
        return True

    async def _listen(self) -> None:
        """Load what the viewer hears, and tell the page the number of the last message in each channel."""
        user = await database_sync_to_async(self.viewer.load)()
        self.listener = await database_sync_to_async(load_listener)(user, self.room)
        self.heard = {}
        await self._tell_news()

    async def _tell_news(self) -> None:
        """Announce the channels in which there are more messages than this socket has sent on."""
        news = await database_sync_to_async(find_news)(self.room, self.listener, self.heard)
        if news:
            self.heard |= news
            await self.send(text_data=json.dumps({"chat": {"news": news}}))

    async def _keep_watch(self) -> None:
        while True:
            due = min(self.pinged_at + PING_EVERY_S, self.sure_at + COMPARE_EVERY_S)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.doubt.wait(), max(due - time.monotonic(), 0))
            self.doubt.clear()
            try:
                now = time.monotonic()
                if now - self.pinged_at >= PING_EVERY_S:  # for the latency, and as a sign of life
                    self.pinged_at, self.frames = now, 0
                    await self.send(text_data=self.line.ping(now))
                await self._compare(time.monotonic())
            except SessionEndedError:
                await self.close(ENDED)
                return
            except OSError:
                return  # the viewer has left, which the server reports next
            except Exception:
                log.exception("socket_not_compared", room=str(self.room))

    async def _compare(self, now: float) -> None:
        """Show what has changed in the row without an announcement. Skipped if it was shown a moment ago."""
        if now - self.sure_at < COMPARE_EVERY_S:
            return
        self.sure_at = now
        await self.join()
        found = await database_sync_to_async(read_counts)(self.room)
        if found is None or not await self.may_see():
            return
        await self._show_what_changed(found.revision)
        if found.said != self.said:
            await self._tell_news()
            self.said = found.said

    async def _show_what_changed(self, revision: int, **how: Any) -> None:
        """Show the room unless this revision or a later one was shown, also while waiting for the lock."""
        async with self.drawing:
            if self.shown is None or revision > self.shown:
                await self.show(revision, **how)


class NoRoom(AsyncWebsocketConsumer):
    """The socket of an unknown address: closed with a code that keeps a page from trying again."""

    async def connect(self) -> None:
        """Accept, because the code would not arrive otherwise, and close."""
        await self.accept()
        await self.close(GONE)
