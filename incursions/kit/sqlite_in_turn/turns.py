"""Turns at a database: in a process whoever has waited longest gets the next, and processes let each other in."""

from __future__ import annotations

import fcntl
import os
from collections import deque
from threading import Lock


class Turns:
    """A FIFO lock with a timeout. Any thread may release it, not only the one that acquired it."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, patience_s: float) -> bool:
        """Wait for the turn; whether it came in so many seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            gate = Lock()
            gate.acquire()
            self._waiting.append(gate)
        if gate.acquire(timeout=patience_s):
            return True
        with self._guard:
            if gate in self._waiting:
                self._waiting.remove(gate)
                return False
        return True  # it was handed over at the last moment

    def give_back(self) -> None:
        """Hand the turn over to whoever has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


class SharedTurns(Turns):
    """Turns that processes share by a lock on a file, which the system takes from one that dies."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def take(self, patience_s: float) -> bool:
        """Wait for the turn in this process, then for the other processes.

        The system wakes whoever waits for them. To look again and again would take the interpreter away, a thousand
        times a second, from those who do something. A process that hangs with the turn is waited for by one of ours,
        while the patience of all others ends.
        """
        if not super().take(patience_s):
            return False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except BaseException:
            super().give_back()
            raise
        return True

    def give_back(self) -> None:
        """Let the other processes have it, and the next in this one."""
        fcntl.flock(self._file, fcntl.LOCK_UN)
        super().give_back()
