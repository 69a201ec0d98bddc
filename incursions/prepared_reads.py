"""Reads that every move or every page makes: queries whose text and shape are made once.

To make a query anew out of a QuerySet takes Django longer than the database takes to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Model = TypeVar("Model", bound=models.Model)


class _Prepared(Generic[Row]):
    """What a QuerySet with values left open finds. The values have to be the parameters of its query, in their order.

    `make` makes the QuerySet for values; it is called once for each kind of database, at the first read.
    """

    shape: type[_Text]

    def __init__(self, make: Callable[..., models.QuerySet[Any, Any]]) -> None:
        self._make = make
        self._shapes: dict[str, _Text] = {}

    def rows(self, *values: Any) -> list[Row]:
        """All rows for those values, in the order of the QuerySet."""
        shape = self._shapes.get(connection.vendor)
        if shape is None:
            shape = self._shapes[connection.vendor] = self.shape(self._make(*values), values)
        return shape.read(values)

    def first(self, *values: Any) -> Row | None:
        """The first row for those values."""
        return next(iter(self.rows(*values)), None)


class _Text:
    """The text of a query and what becomes of a row of its answer. Raises ValueError for other parameters."""

    def __init__(self, queryset: models.QuerySet[Any, Any], values: tuple[Any, ...]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.text, parameters = compiler.as_sql()
        if tuple(parameters) != values:
            raise ValueError(f"A prepared read has its values as parameters, not {parameters}: {self.text}")
        columns = [column[0] for column in compiler.select]
        self.converters = [
            (place, convert, expression)
            for place, (converts, expression) in compiler.get_converters(columns).items()
            for convert in converts
        ]
        self.read_shape(compiler)

    def read(self, values: tuple[Any, ...]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.text, values)
            return [self.made_of(self._converted(row)) for row in cursor.fetchall()]

    def _converted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        if not self.converters:
            return row
        converted = list(row)
        for place, convert, expression in self.converters:
            converted[place] = convert(converted[place], expression, connection)
        return tuple(converted)

    def read_shape(self, compiler: SQLCompiler) -> None:
        """What there is to know of rows besides; the compiler has the connection of a thread, and is not kept."""

    def made_of(self, row: tuple[Any, ...]) -> Any:
        return row


class _OfModels(_Text):
    """Rows as the models they are of."""

    def read_shape(self, compiler: SQLCompiler) -> None:
        info, select = compiler.klass_info, compiler.select
        fields = info["select_fields"]
        self.model = info["model"]
        self.first, self.end = fields[0], fields[-1] + 1
        self.names = [column[0].target.attname for column in select[self.first : self.end]]
        # The types know of an argument that Django 6 adds.
        self.populators = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]

    def made_of(self, row: tuple[Any, ...]) -> Any:
        made = self.model.from_db(connection.alias, self.names, row[self.first : self.end])
        for populator in self.populators:
            populator.populate(row, made)
        return made


class PreparedRead(_Prepared[Model]):
    """Rows as the models they are of, with what `select_related` brings."""

    shape = _OfModels

    def __init__(self, make: Callable[..., models.QuerySet[Model]]) -> None:
        super().__init__(make)


class PreparedValues(_Prepared[tuple[Any, ...]]):
    """Rows as tuples: those of a QuerySet with `values_list`, also of several that `union` puts together."""

    shape = _Text
