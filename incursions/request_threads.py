"""Threads of a web process: those that requests run in, one after the other, and one that prepares pages at the start.

A thread that requests leave behind keeps its connection to the database for the next one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import structlog
from asgiref.sync import ThreadSensitiveContext
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

THREADS_KEPT = 8
Message = Mapping[str, object]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
log = structlog.get_logger(__name__)


class RequestThreads:
    """ASGI wrapper that runs each request in a pooled thread, or in a new one if none is free, so that none waits.

    Django would begin a thread for each request, and connect to the database in it, which takes as long as a small
    page. So many threads as `kept` stay when their request is done.
    """

    def __init__(self, pages: Callable[..., Awaitable[None]], kept: int = THREADS_KEPT) -> None:
        self._pages = pages
        self._kept = kept
        self._free: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer the request in the thread that was free last: the fewer are in use, the fewer connections are."""
        thread = self._free.pop() if self._free else ThreadPoolExecutor(1, thread_name_prefix="request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._pages(scope, receive, send)
        finally:
            self._leave(thread)

    def _leave(self, thread: ThreadPoolExecutor) -> None:
        if len(self._free) < self._kept:
            self._free.append(thread)
        else:
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let all middlewares before this one, and the view, run in a row in the request's own thread.

    Under ASGI, Django would otherwise run each of them as a coroutine that goes over to that thread and back, twice a
    request. Views and middlewares here are synchronous anyway; a small page spent a third of its time on the way.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    return handle


def prepare_in_background(*readers: Callable[[], object]) -> Thread:
    """Start a thread that calls the readers in turn and logs those that fail: a page reads that itself."""
    thread = Thread(target=_prepare, args=readers, name="preparing pages", daemon=True)
    thread.start()
    return thread


def _prepare(*readers: Callable[[], object]) -> None:
    for read in readers:
        try:
            read()
        except Exception:
            log.exception("not_read_ahead", reader=f"{read.__module__}.{read.__qualname__}")
    connections.close_all()
