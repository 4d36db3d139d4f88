"""Files of worked cases: what they must look like, read and checked."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

from rules.core.errors import Code

CODES = get_args(Code)

_DECIMALS = re.compile(r"compare[d]? to (\d+) decimals")


class BadFileError(Exception):
    """A file that is not of the form of the worked cases."""


@dataclass(frozen=True)
class Case:
    """One worked case: inputs and dice, and the result or the refusal that must come out."""

    id: str
    op: str
    inputs: Mapping[str, Any]
    dice: tuple[int, ...]
    out: Mapping[str, Any] | None
    error: str | None


@dataclass(frozen=True)
class CaseFile:
    """The cases of one system, and the fields of each operation that are compared to some decimals only."""

    system: str
    cases: tuple[Case, ...]
    decimals: Mapping[str, Mapping[str, int]]


def load(path: Path) -> CaseFile:
    """Read a file of worked cases; decimal numbers are kept exactly as written."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadFileError(f"cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise BadFileError("is not an object")
    system = _field(data, "system", str, "the file")
    operations = _field(data, "operations", dict, "the file")
    cases = tuple(_case(entry) for entry in _field(data, "vectors", list, "the file"))
    ids = [case.id for case in cases]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise BadFileError(f"has the case {id_} more than once")
    return CaseFile(system, cases, {name: _decimals(operation) for name, operation in operations.items()})


def _case(entry: object) -> Case:
    if not isinstance(entry, dict):
        raise BadFileError("has a case that is not an object")
    id_ = _field(entry, "id", str, "a case")
    if ("out" in entry) == ("error" in entry):
        raise BadFileError(f"{id_} needs either out or error")
    dice = _field(entry, "dice", list, id_) if "dice" in entry else []
    if not all(type(face) is int for face in dice):
        raise BadFileError(f"{id_} has a die that is no whole number")
    error = entry.get("error")
    if error is not None and error not in CODES:
        raise BadFileError(f"{id_} expects the unknown error {error!r}")
    return Case(
        id=id_,
        op=_field(entry, "op", str, id_),
        inputs=_field(entry, "in", dict, id_),
        dice=tuple(dice),
        out=_field(entry, "out", dict, id_) if "out" in entry else None,
        error=error,
    )


def _field(data: dict[str, Any], name: str, kind: type, where: str) -> Any:
    if not isinstance(data.get(name), kind):
        raise BadFileError(f"{where} needs {name!r} ({kind.__name__})")
    return data[name]


def _decimals(operation: object) -> dict[str, int]:
    described = operation.get("out") if isinstance(operation, dict) else None
    if not isinstance(described, dict):
        return {}
    found = {field: _DECIMALS.search(text) for field, text in described.items() if isinstance(text, str)}
    return {field: int(match[1]) for field, match in found.items() if match}
