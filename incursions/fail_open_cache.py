"""A Redis cache that behaves as if it were empty while Redis is away or refuses writes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

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


class FailOpenClient(RedisCacheClient):
    """A client that answers failed reads with nothing, and failed writes as done.

    The cache counts requests and attempts to sign in. Without it nothing is counted, and everybody is let in.
    """

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return _or_else(True, super().add, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        return _or_else(default, super().get, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        _or_else(None, super().set, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return _or_else(False, super().touch, key, timeout)

    def delete(self, key: Any) -> bool:
        return _or_else(False, super().delete, key)

    def get_many(self, keys: Any) -> Any:
        return _or_else({}, super().get_many, keys)

    def has_key(self, key: Any) -> bool:
        return _or_else(False, super().has_key, key)

    def incr(self, key: Any, delta: Any) -> int:
        """Add to a number. Raise `ValueError`, as for a missing key, if Redis fails."""
        number: int | None = _or_else(None, super().incr, key, delta)
        if number is None:
            raise ValueError(f"Key {key!r} not found.")
        return number

    def set_many(self, data: Any, timeout: Any) -> None:
        _or_else(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> None:
        _or_else(None, super().delete_many, keys)


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache with a `FailOpenClient`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FailOpenClient


def _or_else(instead: Any, call: Callable[..., Any], *arguments: Any) -> Any:
    """Return what the call returns, or `instead` if Redis fails."""
    try:
        return call(*arguments)
    except RedisError as error:
        failures.note(error)
        return instead
