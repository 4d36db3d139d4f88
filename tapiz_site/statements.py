"""Statements that every act or request sends, put together once: for each the ORM takes longer than the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import count
from threading import local
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

T = TypeVar("T")

AnyField: TypeAlias = Any
"""A field of a model: types of Django do not tell those with a column from the others."""


class Rows(Generic[T]):
    """A query that the ORM puts together once in each thread; each use gives it other values.

    A value may be a list, for `__in`. Where the query names values, a row is a tuple of them, else a model with its
    joined models and annotations.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], *fields: AnyField) -> None:
        """Make it of the query for some values, and of the fields whose values they are."""
        self._rows, self._fields, self._kept = rows, fields, local()

    def get(self, *values: Any) -> T | None:
        """The first row for these values, if there is one."""
        return next(iter(self._read(values, 1)), None)

    def all(self, *values: Any) -> list[T]:
        """The rows for these values."""
        return self._read(values, None)

    def _read(self, values: Sequence[Any], most: int | None) -> list[T]:
        values = [_lengthened(value) if isinstance(value, list) else value for value in values]
        lengths = tuple(len(value) if isinstance(value, list) else None for value in values)
        if 0 in lengths:
            return []
        kept: dict[object, _Statement[T]] = self._kept.__dict__.setdefault("statements", {})
        if lengths not in kept:
            kept[lengths] = self._put_together(lengths)
        statement, given = kept[lengths], self._prepared(values)
        with connection.cursor() as cursor:
            cursor.execute(
                statement.sql, [given[said] if isinstance(said, int) else said[0] for said in statement.says]
            )
            return statement.made(cursor.fetchall() if most is None else cursor.fetchmany(most))

    def _prepared(self, values: Sequence[Any]) -> list[Any]:
        """The values as the database takes them, those of lists one by one."""
        return [
            field.get_db_prep_value(one, connection)
            for field, value in zip(self._fields, values, strict=True)
            for one in (value if isinstance(value, list) else [value])
        ]

    def _put_together(self, lengths: Sequence[int | None]) -> _Statement[T]:
        """Put the query together with made-up values, which show where each value stands in the statement."""
        values = [
            _made_up(field) if length is None else [_made_up(field) for _one in range(length)]
            for field, length in zip(self._fields, lengths, strict=True)
        ]
        rows = self._rows(*values)
        compiler = rows.query.get_compiler(connection.alias)
        sql, ordered = compiler.as_sql()
        places = {value: place for place, value in enumerate(self._prepared(values))}
        says = [places.get(value, (value,)) for value in ordered]
        if missing := set(places.values()).difference(say for say in says if isinstance(say, int)):
            raise TypeError(f"The statement does not take {sorted(missing)} of its values: {sql}")
        return _Statement(sql, says, (_models if rows._iterable_class is ModelIterable else _tuples)(compiler))


@dataclass(frozen=True, slots=True)
class _Statement(Generic[T]):
    sql: str
    says: Sequence[int | tuple[Any]]
    """What stands at each place: the number of a given value, or in a tuple a value that never changes."""
    made: Callable[[list[Any]], list[T]]
    """Makes models or tuples of the rows of the database."""


_numbers = count(1_000_003)


def _lengthened(some: list[Any]) -> list[Any]:
    """The values, the last one repeated until their number is a power of two: so few lengths make few statements."""
    return some + some[-1:] * ((1 << (len(some) - 1).bit_length()) - len(some)) if some else some


def _made_up(field: AnyField) -> Any:
    """A value of this field that stands nowhere else."""
    while field.remote_field:
        field = field.target_field
    number, kind = next(_numbers), field.get_internal_type()
    if kind == "UUIDField":
        return UUID(int=number)
    if kind == "DateTimeField":
        return datetime.fromtimestamp(number, UTC)
    return number if kind.endswith(("IntegerField", "AutoField")) else f"made up {number}"


def _tuples(compiler: SQLCompiler) -> Callable[[list[Any]], list[Any]]:
    """What a QuerySet makes of rows by `values_list`."""
    converted = _converted(compiler)
    return lambda found: [tuple(row) for row in converted(found)]


def _models(compiler: SQLCompiler) -> Callable[[list[Any]], list[Any]]:
    """What a QuerySet makes of rows: models with what they join and what they are annotated with."""
    info: Any = compiler.klass_info
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    columns: Any = compiler.select[first:last]
    names = [column.target.attname for column, _sql, _name in columns]
    joined = get_related_populators(info, compiler.select, connection.alias)  # type: ignore[call-arg] # Django 6's
    annotated = tuple(compiler.annotation_col_map.items())
    converted = _converted(compiler)

    def made(found: list[Any]) -> list[Any]:
        models = []
        for row in converted(found):
            one = info["model"].from_db(connection.alias, names, row[first:last])
            for related in joined:
                related.populate(row, one)
            for name, place in annotated:
                setattr(one, name, row[place])
            models.append(one)
        return models

    return made


def _converted(compiler: SQLCompiler) -> Callable[[list[Any]], Iterable[Any]]:
    """Rows of the database with each value as its field gives it to Python."""
    columns: Any = compiler.select[: compiler.col_count]
    converters = compiler.get_converters([column for column, _sql, _name in columns])
    return lambda found: compiler.apply_converters(found, converters) if converters else found


def insert(row: Model) -> None:
    """Write a new row, as `save(force_insert=True)` does; a number that the database gives it is not read back."""
    fields = [field for field in _columns(type(row)) if not field.primary_key or row.pk is not None]
    given = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_insert(type(row), tuple(field.column for field in fields)), given)
    row._state.adding, row._state.db = False, connection.alias


@cache
def _insert(model: type[Model], columns: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    names, values = ", ".join(map(quote, columns)), ", ".join("%s" for _one in columns)
    return f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({values})"  # noqa: S608 - names of our own


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Set fields of the rows whose other fields have these values, as `QuerySet.update` does; how many they were."""
    columns = {field.name: field for field in _columns(model)}
    given = [columns[name].get_db_prep_save(value, connection) for name, value in (*values.items(), *where.items())]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, tuple(where), tuple(values)), given)
        return int(cursor.rowcount)


def fields(model: type[Model], *names: str) -> list[AnyField]:
    """These fields of a model."""
    return [model._meta.get_field(name) for name in names]


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
