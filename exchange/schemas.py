"""Checks a document against one of our schemas and finds all faults.

It supports only the keywords of JSON Schema that ours use; a test compares it with a complete implementation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.core.types import Json

from .faults import Fault, Path, at_least_items, at_most_items, one_of

KNOWN_WORDS = frozenset(
    {
        *("$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum", "anyOf"),
        *("properties", "required", "additionalProperties", "propertyNames", "items", "prefixItems"),
        *("minItems", "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum"),
    }
)

_TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def faults(schema: Mapping[str, Any], document: Json) -> Iterator[Fault]:
    """All misfits of the document with the schema."""
    yield from _Check(schema).check(schema, document, ())


class _Check:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root

    def check(self, schema: Any, data: Json, path: Path) -> Iterator[Fault]:
        if schema is True:
            return
        if "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].rpartition("/")[2]]
        if "const" in schema and not _same(data, schema["const"]):
            yield Fault(path, one_of([str(schema["const"])]))
        elif "enum" in schema and not any(_same(data, word) for word in schema["enum"]):
            yield Fault(path, one_of(schema["enum"]))
        elif "anyOf" in schema and not any(self._fits(one, data) for one in schema["anyOf"]):
            yield from self._nearest(schema["anyOf"], data, path)
        elif "type" in schema and not _is(schema["type"], data):
            yield Fault(path, _wanted(schema["type"]))
        elif isinstance(data, dict):
            yield from self._object(schema, data, path)
        elif isinstance(data, list):
            yield from self._array(schema, data, path)
        elif isinstance(data, str):
            yield from _string(schema, data, path)
        elif isinstance(data, int):
            yield from _number(schema, data, path)

    def _fits(self, schema: Any, data: Json) -> bool:
        return next(self.check(schema, data, ()), None) is None

    def _nearest(self, schemas: list[Any], data: Json, path: Path) -> Iterator[Fault]:
        """The faults of the only alternative of the data's type, or else one fault that none of them fits."""
        resolved = [self.root["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in schemas]
        alike = [one for one in resolved if "type" in one and _is(one["type"], data)]
        if len(alike) == 1:
            yield from self.check(alike[0], data, path)
        else:
            yield Fault(path, _("No es nada de lo que aquí puede haber."))

    def _object(self, schema: Mapping[str, Any], data: dict[str, Json], path: Path) -> Iterator[Fault]:
        properties = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in data:
                yield Fault((*path, name), _("Falta."))
        others = schema.get("additionalProperties", True)
        longest = schema.get("propertyNames", {}).get("maxLength")
        for name, value in data.items():
            if longest is not None and len(name) > longest:
                yield Fault((*path, name), _too_long(longest))
            if name in properties:
                yield from self.check(properties[name], value, (*path, name))
            elif others is False:
                yield Fault((*path, name), _("Aquí no se espera nada con este nombre."))
            else:
                yield from self.check(others, value, (*path, name))

    def _array(self, schema: Mapping[str, Any], data: list[Json], path: Path) -> Iterator[Fault]:
        if len(data) > schema.get("maxItems", len(data)):
            yield Fault(path, at_most_items(schema["maxItems"]))
            return
        if len(data) < schema.get("minItems", 0):
            yield Fault(path, at_least_items(schema["minItems"]))
        first = schema.get("prefixItems", ())
        for number, item in enumerate(data):
            wanted = first[number] if number < len(first) else schema.get("items", True)
            yield from self.check(wanted, item, (*path, number))


def _string(schema: Mapping[str, Any], data: str, path: Path) -> Iterator[Fault]:
    if len(data) < schema.get("minLength", 0):
        yield Fault(path, _("No puede quedar en blanco."))
    if len(data) > schema.get("maxLength", len(data)):
        yield Fault(path, _too_long(schema["maxLength"]))
    # In Python, $ also matches before a final line break; in JSON Schema it does not.
    if "pattern" in schema and ("\n" in data or not re.search(schema["pattern"], data)):
        yield Fault(path, _("No tiene la forma que se espera."))


def _number(schema: Mapping[str, Any], data: int, path: Path) -> Iterator[Fault]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if (least is not None and data < least) or (most is not None and data > most):
        yield Fault(path, _("Tiene que estar entre %(least)s y %(most)s.") % {"least": least, "most": most})


def _same(data: Json, word: Json) -> bool:
    return type(data) is type(word) and bool(data == word)


def _is(kind: str, data: Json) -> bool:
    if kind == "null":
        return data is None
    return isinstance(data, _TYPES[kind]) and (kind == "boolean" or not isinstance(data, bool))


def _wanted(kind: str) -> str:
    match kind:
        case "object":
            return _("Tiene que ser un objeto.")
        case "array":
            return _("Tiene que ser una lista.")
        case "string":
            return _("Tiene que ser un texto.")
        case "integer":
            return _("Tiene que ser un número entero.")
        case "boolean":
            return _("Tiene que ser «true» o «false».")
        case _:
            return _("No es nada de lo que aquí puede haber.")


def _too_long(most: int) -> str:
    return _("Como mucho %(n)s signos.") % {"n": most}
