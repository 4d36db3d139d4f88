"""Values in one language: a pack may write any free text of an entry in each of its languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from rules.core.equipment import GIVES
from rules.core.inputs import Input, Rows, Several, Text
from rules.core.types import Json

from .faults import Path


def spoken(
    values: Mapping[str, Json], inputs: Sequence[Input], sheet: Sequence[Input], language: str
) -> dict[str, Json]:
    """The values of an entry with all texts in this language; values of another shape stay as they are."""
    found = _inputs(values, inputs, language)
    given = found.get(GIVES)
    if isinstance(given, Mapping) and not any(item.name == GIVES for item in inputs):
        found[GIVES] = _inputs(given, sheet, language)
    return found


def _inputs(values: Mapping[str, Json], inputs: Sequence[Input], language: str) -> dict[str, Json]:
    known = {item.name: item for item in inputs}
    return {name: _one(known[name], value, language) if name in known else value for name, value in values.items()}


def _one(item: Input, value: Json, language: str) -> Json:
    match item:
        case Text():
            return _said(value, language)
        case Rows() if isinstance(value, list):
            return [_inputs(row, item.of, language) if isinstance(row, dict) else row for row in value]
        case Several(words=True) if isinstance(value, list):
            return [
                [one[0], _said(one[1], language)] if isinstance(one, list) and len(one) == 2 else one for one in value
            ]
    return value


def _said(value: Json, language: str) -> Json:
    if is_by_language(value):
        return value.get(language) or next(iter(value.values()))
    return value


def in_languages(
    values: Mapping[str, Json], inputs: Sequence[Input], sheet: Sequence[Input], languages: Sequence[str]
) -> dict[str, Json]:
    """Values with all texts by language in exactly these languages; a missing one is copied from the first."""
    found = _fitted(values, inputs, languages)
    given = found.get(GIVES)
    if isinstance(given, Mapping) and not any(item.name == GIVES for item in inputs):
        found[GIVES] = _fitted(given, sheet, languages)
    return found


def _fitted(values: Mapping[str, Json], inputs: Sequence[Input], languages: Sequence[str]) -> dict[str, Json]:
    known = {item.name: item for item in inputs}
    return {name: _fit(known[name], value, languages) if name in known else value for name, value in values.items()}


def _fit(item: Input, value: Json, languages: Sequence[str]) -> Json:
    match item:
        case Text():
            return fitted(value, languages)
        case Rows() if isinstance(value, list):
            return [_fitted(row, item.of, languages) if isinstance(row, dict) else row for row in value]
        case Several(words=True) if isinstance(value, list):
            return [
                [one[0], fitted(one[1], languages)] if isinstance(one, list) and len(one) == 2 else one for one in value
            ]
    return value


def fitted(text: Json, languages: Sequence[str]) -> Json:
    """A text in these languages; plain where it is the same in all."""
    if not is_by_language(text):
        return text
    first = next((one for one in text.values() if one.strip()), "")
    found = {one: text.get(one) or first for one in languages}
    return first if len(set(found.values())) == 1 and first in found.values() else found


def is_by_language(value: Json) -> TypeGuard[Mapping[str, str]]:
    """Whether a value is a text by language."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(isinstance(key, str) and len(key) == 2 for key in value)
        and all(isinstance(text, str) for text in value.values())
    )


def texts_by_language(
    values: Mapping[str, Json], inputs: Sequence[Input], sheet: Sequence[Input]
) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """All texts by language, with their places."""
    yield from _texts(values, inputs, ())
    given = values.get(GIVES)
    if isinstance(given, Mapping):
        yield from _texts(given, sheet, (GIVES,))


def _texts(values: Mapping[str, Json], inputs: Sequence[Input], path: Path) -> Iterator[tuple[Path, Mapping[str, str]]]:
    for item in inputs:
        value = values.get(item.name)
        here = (*path, item.name)
        if isinstance(item, Text) and is_by_language(value):
            yield here, value
        elif isinstance(item, Rows) and isinstance(value, list):
            for number, row in enumerate(value):
                if isinstance(row, dict):
                    yield from _texts(row, item.of, (*here, number))
        elif isinstance(item, Several) and item.words and isinstance(value, list):
            for number, one in enumerate(value):
                if isinstance(one, list) and len(one) == 2 and is_by_language(one[1]):
                    yield (*here, number, 1), one[1]
