"""Caches of versioned values, in the process and in Redis; and queries compiled once per database and run again."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Generic, TypeAlias, TypeVar

import structlog
from cachetools import LRUCache
from django.core.cache.backends.redis import RedisCache
from django.db import connection, models
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


Row = TypeVar("Row")
Loader: TypeAlias = Callable[[tuple[Any, ...]], Any]
"""Makes a row what is read."""


class PreparedRead(Generic[Row]):
    """The rows of a QuerySet with values left open, which have to be the parameters of its statement, in their order.

    The rows come as the models they are of. `related` is the foreign key that `select_related` brings along. With
    `are_values` they are tuples of what the database has, which no field converts. `make` makes the QuerySet for values
    once for each kind of database, for the first read.
    """

    def __init__(
        self, make: Callable[..., models.QuerySet[Any, Row]], related: str = "", *, are_values: bool = False
    ) -> None:
        self._make = make
        self._related = related
        self._are_values = are_values
        self._prepared: dict[str, tuple[str, Loader]] = {}

    def rows(self, *values: Any) -> list[Row]:
        """Return all rows for those values, in the order of the QuerySet. Raises ValueError for other parameters."""
        if connection.vendor not in self._prepared:
            return self._prepare(values)
        text, load = self._prepared[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(text, values)
            return [load(row) for row in cursor.fetchall()]

    def first(self, *values: Any) -> Row | None:
        """Return the first row for the values, or None."""
        return next(iter(self.rows(*values)), None)

    def _prepare(self, values: tuple[Any, ...]) -> list[Row]:
        """Return the rows as the QuerySet reads them, and keep its statement for the next read."""
        noted: list[Any] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            done = execute(sql, params, many, context)
            noted[:] = sql, params, [column[0] for column in context["cursor"].description]
            return done

        queryset = self._make(*values)
        with connection.execute_wrapper(note):
            rows = list(queryset)
        text, parameters, columns = noted
        if tuple(parameters) != values:
            raise ValueError(f"A prepared read has its values as parameters, not {parameters}: {text}")
        load = tuple if self._are_values else _loader(queryset.model, columns, self._related)
        self._prepared[connection.vendor] = text, load
        return rows


def _loader(model: type[models.Model], columns: list[str], related: str = "") -> Loader:
    """Return a function that makes a row of these columns an object of a model; its other columns are deferred.

    The columns of the related object come last, all of them.
    """
    load_related: Loader | None = None
    if related:
        other: Any = model._meta.get_field(related).related_model
        end = len(columns) - len(other._meta.concrete_fields)
        load_related, columns = _loader(other, columns[end:]), columns[:end]
    fields = {field.column: field for field in model._meta.concrete_fields}
    names = [fields[column].attname for column in columns]
    converters = [
        (place, convert, expression)
        for place, expression in enumerate(fields[column].get_col(model._meta.db_table) for column in columns)
        for convert in (*connection.ops.get_db_converters(expression), *expression.get_db_converters(connection))
    ]

    def load(row: tuple[Any, ...]) -> Any:
        values = list(row[: len(names)])
        for place, convert, expression in converters:
            values[place] = convert(values[place], expression, connection)
        made = model.from_db(connection.alias, names, values)
        if load_related is not None:
            brought = load_related(row[len(names) :])
            setattr(made, related, None if brought.pk is None else brought)
        return made

    return load
