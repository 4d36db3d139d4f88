"""Reads a document from the bytes of a file, trusts none of its claims, and runs nothing.

The limits refuse files that would cost more than any of ours: size, depth, number of values.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from unicodedata import category

from django.utils.translation import gettext as _

from rules.core.errors import UnknownValue
from rules.core.registry import get_system
from rules.core.types import Json

from . import formats
from .faults import Fault, Path, Refused
from .schemas import faults

MOST_BYTES = 5_000_000
MOST_UNPACKED = 40_000_000
DEEPEST = 40
MOST_VALUES = 3_000_000
LARGEST_NUMBER = 2**31 - 1
LONGEST_TEXT = 20_000

GZIP = b"\x1f\x8b"


def document_of(data: bytes, name: str, most: int = MOST_BYTES) -> tuple[dict[str, Json], list[Fault]]:
    """The document of this format in a file, lifted to the present version, and its misfits with the schema.

    most: the bytes that the file may have. Raises Refused when it is no such document.
    """
    document = _of_format(json_of(data, most), name)
    return document, list(faults(formats.schema(name, formats.VERSIONS[name]), document))


def json_of(data: bytes, most: int) -> Json:
    """The JSON in a file of at most `most` bytes, packed or not.

    Raises Refused where it holds what no file of ours does.
    """
    parsed = _parsed(_unpacked(data, most))
    _refuse(_limits(parsed))
    return parsed


def _refuse(found: Iterator[Fault]) -> None:
    if all_found := tuple(found):
        raise Refused(all_found)


def _refused(text: str, *path: str | int) -> Refused:
    return Refused([Fault(path, text)])


def _unpacked(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise _refused(_("El fichero es demasiado grande: como mucho %(n)s MB.") % {"n": most // 1_000_000})
    if not data.startswith(GZIP):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        found = unpacking.decompress(data, MOST_UNPACKED)
    except zlib.error:
        raise _refused(_("El fichero comprimido está dañado.")) from None
    if unpacking.unconsumed_tail:
        raise _refused(_("El fichero es demasiado grande una vez descomprimido."))
    if not unpacking.eof or unpacking.unused_data:
        raise _refused(_("El fichero comprimido está dañado."))
    return found


class _Twice(ValueError):
    """A key occurs twice in one object, of which parsers read the first or the last."""


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return found


def _no_number(word: str) -> Json:
    raise ValueError(word)


def _parsed(data: bytes) -> Json:
    try:
        found: Json = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise _refused(_("No es un fichero de texto en UTF-8.")) from None
    except RecursionError:
        raise _refused(_too_deep()) from None
    except json.JSONDecodeError as error:
        raise _refused(_("No es JSON: línea %(line)s, columna %(column)s.") % _where(error)) from None
    except _Twice as error:
        raise _refused(_("El nombre «%(name)s» aparece dos veces en el mismo objeto.") % {"name": error}) from None
    except ValueError:
        raise _refused(_("Hay un número que no se puede leer.")) from None
    return found


def _where(error: json.JSONDecodeError) -> dict[str, int]:
    return {"line": error.lineno, "column": error.colno}


def _too_deep() -> str:
    return _("Hay demasiados niveles uno dentro de otro.")


def _limits(document: Json) -> Iterator[Fault]:
    """The faults of values that no file of ours holds."""
    waiting: list[tuple[Path, Json]] = [((), document)]
    seen = 0
    while waiting:
        path, value = waiting.pop()
        seen += 1
        if seen > MOST_VALUES:
            yield Fault((), _("El fichero contiene demasiados datos."))
            return
        if isinstance(value, dict | list):
            if len(path) >= DEEPEST:
                yield Fault(path, _too_deep())
                continue
            inside = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, key), item) for key, item in inside]
            texts = [*value] if isinstance(value, dict) else []
        else:
            texts = [value] if isinstance(value, str) else []
        if any(_unclean(text) for text in texts):
            yield Fault(path, _("Contiene signos que no se pueden guardar."))
        if any(len(text) > LONGEST_TEXT for text in texts):
            yield Fault(path, _("Como mucho %(n)s signos.") % {"n": LONGEST_TEXT})
        if isinstance(value, float):
            yield Fault(path, _("Tiene que ser un número entero."))
        elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            yield Fault(path, _("El número es demasiado grande."))


def _unclean(text: str) -> bool:
    """Whether a text holds characters that some databases cannot keep."""
    return not text.isprintable() and any(category(mark) in ("Cc", "Cs") and mark not in "\n\t" for mark in text)


def _of_format(parsed: Json, name: str) -> dict[str, Json]:
    if not isinstance(parsed, dict) or not isinstance(parsed.get("format"), str):
        raise _refused(_("No es un fichero exportado de esta aplicación."), "format")
    document: dict[str, Json] = parsed
    if document["format"] != name:
        other = document["format"]
        if other == formats.CHARACTER:
            raise _refused(_("Es el fichero de un personaje: se importa desde la página de su mesa."), "format")
        if other == formats.TABLE:
            raise _refused(_("Es el fichero de una mesa entera: se importa desde la lista de mesas."), "format")
        raise _refused(_("No es un fichero exportado de esta aplicación."), "format")
    version: Json = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _refused(_("Falta la versión del formato, o no es un número."), "version")
    try:
        document = formats.lifted(document)
    except formats.Newer as newer:
        text = _("El fichero es de la versión %(version)s del formato y aquí se conoce hasta la %(known)s: actualizar.")
        raise _refused(text % {"version": newer.version, "known": newer.known}, "version") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise _refused(_("El fichero dice ser de una versión antigua, pero no tiene su forma."), "version") from None
    system = document.get("system")
    try:
        get_system(system if isinstance(system, str) else "")
    except UnknownValue:
        text = _("El sistema «%(system)s» no está en esta instalación.")
        raise _refused(text % {"system": str(system)[:40]}, "system") from None
    return document
