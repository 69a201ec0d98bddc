"""An in-process LRU cache of the newest version of each value."""

from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

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
