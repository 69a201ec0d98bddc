"""Messages to the sockets of a room, and tasks for workers.

Redis carries messages only. If it is down, moves are stored all the same: sockets compare what they sent with the row
every few seconds, and the sweep queues lost tasks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache, partial
from threading import Thread
from typing import Any, TypedDict

import structlog
from celery import current_app
from channels.layers import get_channel_layer

from tournaments.live.rooms import Room

TASK_EXPIRES_S = 60
SENDING_S = 5.0
log = structlog.get_logger(__name__)


class RoomChange(TypedDict):
    """The message to all sockets of a room that it has a new revision; see `announce_revision`."""

    type: str
    revision: int
    by: int | None
    can_wait: bool


class UserChange(TypedDict):
    """The message to the sockets of a room that concerns those of one user alone."""

    type: str
    user: int | None


def announce_revision(room: Room, revision: int, by: int | None = None, *, can_wait: bool = False) -> None:
    """Announce a new revision to every socket of the room; each then draws its own picture.

    `by` is the user who has just moved and has the result in the answer: that user's picture may be drawn last. An
    unimportant change `can_wait` for a moment, in which the next move may bring it along.
    """
    message: RoomChange = {"type": "room.changed", "revision": revision, "by": by, "can_wait": can_wait}
    send_to_room(room, message)


def announce_privately(room: Room, user: int | None) -> None:
    """Announce a change of one user's own view to that user's sockets in the room."""
    message: UserChange = {"type": "room.changed.privately", "user": user}
    send_to_room(room, message)


def queue_task(task: str, arguments: list[object], **options: Any) -> None:
    """Queue a task without retries: the sweep finds what is lost."""
    current_app.send_task(task, args=arguments, ignore_result=True, retry=False, **options)


def send_to_room(room: Room, message: Mapping[str, object]) -> None:
    """Send a message to all sockets of a room, after those sent before from this process."""
    group = str(room)
    sent = asyncio.run_coroutine_threadsafe(_send(group, message), _get_loop())
    sent.add_done_callback(partial(_report, group))


async def _send(group: str, message: Mapping[str, object]) -> None:
    async with asyncio.timeout(SENDING_S):
        await get_channel_layer().group_send(group, message)


def _report(group: str, sent: Future[None]) -> None:
    """Log the failure to send a message to a group, if it failed."""
    if (failure := sent.exception()) is not None:
        log.error("message_not_sent", group=group, exc_info=failure)


@cache
def _get_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="messages", daemon=True).start()
    return loop
