"""Messages to sockets from threads without an event loop of their own, as those of requests and of workers are.

One thread of each process sends them all, on one connection that stays open: to connect for a message takes longer
than most of what a message tells of. Nobody waits for it; a message that is lost is made up for by the sockets.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from functools import cache, partial
from threading import Thread
from typing import Any

import structlog
from channels.layers import get_channel_layer

SENDING_S = 5.0
log = structlog.get_logger(__name__)


def send_to_group(group: str, message: dict[str, Any]) -> None:
    """Send a message to all sockets of a group, after whatever was sent before from this process."""
    sent = asyncio.run_coroutine_threadsafe(_send(group, message), _loop())
    sent.add_done_callback(partial(_report, group))


async def _send(group: str, message: dict[str, Any]) -> None:
    async with asyncio.timeout(SENDING_S):
        await get_channel_layer().group_send(group, message)


def _report(group: str, sent: Future[None]) -> None:
    if (failure := sent.exception()) is not None:
        log.error("message_not_sent", group=group, exc_info=failure)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="messages", daemon=True).start()
    return loop
