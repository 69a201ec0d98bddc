"""Failed writes: recognizes a full, broken or read-only disk behind an error, and remembers it for /healthz."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import structlog
from django.core.cache import cache
from django.db import connection

CODE = "cannot_save"
MESSAGE = (
    "Nothing can be saved at the moment: the server’s disk is full. Everything saved before is safe. Try again later."
)
RETRY_AFTER_S = 30
REMEMBERED_S = 10.0
KEY = "write-failed"
LEAST_FREE = 2**20
"""Bytes. SQLite needs room for its log before a row can be added."""

SQLITE_ERRORS = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
POSTGRESQL_STATES = {"25006", "53100", "58030"}  # read_only_sql_transaction, disk_full, io_error
SYSTEM_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
log = structlog.get_logger(__name__)


class FailedWrites:
    """The latest failed write: of this process in seconds of the monotonic clock, of all processes in the cache."""

    def __init__(self) -> None:
        self._failed_at: float | None = None

    def note(self, error: BaseException | None) -> bool:
        """Remember and log the error if it is a failed write. Return True if it is one."""
        if not is_failed_write(error):
            return False
        self._failed_at = time.monotonic()
        cache.set(KEY, True, REMEMBERED_S)  # workers tell the web processes, which are asked
        log.error("write_failed", error=str(error))
        return True

    def are_recent(self) -> bool:
        """Return True for ten seconds after a failed write of any process."""
        is_own = self._failed_at is not None and time.monotonic() - self._failed_at < REMEMBERED_S
        return is_own or bool(cache.get(KEY))

    def forget(self) -> None:
        self._failed_at = None
        cache.delete(KEY)


failed_writes = FailedWrites()


def can_write() -> bool:
    """Return True if no write failed lately and SQLite's disk has room. Writes nothing itself."""
    if failed_writes.are_recent():
        return False
    if connection.vendor != "sqlite":
        return True
    folder = Path(str(connection.settings_dict["NAME"])).parent
    return not folder.is_dir() or shutil.disk_usage(folder).free >= LEAST_FREE


def is_failed_write(error: BaseException | None) -> bool:
    """Return True if the error, or one that caused it, says that a disk is full, broken or read-only."""
    return any(_says_so(one) for one in _with_causes(error))


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _says_so(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_ERRORS
    if isinstance(error, OSError):
        return error.errno in SYSTEM_ERRORS
    return getattr(error, "sqlstate", None) in POSTGRESQL_STATES
