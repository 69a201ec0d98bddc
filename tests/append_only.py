"""The triggers that keep the log of moves as it was written."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

TABLE = "matches_action"


@contextmanager
def log_unlocked() -> Iterator[None]:
    """Let actions be changed and deleted in this block, as whoever holds the database can."""
    if connection.vendor == "postgresql":
        lock, unlock = [f"ALTER TABLE {TABLE} ENABLE TRIGGER USER"], [f"ALTER TABLE {TABLE} DISABLE TRIGGER USER"]
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLE])
            triggers = cursor.fetchall()
        lock, unlock = [sql for _, sql in triggers], [f"DROP TRIGGER {name}" for name, _ in triggers]
    _execute(unlock)
    try:
        yield
    finally:
        _execute(lock)


def _execute(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
