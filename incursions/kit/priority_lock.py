"""A priority lock for the CPU-bound work of a web process: moves, and pictures of tables.

Threads of a process share one interpreter. Side by side they take it from each other at every statement, so that all
are late. One after the other, the most urgent first, costs less.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from weakref import WeakKeyDictionary

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
