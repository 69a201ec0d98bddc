"""Caches: an in-process LRU cache of versioned values, and a Redis cache that seems empty while Redis is away."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Generic, TypeVar

import structlog
from cachetools import LRUCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

Value = TypeVar("Value")


class VersionedCache(Generic[Value]):
    """A cache of at most `size` values, each with its version. Threads may share it."""

    def __init__(self, size: int) -> None:
        self._values: LRUCache[str, tuple[int, Value]] = LRUCache(size)
        self._lock = Lock()

    def find(self, key: str, version: int | None = None) -> Value | None:
        """Return the cached value of that version, or of any version without one; None if it is not cached."""
        with self._lock:
            cached = self._values.get(key)
        if cached is None or version not in (None, cached[0]):
            return None
        return cached[1]

    def keep(self, key: str, version: int, value: Value) -> None:
        """Cache a value, unless a newer version is cached."""
        with self._lock:
            cached = self._values.get(key)
            if cached is None or cached[0] <= version:
                self._values[key] = version, value

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()


LOG_EVERY_S = 60.0
log = structlog.get_logger(__name__)


class FailureLog:
    """Logs at most one failure a minute."""

    def __init__(self) -> None:
        self._logged_at: float | None = None

    def note(self, error: RedisError) -> None:
        now = time.monotonic()
        if self._logged_at is None or now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            log.error("not_counted", reason="Redis is away or refuses writes", error=str(error))


failures = FailureLog()


def _fail_open(method: Callable[..., Any], instead: Callable[[], object]) -> Callable[..., Any]:
    """Return a cache method that falls back to `instead` if Redis fails."""

    @wraps(method)
    def answer(*asked: Any, **named: Any) -> Any:
        try:
            return method(*asked, **named)
        except RedisError as error:
            failures.note(error)
            return instead()

    return answer


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache, which answers failed reads with nothing, and failed writes as done.

    The cache counts requests and attempts to sign in. Without it nothing is counted, and everybody is let in.
    """

    add = _fail_open(RedisCache.add, lambda: True)
    set = _fail_open(RedisCache.set, lambda: None)
    touch = _fail_open(RedisCache.touch, bool)
    delete = _fail_open(RedisCache.delete, bool)
    get_many = _fail_open(RedisCache.get_many, dict)
    has_key = _fail_open(RedisCache.has_key, bool)
    set_many = _fail_open(RedisCache.set_many, list)
    delete_many = _fail_open(RedisCache.delete_many, lambda: None)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _fail_open(super().get, lambda: default)(key, default, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a number. Raise `ValueError`, as for a missing key, if Redis fails."""
        number: int | None = _fail_open(super().incr, lambda: None)(key, delta, version)
        if number is None:
            raise ValueError(f"Key {key!r} not found.")
        return number
