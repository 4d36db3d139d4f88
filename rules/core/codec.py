"""Turns frozen dataclasses into JSON and back, and finds what changed between two of them.

A codec is compiled once for a type from its annotations. It knows what a fight's state may be made of: str, int,
bool, float, None, Literal, JSON values, Optional, tuples of one kind, frozensets of str, mappings with str keys,
and frozen dataclasses, generic ones with their parameters filled in. A mapping with other contents is refused.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from rules.core.changes import Change, Path
from rules.core.once import once
from rules.core.types import Json

T = TypeVar("T")

_COUNTED = "counted"
Counted: TypeAlias = Annotated[int, _COUNTED]
"""A number that steps move up and down: its changes are differences (hit points, uses, points)."""

SPARSE: Mapping[str, bool] = {"sparse": True}
"""The metadata of a field that is left out of the JSON while it has its default, so that older JSON stays the same."""

MOST_DUMPED = 512
"""How many values of a mapping are kept with their JSON, which nobody may change in place."""

_Differ: TypeAlias = Callable[[Any, Any, Path, list[Change]], None]
_Reloader: TypeAlias = Callable[[Any, Any, Any], Any]


class Codec(Generic[T]):
    """How one type is written as JSON (`dump`), read (`load`) and compared (`diff`); `kind`: the type."""

    __slots__ = ("_reload", "diff_into", "dump", "kind", "load")

    def __init__(
        self,
        dump: Callable[[T], Json],
        load: Callable[[Json], T],
        diff_into: _Differ,
        reload: _Reloader | None = None,
    ) -> None:
        self.dump = dump
        self.load = load
        self.diff_into = diff_into
        self._reload = reload
        self.kind: Any = None

    def reload(self, data: Json, before: Json, loaded: T) -> T:
        """What `load` gives, taking over of a value that was loaded from `before` what is the very same JSON.

        A state that `fold` has changed shares with the one before all that the changes do not touch.
        """
        if data is before:
            return loaded
        return self.load(data) if self._reload is None else cast(T, self._reload(data, before, loaded))

    def diff(self, before: T, after: T) -> tuple[Change, ...]:
        """The changes that lead from one value to the other."""
        changes: list[Change] = []
        self.diff_into(before, after, (), changes)
        return tuple(changes)


@cache
def codec(kind: Any) -> Codec[Any]:
    """The codec of a type.

    Raises TypeError when the type holds something that a state may not be made of.
    """
    made = _compile(kind)
    if made.kind is None:
        made.kind = kind
    return made


def _compile(kind: Any) -> Codec[Any]:
    if kind is Any:
        return _plain()
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _plain("count") if _COUNTED in args[1:] else codec(args[0])
    if origin in (Union, types.UnionType):
        return _optional(args)
    if kind in (str, int, bool, float) or origin is Literal:
        return _plain()
    if origin is tuple:
        if len(args) != 2 or args[1] is not Ellipsis:
            raise TypeError(f"only tuples of one kind: {kind}")
        return _sequence(args[0])
    if origin is frozenset:
        if args[0] is not str:
            raise TypeError(f"only frozensets of str: {kind}")
        return Codec(sorted, frozenset, _whole(sorted))
    if origin is not None and issubclass(origin, Mapping):
        if args[0] is not str:
            raise TypeError(f"only str keys: {kind}")
        return _mapping(args[1])
    if is_dataclass(origin or kind):
        return _dataclass(kind)
    raise TypeError(f"a state cannot hold {kind}")


def _plain(operation: Literal["put", "count"] = "put") -> Codec[Any]:
    def diff(before: Any, after: Any, path: Path, changes: list[Change]) -> None:
        if before != after or type(before) is not type(after):
            changes.append(Change(operation, path, before, after))

    return Codec(_same, _same, diff)


def _same(value: Any) -> Any:
    return value


def _in_order(values: Any) -> dict[str, Any]:
    return dict(sorted(values.items()))


def _whole(dump: Callable[[Any], Json]) -> _Differ:
    def diff(before: Any, after: Any, path: Path, changes: list[Change]) -> None:
        if before is not after and before != after:
            changes.append(Change("put", path, dump(before), dump(after)))

    return diff


def _optional(args: tuple[Any, ...]) -> Codec[Any]:
    kinds = [arg for arg in args if arg is not type(None)]
    if len(kinds) == len(args) and all(kind in (str, int, bool, float) for kind in kinds):
        return _plain()
    if len(kinds) != 1:
        raise TypeError(f"only one kind or None: {args}")
    inner = codec(kinds[0])

    def dump(value: Any) -> Json:
        return None if value is None else inner.dump(value)

    def load(data: Json) -> Any:
        return None if data is None else inner.load(data)

    def diff(before: Any, after: Any, path: Path, changes: list[Change]) -> None:
        if before is None or after is None:
            if before is not after:
                changes.append(Change("put", path, dump(before), dump(after)))
        else:
            inner.diff_into(before, after, path, changes)

    return Codec(dump, load, diff)


def _sequence(kind: Any) -> Codec[Any]:
    inner = codec(kind)
    if inner.dump is _same:
        return Codec(list, tuple, _whole(list))

    def dump(value: Any) -> Json:
        return [inner.dump(item) for item in value]

    def load(data: Json) -> Any:
        return tuple(inner.load(item) for item in data)

    return Codec(dump, load, _whole(dump))


def _mapping(kind: Any) -> Codec[Any]:
    inner = codec(kind)
    # of many combatants a step touches a few: the others are as they were, and so is their JSON
    dumped = once(inner.dump, MOST_DUMPED) if is_dataclass(get_origin(kind) or kind) else inner.dump

    def dump(value: Any) -> Json:
        return {key: dumped(value[key]) for key in sorted(value)}

    def load(data: Json) -> Any:
        return {key: inner.load(data[key]) for key in sorted(data)}

    def diff(before: Any, after: Any, path: Path, changes: list[Change]) -> None:
        if before is after:
            return
        for key in sorted({*before, *after}):
            here = (*path, key)
            if key not in after:
                changes.append(Change("drop", here, inner.dump(before[key]), None))
            elif key not in before:
                changes.append(Change("add", here, None, inner.dump(after[key])))
            else:
                inner.diff_into(before[key], after[key], here, changes)

    if inner.dump is _same:
        return Codec(_in_order, _in_order, diff)

    def reload(data: Json, before: Json, loaded: Any) -> Any:
        return {
            key: inner.reload(data[key], before[key], loaded[key]) if key in loaded else inner.load(data[key])
            for key in sorted(data)
        }

    return Codec(dump, load, diff, reload)


def _dataclass(kind: Any) -> Codec[Any]:
    cls = get_origin(kind) or kind
    parts = {name: codec(part) for name, part in parts_of(kind).items()}
    sparse = {item.name: _default(item) for item in fields(cls) if item.metadata.get("sparse")}
    needed = {item.name for item in fields(cls) if item.default is MISSING and item.default_factory is MISSING}

    # most fields are written as they are
    made = {name: part for name, part in parts.items() if part.dump is not _same}

    def dump(value: Any) -> Json:
        data = {name: getattr(value, name) for name in parts}
        for name, part in made.items():
            data[name] = part.dump(data[name])
        for name, default in sparse.items():
            if getattr(value, name) == default:
                del data[name]
        return data

    def load(data: Json) -> Any:
        if missing := needed - data.keys():
            raise KeyError(f"{cls.__name__}: {sorted(missing)}")
        given = {name: data[name] for name in parts if name in data}
        for name, part in made.items():
            if name in given:
                given[name] = part.load(given[name])
        return cls(**given)

    def diff(before: Any, after: Any, path: Path, changes: list[Change]) -> None:
        if before is after:
            return
        for name, part in parts.items():
            old, new = getattr(before, name), getattr(after, name)
            if old is new:
                continue
            here = (*path, name)
            if name in sparse and old != new and sparse[name] in (old, new):
                # what has its default is not there
                gone = new == sparse[name]
                value = part.dump(old if gone else new)
                changes.append(Change("drop", here, value, None) if gone else Change("add", here, None, value))
            else:
                part.diff_into(old, new, here, changes)

    def reload(data: Json, before: Json, loaded: Any) -> Any:
        if needed - data.keys():
            return load(data)
        given = {name: data[name] for name in parts if name in data}
        for name, part in made.items():
            if name in given:
                new, known = given[name], name in before
                given[name] = part.reload(new, before[name], getattr(loaded, name)) if known else part.load(new)
        return cls(**given)

    return Codec(dump, load, diff, reload)


def _default(item: Field[Any]) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


@cache
def parts_of(kind: Any) -> Mapping[str, Any]:
    """The fields of a dataclass with their types, parameters filled in."""
    cls = get_origin(kind) or kind
    filled = dict(zip(getattr(cls, "__parameters__", ()), get_args(kind), strict=True))
    hints = get_type_hints(cls, include_extras=True)
    return {item.name: _fill(hints[item.name], filled) for item in fields(cls)}


def _fill(hint: Any, filled: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return filled[hint]
    args = get_args(hint)
    new = tuple(_fill(arg, filled) for arg in args)
    if new == args:
        return hint
    if get_origin(hint) is types.UnionType:
        return Union[new]  # noqa: UP007 - built from values, not written
    return cast(Any, get_origin(hint))[new]
