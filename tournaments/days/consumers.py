"""The WebSocket of a day's page: sends the parts of the page that have changed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from typing import Any

import structlog
from channels.db import database_sync_to_async
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.days.day_page import (
    CONTROL_PLACE,
    PROJECTOR,
    DayPicture,
    draw_page,
    find_row,
    find_seat,
    is_public,
    list_places,
    may_open,
)
from tournaments.days.models import Day
from tournaments.days.presence import room_of_seats
from tournaments.live.consumers import COMPARE_EVERY_S, GONE, RoomConsumer
from tournaments.live.presence.attendance import attendances
from tournaments.live.pushes import RoomChange

MOST_SENT, SENT_IN_S = 4, 1.0
"""The most pictures that are sent in so many seconds. The first of a burst waits for nothing."""
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
        self.seating = 0
        self.shown = self.announced = -1
        self.sent_at: deque[float] = deque(maxlen=MOST_SENT)
        self.news = asyncio.Event()
        if await self._show():
            self._come()
            self.watch = asyncio.create_task(self._keep_watch())

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.watch is not None:
            self._leave()
            self.watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.watch
        await super().disconnect(code)

    async def room_changed(self, message: RoomChange) -> None:
        """Note that there is something to send."""
        if message["revision"] > self.shown:
            self.announced = max(self.announced, message["revision"])
            self.news.set()

    async def _keep_watch(self) -> None:
        """Send what has changed, and no more often than the limit; compare with the row every few seconds."""
        while True:
            is_told = True
            try:
                await asyncio.wait_for(self.news.wait(), COMPARE_EVERY_S)
            except TimeoutError:
                is_told = False
            self.news.clear()
            try:
                if not await self._show(self.announced if is_told else None):
                    return
            except OSError:
                return  # the viewer has left, which the server reports next
            except Exception:
                log.exception("day_not_shown", room=str(self.room))
            if len(self.sent_at) == MOST_SENT:
                await asyncio.sleep(max(0.0, self.sent_at[0] + SENT_IN_S - time.monotonic()))

    async def _show(self, revision: int | None = None) -> bool:
        """Send what has changed at this revision or later (None: now), or a sign of life. False for a closed page."""
        picture = await database_sync_to_async(self._draw)(revision)
        if picture is None:
            await self.close(GONE)
            return False
        parts = {**picture.parts, **_list_own_parts(self.page, picture)}
        changed = {name: part for name, part in parts.items() if self.sent.get(name) != part}
        now = time.monotonic()
        is_same = picture.revision == self.shown and not changed
        if is_same and self.sent_at and now - self.sent_at[-1] < COMPARE_EVERY_S:
            return True
        self.sent, self.shown = parts, picture.revision
        self.sent_at.append(now)
        message: dict[str, Any] = {"revision": picture.revision, "clock": picture.clock, "parts": changed}
        await self.send(text_data=json.dumps(message))
        return True

    def _come(self) -> None:
        """Count the seat as present while a page of it is open. Public pages are nobody's."""
        if self.seat:
            attendances.come(room_of_seats(self.room.public_id), self.place)

    def _leave(self) -> None:
        if self.seat:
            attendances.leave(room_of_seats(self.room.public_id), self.place, timezone.now())

    def _draw(self, revision: int | None) -> DayPicture | None:
        """Return the picture of the page; None if the session may not see it."""
        try:
            day = find_row(self.room.public_id, revision)
            if self.seat is None or self.seating != day.seating:
                self.seat, self.seating = self._find_seat(day), day.seating
            return draw_page(day, self.page, self.seat)
        except DomainError:
            return None

    def _find_seat(self, day: Day) -> str:
        """Return the seat whose page this is, "" for a public one. Raises not_found for a seat of others."""
        if is_public(day, self.page):
            return ""
        user = self.scope.get("user")
        seat = find_seat(day, self.place, list_places(self.scope["session"], day, getattr(user, "pk", None)))
        if not may_open(day, self.page, seat):
            raise DomainError("not_found", "This seat has another page.")
        return seat.name


def _list_own_parts(page: str, picture: DayPicture) -> dict[str, str]:
    """Return the parts that the platform sends: the line about bots; the wall's code to join goes when it is over."""
    if page != PROJECTOR:
        return {"bots": picture.bots}
    return {} if picture.may_join else {"join": ""}
