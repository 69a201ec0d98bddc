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
from django.http import QueryDict
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
from tournaments.days.joining import draw_join_wall
from tournaments.days.models import Day
from tournaments.days.phone_addresses import CHOICE, PhoneAddress, choose_phone_address
from tournaments.days.presence import room_of_seats
from tournaments.live.consumers import COMPARE_EVERY_S, GONE, RoomConsumer
from tournaments.live.presence.attendance import attendances
from tournaments.live.pushes import RoomChange

MOST_UPDATES, UPDATE_WINDOW_S = 4, 1.0
"""At most so many updates are sent in so many seconds. The first ones of a burst are sent without delay."""
log = structlog.get_logger(__name__)


class DayConsumer(RoomConsumer):
    """The socket of one page of a day. It sends, and accepts no messages."""

    kind = Day.ROOM_KIND
    update_task: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Send the whole page. Closes with 4004 for a page that the session may not see."""
        self.page = self.scope["url_route"]["kwargs"]["page"]
        self.place = int(self.scope["url_route"]["kwargs"].get("place", CONTROL_PLACE))
        self.seat: str | None = None
        self.seating = 0  # the day's count of changed links when the seat was looked up
        self.sent_parts: dict[str, str] = {}
        self.sent_revision = self.announced_revision = -1
        self.sent_at: deque[float] = deque(maxlen=MOST_UPDATES)
        self.announced = asyncio.Event()
        if await self._send_update():
            self._mark_present()
            self.update_task = asyncio.create_task(self._send_updates())

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.update_task is not None:
            self._mark_absent()
            self.update_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.update_task
        await super().disconnect(code)

    async def room_changed(self, message: RoomChange) -> None:
        """Wake the task that sends updates, unless the page has been sent at this revision or a later one."""
        if message["revision"] > self.sent_revision:
            self.announced_revision = max(self.announced_revision, message["revision"])
            self.announced.set()

    async def _send_updates(self) -> None:
        """Send an update after each announcement, within the limit, and every few seconds in case one was lost."""
        while True:
            revision: int | None = None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.announced.wait(), COMPARE_EVERY_S)
                revision = self.announced_revision
            self.announced.clear()
            try:
                await self.join()
                if not await self._send_update(revision):
                    return
            except OSError:
                return  # the viewer has left, which the server reports next
            except Exception:
                log.exception("day_not_shown", room=str(self.room))
            if len(self.sent_at) == MOST_UPDATES:
                await asyncio.sleep(max(0.0, self.sent_at[0] + UPDATE_WINDOW_S - time.monotonic()))

    async def _send_update(self, revision: int | None = None) -> bool:
        """Send the parts that have changed, and return True; close the socket of a page that it may not see.

        The page is drawn at `revision` or later; None: as the row is now. Without a change nothing is sent, but a sign
        of life after `COMPARE_EVERY_S`.
        """
        picture = await database_sync_to_async(self._draw_page)(revision)
        if picture is None:
            await self.close(GONE)
            return False
        changed = {name: part for name, part in picture.parts.items() if self.sent_parts.get(name) != part}
        now = time.monotonic()
        is_unchanged = picture.revision == self.sent_revision and not changed
        if is_unchanged and self.sent_at and now - self.sent_at[-1] < COMPARE_EVERY_S:
            return True
        self.sent_parts, self.sent_revision = picture.parts, picture.revision
        self.sent_at.append(now)
        message: dict[str, Any] = {"revision": picture.revision, "clock": picture.clock, "parts": changed}
        await self.send(text_data=json.dumps(message))
        return True

    def _mark_present(self) -> None:
        """Count the seat as present while a page of it is open. Public pages have no seat."""
        if self.seat:
            attendances.come(room_of_seats(self.room.public_id), self.place)

    def _mark_absent(self) -> None:
        if self.seat:
            attendances.leave(room_of_seats(self.room.public_id), self.place, timezone.now())

    def _draw_page(self, revision: int | None) -> DayPicture | None:
        """Return the picture of the page, or None if the session may not see it.

        The seat is looked up again after a link has changed, because the session may have lost it.
        """
        try:
            day = find_row(self.room.public_id, revision)
            if self.seat is None or self.seating != day.seating:
                self.seat, self.seating = self._find_seat(day), day.seating
            picture = draw_page(day, self.page, self.seat)
        except DomainError:
            return None
        return picture._replace(parts={**picture.parts, **self._draw_own_parts(day, picture)})

    def _draw_own_parts(self, day: Day, picture: DayPicture) -> dict[str, str]:
        """Return the parts that the platform sends: the line about bots; on the wall, the code to join or ""."""
        if self.page != PROJECTOR:
            return {"bots": picture.bots}
        return {"join": draw_join_wall(day, self._find_phone_address()) if picture.may_join else ""}

    def _find_phone_address(self) -> PhoneAddress:
        """Return the address that the page prints: browsers name its origin, and its script passes on the choice."""
        opened = dict(self.scope["headers"]).get(b"origin", b"").decode("latin-1")
        chosen = QueryDict(self.scope["query_string"]).get(CHOICE, "")
        return choose_phone_address(opened, chosen)

    def _find_seat(self, day: Day) -> str:
        """Return the name of the page's seat, "" for a public page. Raises not_found for a seat of others."""
        if is_public(day, self.page):
            return ""
        user = self.scope.get("user")
        seat = find_seat(day, self.place, list_places(self.scope["session"], day, getattr(user, "pk", None)))
        if not may_open(day, self.page, seat):
            raise DomainError("not_found", "This seat has another page.")
        return seat.name
