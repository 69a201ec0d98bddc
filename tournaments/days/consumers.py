"""The WebSocket of a day's page: sends the parts of the page that have changed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import structlog
from channels.db import database_sync_to_async

from incursions.kit.refusals import DomainError
from tournaments.days.day_page import (
    CONTROL_PLACE,
    DESK,
    PROJECTOR,
    DayPicture,
    draw_page,
    find_day,
    find_seat,
    list_places,
)
from tournaments.days.models import Day
from tournaments.live.consumers import COMPARE_EVERY_S, GONE, RoomConsumer
from tournaments.live.pushes import RoomChange

SEND_EVERY_S = 0.25
"""Seconds between two pictures, so that a burst of commands brings at most four a second."""
log = structlog.get_logger(__name__)


class DayConsumer(RoomConsumer):
    """The socket of one page of a day. It sends, and accepts no messages."""

    kind = Day.ROOM_KIND
    watch: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Send the whole page. Closes with 4004 for a page that the session may not see."""
        self.page = self.scope["url_route"]["kwargs"]["page"]
        self.place = int(self.scope["url_route"]["kwargs"].get("place", CONTROL_PLACE))
        self.sent: dict[str, str] = {}
        self.seat: str | None = None
        self.shown = -1
        self.news = asyncio.Event()
        if await self._show():
            self.watch = asyncio.create_task(self._keep_watch())

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.watch is not None:
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        await super().disconnect(code)

    async def room_changed(self, message: RoomChange) -> None:
        """Note that there is something to send."""
        if message["revision"] > self.shown:
            self.news.set()

    async def _keep_watch(self) -> None:
        """Send what has changed, at most four times a second; compare with the row every few seconds."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), COMPARE_EVERY_S)
            self.news.clear()
            try:
                if not await self._show():
                    return
            except OSError:
                return  # the viewer has left, which the server reports next
            except Exception:
                log.exception("day_not_shown", room=str(self.room))
            await asyncio.sleep(SEND_EVERY_S)

    async def _show(self) -> bool:
        picture = await database_sync_to_async(self._draw)()
        if picture is None:
            await self.close(GONE)
            return False
        if picture.revision == self.shown:
            return True
        changed = {name: part for name, part in picture.parts.items() if self.sent.get(name) != part}
        self.sent, self.shown = dict(picture.parts), picture.revision
        message: dict[str, Any] = {"revision": picture.revision, "clock": picture.clock, "parts": changed}
        await self.send(text_data=json.dumps(message))
        return True

    def _draw(self) -> DayPicture | None:
        """Return the picture of the page; None if the session may not see it."""
        try:
            day = find_day(self.room.public_id)
            if self.seat is None:
                self.seat = self._find_seat(day)
            return draw_page(day, self.page, self.seat)
        except DomainError:
            return None

    def _find_seat(self, day: Day) -> str:
        """Return the seat whose page this is, "" for the projector. Raises not_found; a place is never renamed."""
        if self.page == PROJECTOR:
            return ""
        user = self.scope.get("user")
        seat = find_seat(day, self.place, list_places(self.scope["session"], day, getattr(user, "pk", None)))
        if (seat.team == day.kind.control) != (self.page == DESK):
            raise DomainError("not_found", "This seat has another page.")
        return seat.name
