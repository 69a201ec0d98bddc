"""Write rows with cached SQL statements.

Django would build each statement from a QuerySet, which takes longer than the database takes to execute it; meanwhile
others wait for the locks of the transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)
Fields = Sequence["models.Field[Any, Any]"]


def write_columns(model: type[Row], rows: Iterable[Row], columns: Sequence[str]) -> None:
    """Update these columns of existing rows, with one statement for all of them."""
    fields = _fields(model, tuple(columns))
    statement = _update(connection.vendor, model, tuple(columns), ("id",))
    _execute(statement, [[*_values(row, fields), row.pk] for row in rows])


def update_row(row: models.Model, **columns: Any) -> None:
    """Set these columns of a row and save them alone."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=columns)


def write_if(row: models.Model, columns: Sequence[str], **expected: Any) -> bool:
    """Update these columns of a row if others have the expected values. Return True if it was updated."""
    model = type(row)
    conditions = _fields(model, tuple(expected))
    statement = _update(connection.vendor, model, tuple(columns), ("id", *(field.name for field in conditions)))
    values = [*_values(row, _fields(model, tuple(columns))), row.pk]
    values += [field.get_db_prep_value(expected[field.name], connection) for field in conditions]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.rowcount == 1)


def add_rows(model: type[Row], rows: Iterable[Row]) -> None:
    """Insert new rows. They do not get their primary keys."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    statement = _insert(connection.vendor, model)
    _execute(statement, [_values(row, fields) for row in rows])


def _execute(statement: str, rows: list[list[Any]]) -> None:
    """Execute the statement with each row's values; PostgreSQL pipelines several rows."""
    if not rows:
        return
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(statement, rows[0])
        else:
            cursor.executemany(statement, rows)


def _values(row: models.Model, fields: Fields) -> list[Any]:
    """Return the values of the row's fields as the database stores them."""
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


@cache
def _fields(model: type[models.Model], columns: tuple[str, ...]) -> Fields:
    """Return the fields of these names, in the order of the model."""
    return [field for field in model._meta.concrete_fields if field.name in columns]


@cache
def _update(vendor: str, model: type[models.Model], columns: tuple[str, ...], conditions: tuple[str, ...]) -> str:
    """Return the UPDATE of the columns under the conditions, which begin with `id`, in the order of the model."""
    names = connection.ops.quote_name
    assignments = ", ".join(f"{names(str(field.column))} = %s" for field in _fields(model, columns))
    where = " AND ".join(f"{names(str(field.column))} = %s" for field in _fields(model, conditions))
    return f"UPDATE {names(model._meta.db_table)} SET {assignments} WHERE {where}"  # noqa: S608


@cache
def _insert(vendor: str, model: type[models.Model]) -> str:
    names = connection.ops.quote_name
    columns = [names(str(field.column)) for field in model._meta.concrete_fields if not field.primary_key]
    into, values = ", ".join(columns), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {names(model._meta.db_table)} ({into}) VALUES ({values})"  # noqa: S608
