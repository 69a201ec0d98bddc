"""The pace of commands: a phone that gives more of them than any hand could is told to wait."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from incursions.kit.refusals import DomainError

MOST_AT_ONCE, EACH_SECOND = 40, 10
"""The commands that a seat may give at once, and how many more it may give with each second."""
MOST_SEATS = 1000


class Allowance(NamedTuple):
    """The commands that a seat had left at a time."""

    left: float
    at: float


class PaceLimiter:
    """Counts the commands of seats in this process. Threads may share it."""

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int], Allowance] = OrderedDict()

    def count(self, day: str, place: int) -> None:
        """Count a command of a seat. Raises too_fast if there were too many before it."""
        key, now = (day, place), self.clock()
        with self._lock:
            left, at = self._kept.get(key, Allowance(MOST_AT_ONCE, now))
            left = min(MOST_AT_ONCE, left + (now - at) * EACH_SECOND)
            self._kept[key] = Allowance(max(0.0, left - 1), now) if left >= 1 else Allowance(left, now)
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_SEATS:
                self._kept.popitem(last=False)
        if left < 1:
            raise DomainError("too_fast", "Too many orders came from this seat. Wait a second, and give it again.")

    def forget(self) -> None:
        """Forget all commands."""
        with self._lock:
            self._kept.clear()


limiter = PaceLimiter()
