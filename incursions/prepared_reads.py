"""Reads that every move or every page makes: queries whose text and shape are made once.

To make a query anew out of a QuerySet takes Django longer than the database takes to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.query import get_related_populators

Row = TypeVar("Row")


class PreparedRead(Generic[Row]):
    """The rows of a QuerySet with values left open, which have to be the parameters of its query, in their order.

    The rows come as the models they are of, with what `select_related` brings; as tuples where `values_list` is asked
    for. `make` makes the QuerySet for values; it is called once for each kind of database, at the first read.
    """

    def __init__(self, make: Callable[..., models.QuerySet[Any, Row]]) -> None:
        self._make = make
        self._shapes: dict[str, _Shape] = {}

    def rows(self, *values: Any) -> list[Row]:
        """All rows for those values, in the order of the QuerySet."""
        shape = self._shapes.get(connection.vendor)
        if shape is None:
            shape = self._shapes[connection.vendor] = _Shape(self._make(*values), values)
        return shape.read(values)

    def first(self, *values: Any) -> Row | None:
        """The first row for those values."""
        return next(iter(self.rows(*values)), None)


class _Shape:
    """The text of a query and what becomes of a row of its answer. Raises ValueError for other parameters."""

    def __init__(self, queryset: models.QuerySet[Any, Any], values: tuple[Any, ...]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.text, parameters = compiler.as_sql()
        if tuple(parameters) != values:
            raise ValueError(f"A prepared read has its values as parameters, not {parameters}: {self.text}")
        select = compiler.select
        self.converters = [
            (place, convert, expression)
            for place, (converts, expression) in compiler.get_converters([column[0] for column in select]).items()
            for convert in converts
        ]
        # As Django itself asks; of a union, `klass_info` does not say.
        are_values = queryset._fields is not None  # type: ignore[attr-defined]
        self.made_of: Callable[[list[Any]], Any] = tuple if are_values else _OfModel(compiler.klass_info, select)

    def read(self, values: tuple[Any, ...]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.text, values)
            return [self._row(list(row)) for row in cursor.fetchall()]

    def _row(self, row: list[Any]) -> Any:
        for place, convert, expression in self.converters:
            row[place] = convert(row[place], expression, connection)
        return self.made_of(row)


class _OfModel:
    """Makes a row the model it is of."""

    def __init__(self, info: dict[str, Any], select: list[Any]) -> None:
        fields = info["select_fields"]
        self.model = info["model"]
        self.first, self.end = fields[0], fields[-1] + 1
        self.names = [column[0].target.attname for column in select[self.first : self.end]]
        # The types know of an argument that Django 6 adds.
        self.populators = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]

    def __call__(self, row: list[Any]) -> Any:
        made = self.model.from_db(connection.alias, self.names, row[self.first : self.end])
        for populator in self.populators:
            populator.populate(row, made)
        return made
