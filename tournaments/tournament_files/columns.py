"""Columns of rows as plain JSON, and back: each value is looked at before it is near a database."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from tournaments.fields import PlainJSONField

Row = TypeVar("Row", bound=models.Model)
HEX = re.compile(r"([0-9a-f]{2})*")
DEEPEST = 30


class BadValue(ValueError):
    """A value that the column cannot have. The text says which."""


def columns_of(row: models.Model, without: Collection[str] = ()) -> dict[str, Any]:
    """The columns of a row as plain data: no keys of rows, times as ISO 8601, bytes as hexadecimal."""
    return {field.name: _plain(getattr(row, field.attname)) for field in _fields(type(row), without)}


def row_from(model: type[Row], data: Any, where: str, without: Collection[str] = (), **more: Any) -> Row:
    """A new row, not saved, of what `columns_of` made; what a file of before does not have is as usual.

    Raises `BadValue` for anything that the columns cannot hold, and for names that are no columns.
    """
    if not isinstance(data, dict):
        raise BadValue(f"{where}: an object was expected")
    fields = {field.name: field for field in _fields(model, without)}
    strange = next((name for name in data if name not in fields), None)
    if strange is not None:
        raise BadValue(f"{where}: there is no {strange[:60]}")
    row = model(**more)
    for name, value in data.items():
        setattr(row, name, _value(fields[name], value, f"{where}, {name}", row))
    return row


def _fields(model: type[models.Model], without: Collection[str]) -> list[Any]:
    fields = model._meta.concrete_fields
    return [one for one in fields if not (one.primary_key or one.is_relation or one.name in without)]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value


def _value(field: Any, value: Any, where: str, row: models.Model) -> Any:
    if value is None:
        if not field.null:
            raise BadValue(f"{where}: a value was expected")
        return None
    if isinstance(field, PlainJSONField):
        return _json(value, where)
    found = _of_type(field, value, where)
    if isinstance(field, models.BinaryField | models.DateTimeField) or (found == "" and not field.choices):
        return found
    try:
        return field.clean(found, row)
    except ValidationError as fault:
        raise BadValue(f"{where}: {fault.messages[0]}") from fault


def _of_type(field: Any, value: Any, where: str) -> Any:
    """The value if it is of the type of the column."""
    if isinstance(field, models.DateTimeField):
        return moment(value, where)
    if isinstance(field, models.BinaryField):
        return binary(value, where)
    if isinstance(field, models.BooleanField):
        good = isinstance(value, bool)
    elif isinstance(field, models.IntegerField):
        least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
        good = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    elif isinstance(field, models.FloatField):
        good = isinstance(value, int | float) and not isinstance(value, bool)
    else:
        good = isinstance(value, str) and "\0" not in value
    if not good:
        raise BadValue(f"{where}: a value of another type was expected")
    return value


def moment(value: Any, where: str) -> datetime:
    """A time with its zone. Raises `BadValue`."""
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadValue(f"{where}: a time was expected") from None
    if found.tzinfo is None or not 2000 < found.year < 2200:
        raise BadValue(f"{where}: a time with its zone was expected")
    return found


def binary(value: Any, where: str) -> bytes:
    """Bytes in hexadecimal. Raises `BadValue`."""
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise BadValue(f"{where}: hexadecimal digits were expected")
    return bytes.fromhex(value)


def _json(value: Any, where: str) -> Any:
    """Plain data, never a text alone, nested no deeper than anything of a tournament is."""
    if isinstance(value, str) or _depth(value) > DEEPEST:
        raise BadValue(f"{where}: other data was expected")
    return value


def _depth(value: Any, so_far: int = 0) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return so_far if so_far > DEEPEST else max((_depth(each, so_far + 1) for each in inside), default=so_far)
