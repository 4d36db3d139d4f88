"""Parses the bytes of a TOML or JSON file to plain values, within limits."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from unicodedata import category

from rules.core.types import Json

from .document import MOST_TEXT
from .faults import Fault, Path, refused

DEEPEST = 12
LARGEST_NUMBER = 2**31 - 1

_STRINGS = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_MOST_DOTS = 40


def text_of(file: str, data: bytes) -> str:
    """A file as text; raises Refused where it is no text, or holds characters that no database keeps."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refused("pack.file.text", file) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not all(_clean(line) for line in text.split("\n")):
        raise refused("pack.file.text", file)
    return text


def _clean(line: str) -> bool:
    return line.isprintable() or not any(category(mark) in ("Cc", "Cs") and mark != "\t" for mark in line)


def parsed_toml(file: str, data: bytes) -> dict[str, Json]:
    """The table of a TOML file; raises Refused."""
    text = text_of(file, data)
    # The parser takes quadratic time for keys of very many parts.
    if any(line.count(".") > _MOST_DOTS for line in _STRINGS.sub('""', text).split("\n")):
        raise refused("pack.file.deeply", file, most=DEEPEST)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise refused("pack.file.deeply", file, most=DEEPEST) from None
    except ValueError as error:
        raise refused("pack.file.form", file, reason=str(error)[:120]) from None


class _Twice(ValueError):
    """A name occurs twice in one object, of which parsers read the first or the last."""


def parsed_json(file: str, data: bytes) -> dict[str, Json]:
    """The object of a JSON file; raises Refused."""
    try:
        found = json.loads(text_of(file, data), object_pairs_hook=_object)
    except _Twice as error:
        raise refused("pack.file.twice_named", file, name=str(error)[:60]) from None
    except RecursionError:
        raise refused("pack.file.deeply", file, most=DEEPEST) from None
    except ValueError as error:
        raise refused("pack.file.form", file, reason=str(error)[:120]) from None
    if not isinstance(found, dict):
        raise refused("pack.table", file)
    return found


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return found


def value_faults(file: str, document: Json) -> Iterator[Fault]:
    """The faults of values that no pack may hold: dates, fractions, huge numbers, long texts, too many levels."""
    waiting: list[tuple[Path, Json]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict | list):
            if len(path) > DEEPEST:
                yield Fault(file, path, "pack.file.deeply", {"most": DEEPEST})
                continue
            inside = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, key), one) for key, one in inside]
        elif isinstance(value, str):
            if len(value) > MOST_TEXT:
                yield Fault(file, path, "pack.long", {"most": MOST_TEXT})
            elif not all(_clean(line) for line in value.split("\n")):
                yield Fault(file, path, "pack.file.text")
        elif not isinstance(value, int) or abs(value) > LARGEST_NUMBER:
            yield Fault(file, path, "pack.value")
