"""Layers of the ASGI application: arrival times, a limit for bodies, moves in turn, and threads that are used again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from threading import Thread
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import sync_only_middleware

LONGEST_S = 0.5


class PriorityLock:
    """A priority lock for CPU-bound work, one per event loop: the waiter that is due first gets the next turn."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, patience_s: float = 0.0) -> AsyncIterator[None]:
        """Wait for the turn and hold it. A waiter lets urgent ones pass for up to `patience_s` seconds.

        The turn is over with the work, or when it has taken long: a row that somebody has locked must not hold up
        those who want another one.
        """
        await self._take(patience_s)
        give_back = _once(self._give_back)
        end = asyncio.get_running_loop().call_later(LONGEST_S, give_back)
        try:
            yield
        finally:
            end.cancel()
            give_back()

    async def _take(self, patience_s: float) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        loop = asyncio.get_running_loop()
        called = loop.create_future()
        heappush(self._waiting, (loop.time() + patience_s, next(self._numbers), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._give_back()  # called in the moment in which it left
            raise

    def _give_back(self) -> None:
        """Hand the lock to the first of those who wait, or free it."""
        while self._waiting:
            *_, called = heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._is_taken = False


def _once(do: Callable[[], None]) -> Callable[[], None]:
    """Wrap a function so that only its first call has an effect."""
    left = [do]
    return lambda: left.pop()() if left else None


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, PriorityLock] = WeakKeyDictionary()


def get_cpu_lock() -> PriorityLock:
    """Return the lock of the running event loop; a web process has one."""
    return _turns.setdefault(asyncio.get_running_loop(), PriorityLock())


Scope = MutableMapping[str, object]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[..., Awaitable[None]]
ARRIVED_AT = "arrived_at"


def record_arrival(pages: Application) -> Application:
    """Wrap the pages to record when each request was complete. A slow upload is not charged to the server."""

    async def answer(scope: Scope, receive: Receive, send: Any) -> None:
        async def receive_noted() -> Message:
            message = await receive()
            if not message.get("more_body"):
                scope.setdefault(ARRIVED_AT, timezone.now())
            return message

        await pages(scope, receive_noted, send)

    return answer


def arrival_of(request: HttpRequest) -> datetime | None:
    """Return the time at which the request was complete; None if it was not recorded."""
    scope: Scope = getattr(request, "scope", {})
    arrived_at = scope.get(ARRIVED_AT)
    return arrived_at if isinstance(arrived_at, datetime) else None


LARGEST = 12_000_000  # bytes; forms and the API refuse what is larger than they read in their own words
Send = Callable[[Message], Awaitable[None]]


class _TooLargeError(Exception):
    """More came than there may be."""


class LargestBody:
    """ASGI middleware that refuses bodies over `LARGEST`. Without it, Django would keep a whole body in a file first.

    `refuse` makes the answer for a path.
    """

    def __init__(self, pages: Callable[..., Awaitable[None]], refuse: Callable[[str], HttpResponse]) -> None:
        self.pages = pages
        self.refuse = refuse

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer 413 as soon as the body is known to be too large, declared or not."""
        came, said = 0, dict(scope["headers"]).get(b"content-length", b"0")

        async def receive_counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > LARGEST:
                raise _TooLargeError
            return message

        try:
            if said.isdigit() and int(said) > LARGEST:
                raise _TooLargeError
            await self.pages(scope, receive_counted, send)
        except _TooLargeError:
            answer = self.refuse(scope["path"])
            own = {"Content-Length": str(len(answer.content)), "X-Content-Type-Options": "nosniff"}
            headers = [(name.lower().encode(), value.encode()) for name, value in {**answer.headers, **own}.items()]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
            await send({"type": "http.response.body", "body": answer.content})


MOVE = re.compile(r"/matches/[^/]+/actions$")


class Pages(ASGIHandler):
    """Django's ASGI handler, with moves in turn. A turn begins after the whole body, so a slow upload blocks nobody."""

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; a move waits for its turn."""
        if request.method != "POST" or not MOVE.match(request.path_info):
            return await super().get_response_async(request)
        async with get_cpu_lock().turn():
            return await super().get_response_async(request)


THREADS_KEPT = 8
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
