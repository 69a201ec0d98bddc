"""SQLite as Django knows it, but that transactions wait for each other here.

Left to SQLite, each would sleep for up to a tenth of a second and look again, while the database is free most of that
time and whoever comes last may be first: with twenty players who move at once some waited for seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connection
from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from incursions.kit.sqlite_in_turn.turns import SharedTurns, Turns

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
