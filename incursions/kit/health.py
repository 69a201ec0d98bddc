"""/healthz: checks that this process reaches its services, and remembers writes that failed for want of disk space."""

from __future__ import annotations

import errno
import functools
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import redis
import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@functools.cache
def client_of(address: str) -> redis.Redis:
    """Return the client for health checks of this process, which reuses its connection."""
    return redis.Redis.from_url(address, socket_timeout=2, socket_connect_timeout=2)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if the database and Redis answer and writes succeed, else 503. Each of the three is named."""
    answers = {"database": True, "redis": False, "writes": False}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        answers["database"] = False
    with suppress(redis.RedisError):  # within two seconds
        answers["redis"] = bool(client_of(settings.REDIS_URL).ping())
    answers["writes"] = can_write()
    well = all(answers.values())
    return JsonResponse(
        {"status": "ok" if well else "failing", **{name: "ok" if ok else "failing" for name, ok in answers.items()}},
        status=200 if well else 503,
    )


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
    while error is not None and not _says_so(error):
        error = error.__cause__ or error.__context__
    return error is not None


def _says_so(error: BaseException) -> bool:
    """Return True if the error's code says that a disk is full or cannot be written."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_ERRORS
    if isinstance(error, OSError):
        return error.errno in SYSTEM_ERRORS
    return getattr(error, "sqlstate", None) in POSTGRESQL_STATES
