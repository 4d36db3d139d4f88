"""Statements that every act of a fight sends, put together once: for each the ORM takes longer than the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from threading import local
from typing import Any, Generic, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)

AnyField: TypeAlias = Any
"""A field of a model: types of Django do not tell those with a column from the others."""


class OneRow(Generic[M]):
    """A query for one row: the ORM puts it together once in each thread, and then only the values change."""

    def __init__(self, rows: Callable[..., QuerySet[M]], *fields: AnyField) -> None:
        """Of the rows for some values, which the statement takes in the order of their fields."""
        self._rows, self._fields, self._kept = rows, fields, local()

    def get(self, *values: Any) -> M | None:
        """The row for these values, if there is one."""
        fields = zip(self._fields, values, strict=True)
        given = tuple(field.get_db_prep_value(value, connection) for field, value in fields)
        if not hasattr(self._kept, "compiler"):
            compiler = self._rows(*values).query.get_compiler(connection.alias)
            statement, ordered = compiler.as_sql()
            if tuple(ordered) != given:
                raise TypeError(f"The statement takes {ordered}, not {given}: {statement}")
            self._kept.compiler, self._kept.statement = compiler, statement
        with connection.cursor() as cursor:
            cursor.execute(self._kept.statement, given)
            found = cursor.fetchmany(1)
        return _model(self._kept.compiler, found) if found else None


def _model(compiler: SQLCompiler, found: list[Any]) -> Any:
    """What a QuerySet makes of a row: the model with what it joins and what it is annotated with."""
    (row,) = compiler.results_iter([found])
    info: Any = compiler.klass_info
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    columns: Any = compiler.select[first:last]
    names = [column.target.attname for column, _sql, _name in columns]
    one = info["model"].from_db(connection.alias, names, row[first:last])
    for related in get_related_populators(info, compiler.select, connection.alias):  # type: ignore[call-arg] # Django 6's
        related.populate(row, one)
    for name, place in compiler.annotation_col_map.items():
        setattr(one, name, row[place])
    return one


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Set fields of the rows whose other fields have these values, as `QuerySet.update` does; how many they were."""
    columns = {field.name: field for field in _columns(model)}
    given = [columns[name].get_db_prep_save(value, connection) for name, value in (*values.items(), *where.items())]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, tuple(where), tuple(values)), given)
        return int(cursor.rowcount)


def _columns(model: type[Model]) -> list[AnyField]:
    return list(model._meta.concrete_fields)


@cache
def _update(model: type[Model], where: tuple[str, ...], values: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    column = {field.name: quote(field.column) for field in _columns(model)}
    sets = ", ".join(f"{column[name]} = %s" for name in values)
    those = " AND ".join(f"{column[name]} = %s" for name in where)
    table = quote(model._meta.db_table)
    return f"UPDATE {table} SET {sets} WHERE {those}"  # noqa: S608 - names of our own table, values apart
