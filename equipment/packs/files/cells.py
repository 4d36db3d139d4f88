"""Values as text in the cells of a table, and back: CSV files of a pack, and tables pasted from a spreadsheet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache

from rules.core.inputs import Choice, Flag, Input, Number, Option, Several
from rules.core.types import Json
from rules.core.words import LANGUAGES, Speaker

_WHOLE = re.compile(r"[+-]?\d{1,10}")
_YES = frozenset({"sí", "si", "yes", "true", "verdadero", "x", "1", "✓"})
_NO = frozenset({"no", "false", "falso", "0", "-", "–"})


def value_of(item: Input, cell: str, slug: str) -> Json:
    """The value of a cell for an input; an unreadable cell stays text, which the input's check refuses."""
    text = cell.strip()
    if not text:
        return None
    match item:
        case Number():
            plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "")
            return int(plain) if _WHOLE.fullmatch(plain) else text
        case Flag():
            word = text.casefold()
            return True if word in _YES else False if word in _NO else text
        case Choice():
            return option_of(item.options, text, slug)
        case Several():
            return [_several(item, part.strip(), slug) for part in re.split(r"[;|]", text) if part.strip()]
    if text[0] in "[{":
        try:
            found: Json = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return found
    return text


def _several(item: Several, part: str, slug: str) -> Json:
    if not item.words:
        return option_of(item.options, part, slug)
    name, colon, words = part.partition(":")
    return (
        [option_of(item.options, name.strip(), slug), words.strip()] if colon else option_of(item.options, part, slug)
    )


def option_of(options: Sequence[Option], text: str, slug: str) -> str:
    """The value of the option with this value or these words, in any language; otherwise the text itself."""
    wanted = text.casefold()
    for option in options:
        if option.value.casefold() == wanted:
            return option.value
    for option in options:
        if any(label.casefold() == wanted for label in labels_of(option, slug)):
            return option.value
    return text


def labels_of(option: Option, slug: str) -> tuple[str, ...]:
    """The words of an option in all languages of the interface."""
    return tuple(
        speaker(slug, language).text(option.label)
        for language in LANGUAGES
        if speaker(slug, language).has(option.label.code)
    )


@cache
def speaker(slug: str, language: str) -> Speaker:
    """The speaker of a system in a language, without combatants."""
    return Speaker(slug, language, lambda combatant: combatant)


def placed(cells: Mapping[str, Json]) -> dict[str, Json]:
    """Values by dotted names as a tree: `attacks.1.name` is the name in the first row of the attacks.

    Rows are counted from 1; empty rows are left out.
    """
    tree: dict[str, Json] = {}
    for name, value in cells.items():
        if value is None:
            continue
        *above, last = name.split(".")
        node = tree
        for step in above:
            inner = node.setdefault(step, {})
            if not isinstance(inner, dict):
                inner = node[step] = {}
            node = inner
        node[last] = value
    return {name: _lists(value) for name, value in tree.items()}


def _lists(node: Json) -> Json:
    if not isinstance(node, dict):
        return node
    inside = {name: _lists(value) for name, value in node.items()}
    if inside and all(name.isdecimal() for name in inside):
        return [inside[name] for name in sorted(inside, key=int)]
    return inside
