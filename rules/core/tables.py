"""Long tables of a rule system as data: the rows of a TOML file, loaded and checked once."""

from __future__ import annotations

import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

R = TypeVar("R")

SYSTEMS = Path(__file__).resolve().parent.parent / "systems"


class BadTable(ValueError):
    """A table holds something that its rows may not hold; the message names file, row and field."""


def load_table(slug: str, name: str, row: type[R]) -> Mapping[str, R]:
    """Load `tables/<name>.toml` of a system: its rows by id, in the order of the file.

    row: the type of every row, usually a frozen dataclass. It may be made of str, int, bool, Fraction (written as
    "3/4"), Literal, Optional, tuples, mappings with str keys (Literal keys are checked) and dataclasses. A row holds
    the fields of its dataclass and no others; a field with a default may be absent. Raises BadTable.
    """
    path = SYSTEMS / slug / "tables" / f"{name}.toml"
    return read_table(path.read_text(encoding="utf-8"), row, where=f"{slug}/tables/{name}.toml")


def read_table(text: str, row: type[R], *, where: str = "table") -> Mapping[str, R]:
    """Read the rows of a table from the text of its file, as `load_table` does."""
    rows = tomllib.loads(text)
    return {id_: cast(R, _value(row, value, f"{where}: {id_}")) for id_, value in rows.items()}


def _value(kind: Any, value: Any, where: str) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        if value not in args:
            raise BadTable(f"{where}: {value!r} is none of {', '.join(map(str, args))}")
        return value
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in args if one is not type(None))
        return _value(inner, value, where)
    if origin is tuple:
        return _tuple(args, _of_type(list, value, where), where)
    if origin is not None and issubclass(origin, Mapping):
        key_kind, inner = args
        items = _of_type(dict, value, where).items()
        return {_value(key_kind, key, where): _value(inner, one, f"{where}.{key}") for key, one in items}
    if is_dataclass(kind):
        return _row(cast(type, kind), _of_type(dict, value, where), where)
    if kind is Fraction:
        return Fraction(_of_type(str, value, where))
    return _of_type(kind, value, where)


def _tuple(kinds: tuple[Any, ...], values: list[Any], where: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(values)
    if len(kinds) != len(values):
        raise BadTable(f"{where}: {len(values)} values for {len(kinds)} places")
    return tuple(_value(kind, one, where) for kind, one in zip(kinds, values, strict=True))


def _row(kind: type, values: Mapping[str, Any], where: str) -> Any:
    hints = _hints(kind)
    if unknown := values.keys() - hints.keys():
        raise BadTable(f"{where}: unknown {', '.join(sorted(unknown))}")
    needed = {one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}
    if absent := needed - values.keys():
        raise BadTable(f"{where}: without {', '.join(sorted(absent))}")
    return kind(**{name: _value(hints[name], value, f"{where}.{name}") for name, value in values.items()})


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind)}


def _of_type(kind: type, value: Any, where: str) -> Any:
    # True is an int too, and no table means it
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadTable(f"{where}: {value!r} is no {kind.__name__}")
    return value
