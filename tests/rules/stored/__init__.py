"""The shape of stored states, a line for each field: what JSON of an earlier day must still fit.

A line is `path: kind`, or `path = word` for each word that a field may hold; `*` stands for any key, `[]` for the items
of a list. A field marked sparse is left out of the JSON while it has its default.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.core.codec import parts_of
from rules.core.system import AnySystem

FOLDER = Path(__file__).resolve().parent


def shape_of(system: AnySystem) -> list[str]:
    """The shape of a system's stored state."""
    return sorted(_lines(system.codec.kind, "head", ""))


def kept(slug: str) -> tuple[int, list[str]]:
    """The shape as it was written down: the state version that has it, and its lines."""
    first, *lines = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8").splitlines()
    return int(first.removeprefix("state_version ")), lines


def write(system: AnySystem) -> list[str]:
    """Write down the present shape; where it needs a raised version and has none, say what breaks instead."""
    path, now = FOLDER / f"{system.slug}.txt", shape_of(system)
    if path.exists():
        version, before = kept(system.slug)
        if version >= system.state_version and (found := breaks(before, now)):
            return found
    path.write_text("\n".join([f"state_version {system.state_version}", *now, ""]), encoding="utf-8")
    return []


def breaks(before: list[str], now: list[str]) -> list[str]:
    """The lines by which states and changes of the shape before do not fit the present one.

    New words of a field and new sparse fields, with what is in them, leave older JSON as it is; so does a field of
    known words that may hold any text now.
    """
    widened = {line.removesuffix(": word") for line in before if line.endswith(": word")}
    widened = {path for path in widened if f"{path}: str" in now}
    before = [line for line in before if line.partition(" = ")[0].removesuffix(": word") not in widened]
    now = [line for line in now if line.removesuffix(": str") not in widened]
    gone = [f"- {line}" for line in before if line not in now]
    new = [line for line in now if line not in before]
    sparse = tuple(line.partition(":")[0] for line in new if line.endswith(" sparse"))
    inside = tuple(f"{path}{mark}" for path in sparse for mark in (".", "[", ":", " "))
    known = {line.partition(" = ")[0] for line in before if " = " in line}
    come = [f"+ {line}" for line in new if not line.startswith(inside) and line.partition(" = ")[0] not in known]
    return gone + come


def _lines(kind: Any, path: str, mark: str) -> Iterator[str]:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _lines(args[0], path, f" {args[1]}{mark}")
    elif origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        if len(inner) == 1:
            yield from _lines(inner[0], path, f" or nothing{mark}")
        else:
            yield f"{path}: {' or '.join(sorted(arg.__name__ for arg in args))}{mark}"
    elif origin is Literal:
        yield f"{path}: word{mark}"
        yield from (f"{path} = {word}" for word in args)
    elif origin in (tuple, frozenset):
        yield f"{path}: list{mark}"
        yield from _lines(args[0], f"{path}[]", "")
    elif origin is not None and issubclass(origin, Mapping):
        yield f"{path}: object{mark}"
        yield from _lines(args[1], f"{path}.*", "")
    elif is_dataclass(origin or kind):
        yield f"{path}: object{mark}"
        parts = parts_of(kind)
        for item in fields(origin or kind):
            sparse = " sparse" if item.metadata.get("sparse") else ""
            yield from _lines(parts[item.name], f"{path}.{item.name}", sparse)
    else:
        yield f"{path}: {getattr(kind, '__name__', str(kind))}{mark}"
