"""SQLite as Django knows it, but that transactions of one process wait for each other here.

Left to SQLite, each thread would sleep for up to a tenth of a second and look again, while the database is free most of
that time and whoever comes last may be first: with twenty players who move at once some waited for seconds.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from incursions.sqlite_in_turn.turns import Turns

PATIENCE_S = 5.0
"""SQLite's own, where the settings name none."""
_turns: defaultdict[str, Turns] = defaultdict(Turns)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions that may write begin when it is their turn, and end it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._turn: Turns | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._end_turn()
        turns = _turns[str(self.settings_dict["NAME"])]
        if not turns.take(self.settings_dict["OPTIONS"].get("timeout", PATIENCE_S)):
            raise OperationalError("database is locked")
        self._turn = turns
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # its types leave out what is private
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # if that fails a rollback follows
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.give_back()
