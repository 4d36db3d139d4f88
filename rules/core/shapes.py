"""Holds JSON from outside against the type of a codec and finds everything that does not fit.

A codec trusts what it wrote itself; data from outside has to be looked at first.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from rules.core.codec import Codec, parts_of
from rules.core.types import Json

Place: TypeAlias = tuple[str | int, ...]

Problem: TypeAlias = Literal["missing", "unknown", "text", "number", "yes_or_no", "one_of", "list", "object"]
"""What is wrong: a field is missing or unknown, or a value is not of its kind."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """One thing that does not fit: where, what is wrong, and for `one_of` the words that would do."""

    place: Place
    problem: Problem
    words: tuple[str, ...] = ()


def misfits(codec: Codec[Any], data: Json) -> tuple[Misfit, ...]:
    """Everything in which this JSON differs from what the codec could have written."""
    return tuple(_check(codec.kind, data, ()))


_PLAIN: Mapping[Any, Problem] = {str: "text", int: "number", float: "number", bool: "yes_or_no"}


def _check(kind: Any, data: Json, place: Place) -> Iterator[Misfit]:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _check(args[0], data, place)
    elif origin in (Union, types.UnionType):
        yield from _union(args, data, place)
    elif origin is Literal:
        if not any(data == word and type(data) is type(word) for word in args):
            yield Misfit(place, "one_of", tuple(str(word) for word in args))
    elif kind in _PLAIN:
        if not _is(kind, data):
            yield Misfit(place, _PLAIN[kind])
    elif origin in (tuple, frozenset):
        yield from _list(args[0], data, place)
    elif origin is not None and issubclass(origin, Mapping):
        yield from _mapping(args[1], data, place)
    elif is_dataclass(origin or kind):
        yield from _object(kind, data, place)


def _is(kind: Any, data: Json) -> bool:
    if kind is float:
        return isinstance(data, int | float) and not isinstance(data, bool)
    return type(data) is kind


def _union(args: tuple[Any, ...], data: Json, place: Place) -> Iterator[Misfit]:
    kinds = [arg for arg in args if arg is not type(None)]
    if data is None and len(kinds) < len(args):
        return
    if len(kinds) == 1:
        yield from _check(kinds[0], data, place)
    elif not any(_is(kind, data) for kind in kinds):
        yield Misfit(place, _PLAIN[kinds[0]])


def _list(kind: Any, data: Json, place: Place) -> Iterator[Misfit]:
    if not isinstance(data, list):
        yield Misfit(place, "list")
        return
    for number, item in enumerate(data):
        yield from _check(kind, item, (*place, number))


def _mapping(kind: Any, data: Json, place: Place) -> Iterator[Misfit]:
    if not isinstance(data, dict):
        yield Misfit(place, "object")
        return
    for key, item in data.items():
        yield from _check(kind, item, (*place, key))


def _object(kind: Any, data: Json, place: Place) -> Iterator[Misfit]:
    if not isinstance(data, dict):
        yield Misfit(place, "object")
        return
    parts = parts_of(kind)
    for field in fields(get_origin(kind) or kind):
        if field.name in data:
            yield from _check(parts[field.name], data[field.name], (*place, field.name))
        elif field.default is MISSING and field.default_factory is MISSING:
            yield Misfit((*place, field.name), "missing")
    for name in data:
        if name not in parts:
            yield Misfit((*place, name), "unknown")
