"""SQLite as Django knows it, but that the transactions of a process take turns, and processes let each other in."""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from django.db import connection
from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class Turns:
    """A FIFO lock with a timeout. Any thread may release it, not only the one that acquired it."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, patience_s: float) -> bool:
        """Wait for the turn at most so many seconds, and return True if it came."""
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
        """Hand the turn to the thread that has waited longest, or free it."""
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
        """Wait for the turn in this process, then for other processes; False if it did not come here in time.

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
        """Free the file for other processes, then hand the turn on within this one."""
        fcntl.flock(self._file, fcntl.LOCK_UN)
        super().give_back()


PATIENCE_S = 5.0
"""SQLite's own, where the settings name none."""


@cache
def turns_at(database: str) -> Turns:
    """Return the lock of a database name. All processes share the lock of a file."""
    return Turns() if ":memory:" in database or "mode=memory" in database else SharedTurns(f"{database}.turns")


@contextmanager
def between_transactions(patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Run a block while no transaction of this process has the database; after the patience, run it anyway.

    Threads of a process share one interpreter. Work that takes it from a transaction at every statement lets all
    other processes wait as well.
    """
    may_disturb = connection.vendor == "sqlite" and not connection.in_atomic_block
    turns = turns_at(str(connection.settings_dict["NAME"])) if may_disturb else None
    has_turn = turns is not None and Turns.take(turns, patience_s)
    try:
        yield
    finally:
        if turns is not None and has_turn:
            Turns.give_back(turns)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions that may write begin when it is their turn, and end it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._turn: Turns | None = None

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        """Begin a transaction (`force_begin...`, as `atomic` does) when it is its turn.

        Raises OperationalError if that does not come.
        """
        if autocommit or not force_begin_transaction_with_broken_autocommit:
            super().set_autocommit(autocommit)
            return
        self.validate_no_atomic_block()
        self.ensure_connection()
        self._end_turn()
        turns = turns_at(str(self.settings_dict["NAME"]))
        if not turns.take(self.settings_dict["OPTIONS"].get("timeout", PATIENCE_S)):
            raise OperationalError("database is locked")
        self._turn = turns
        try:
            super().set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        except BaseException:
            self._end_turn()
            raise

    def commit(self) -> None:
        super().commit()  # if that fails a rollback follows
        self._end_turn()

    def rollback(self) -> None:
        self.validate_thread_sharing()
        self.validate_no_atomic_block()
        try:
            super().rollback()
        finally:
            self._end_turn()

    def close(self) -> None:
        self.validate_thread_sharing()
        try:
            super().close()
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.give_back()
