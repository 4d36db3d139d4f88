"""JSON Schemas of a pack's files: one for all systems, and an exact one for each system's kinds of entries.

They describe what TOML and JSON can say. Faults that only the rules can find, such as codes that occur twice, are
reported at the import of a pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.equipment import GIVES, EntryKind
from rules.core.inputs import Allocation, Choice, Combatants, Flag, Input, Number, Option, Rows, Several, Text
from rules.core.system import AnySystem

from .document import (
    CODE,
    FORMAT,
    LANGUAGE,
    MOST_AUTHORS,
    MOST_ENTRIES,
    MOST_LANGUAGES,
    MOST_LINE,
    MOST_NAME,
    MOST_SLUG,
    MOST_TEXT,
    SLUG,
    VERSION,
)
from .kinds import LETTERS, kinds_of, may_ask, sheet_of

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
LETTERS_IN_CODES = "".join(LETTERS.values())


def general() -> Schema:
    """The schema for packs of all systems: the head, and the fields of all entries."""
    return {
        "$schema": DRAFT,
        "$id": "pack-1.json",
        "title": "A setting pack of Tapiz, version 1: its head pack.toml, and any file of entries",
        "anyOf": [{"$ref": "#/$defs/head"}, {"$ref": "#/$defs/entries"}],
        "$defs": {
            "head": _head({"type": "string", "minLength": 1}),
            "entries": _entries({"$ref": "#/$defs/entry"}),
            "entry": _entry(f"^[A-Z]{{2}}[{LETTERS_IN_CODES}][0-9]{{4}}$", {}, [], additional=True),
            **_texts(),
        },
    }


def of_system(system: AnySystem) -> Schema:
    """The schema for packs of this system: by kind the content of `<kind>.toml`."""
    kinds = kinds_of(system)
    return {
        "$schema": DRAFT,
        "$id": f"pack-{system.slug}-1.json",
        "title": f"A setting pack for {system.slug}, version 1: `head` for pack.toml, `<kind>` for <kind>.toml",
        "type": "object",
        "properties": {
            "head": {"$ref": "#/$defs/head"},
            **{name: _entries({"$ref": f"#/$defs/entry_{name}"}) for name in kinds},
        },
        "additionalProperties": False,
        "$defs": {
            "head": _head({"const": system.slug}),
            **{f"entry_{name}": _kind(system, kind) for name, kind in kinds.items()},
            **_texts(),
        },
    }


def _texts() -> Schema:
    by_language = {"type": "object", "propertyNames": {"pattern": f"^{LANGUAGE.pattern}$"}, "minProperties": 1}
    return {
        "name": _either(_string(MOST_NAME, 1), {**by_language, "additionalProperties": _string(MOST_NAME, 1)}),
        "text": _either(_string(MOST_TEXT), {**by_language, "additionalProperties": _string(MOST_TEXT)}),
    }


def _head(system: Schema) -> Schema:
    needed = ["format", "system", "code", "slug", "version", "languages", "name", "licence"]
    return {
        "type": "object",
        "description": "What pack.toml says.",
        "properties": {
            "format": {"const": FORMAT},
            "system": {**system, "description": "The rule system."},
            "code": {"type": "string", "pattern": f"^{CODE.pattern}$", "description": "Two capital letters."},
            "slug": {"type": "string", "pattern": f"^{SLUG.pattern}$", "maxLength": MOST_SLUG},
            "version": _either(
                {"type": "string", "pattern": f"^{VERSION.pattern}$"}, {"type": "integer", "minimum": 0}
            ),
            "languages": {
                "type": "array",
                "items": {"type": "string", "pattern": f"^{LANGUAGE.pattern}$"},
                "minItems": 1,
                "maxItems": MOST_LANGUAGES,
                "description": "The first is the one that it was written in.",
            },
            "name": {"$ref": "#/$defs/name"},
            "description": {"$ref": "#/$defs/text"},
            "licence": {**_string(MOST_LINE, 1), "description": "Under which anybody may use it."},
            "authors": {"type": "array", "items": _string(MOST_LINE), "maxItems": MOST_AUTHORS},
            "source": {**_string(MOST_LINE), "description": "Where it comes from, such as an address."},
        },
        "required": needed,
        "additionalProperties": False,
    }


def _entries(entry: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"entry": {"type": "array", "items": entry, "maxItems": MOST_ENTRIES}},
        "additionalProperties": False,
    }


def _entry(code: str, values: Schema, needed: Sequence[str], *, additional: bool = False) -> Schema:
    return {
        "type": "object",
        "properties": {
            "code": {"type": "string", "pattern": code},
            "name": {"$ref": "#/$defs/name"},
            "text": {"$ref": "#/$defs/text"},
            "of": {"type": "string", "pattern": code, "description": "Code of the entry whose values it inherits."},
            "licence": {**_string(MOST_LINE), "description": "Where it differs from that of the pack."},
            "source": {**_string(MOST_LINE), "description": "Where it differs from that of the pack."},
            **values,
        },
        "required": ["code", "name", *needed],
        "additionalProperties": additional,
    }


def _kind(system: AnySystem, kind: EntryKind) -> Schema:
    asked = may_ask(system, kind)
    values = {item.name: value_schema(item) for item in asked}
    if kind.gives:
        sheet = {item.name: value_schema(item) for item in sheet_of(system, kind)}
        values[GIVES] = {
            "type": "object",
            "description": "What it writes to the sheet of the character who takes it.",
            "properties": sheet,
            "additionalProperties": False,
        }
    # An entry with `of` may leave out values of the entry above, so no value is required here.
    return _entry(f"^[A-Z]{{2}}{LETTERS[kind.family]}[0-9]{{4}}$", values, [])


def value_schema(item: Input) -> Schema:
    """The schema of an input's values."""
    match item:
        case Choice():
            return _options(item.options)
        case Several():
            one = _options(item.options)
            pair = {"type": "array", "prefixItems": [one, {"$ref": "#/$defs/text"}], "minItems": 2, "maxItems": 2}
            return {"type": "array", "items": _either(one, pair) if item.words else one, "minItems": item.minimum}
        case Number():
            return {"type": "integer", "minimum": item.minimum, "maximum": item.maximum}
        case Text():
            by_language = {"type": "object", "additionalProperties": _string(item.length)}
            return _either(_string(item.length), by_language)
        case Flag():
            return {"type": "boolean"}
        case Rows():
            row = {
                "type": "object",
                "properties": {part.name: value_schema(part) for part in item.of},
                "additionalProperties": False,
            }
            return {"type": "array", "items": row, "maxItems": item.maximum}
        case Allocation():
            names = {option.value: _options(item.shares) for option in item.options}
            return {"type": "object", "properties": names, "additionalProperties": False}
        case Combatants():
            return False  # type: ignore[return-value]  # nobody fights in a pack
    raise TypeError(f"There is no schema for {type(item).__name__}.")


def _options(options: Sequence[Option]) -> Schema:
    values = [option.value for option in options]
    return {"enum": values} if values else {"type": "string"}


def _string(most: int, least: int = 0) -> Schema:
    return {"type": "string", "maxLength": most, **({"minLength": least} if least else {})}


def _either(*schemas: Schema) -> Schema:
    return {"anyOf": [*schemas]}
