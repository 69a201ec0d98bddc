"""A lock that whoever has waited longest gets next."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """One has the turn, the others wait in a row. It may be given back by another thread than the one that took it."""

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
