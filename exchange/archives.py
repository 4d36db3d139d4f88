"""A table that no single document holds: a zip with the document, and beside it the pictures that it leaves out.

The document is a whole file of its format and can be imported alone.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Final

from django.conf import settings
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rules.core.types import Json
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures.pixels import MOST_KEPT
from tapiz_site.pictures.storing import MOST_PICTURES

from . import outgoing, pictures, reading
from .faults import Fault, Refused
from .schemas import faults

MAGIC: Final = b"PK\x03\x04"
DOCUMENT: Final = "table.json"
LIST: Final = "pictures.json"
"""The pictures beside the document, the newest first: captions and names of files."""
FILE_NAME: Final = r"^pictures/[0-9]{3}(-[a-z0-9-]{1,40})?\.webp$"
LONGEST_LIST: Final = 200_000
LONGEST_DIRECTORY: Final = 100_000
"""Bytes of the zip's own list of its files; each of ours takes about a hundred."""
NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""So that the same table gives the same file."""

_BROKEN: Final = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)
"""What reading a damaged, locked or strange zip may raise."""

_ROW: Final = {
    "type": "object",
    "properties": {
        "caption": {"type": "string", "maxLength": 80},
        "file": {"type": "string", "pattern": FILE_NAME},
    },
    "required": ["caption", "file"],
    "additionalProperties": False,
}
_SCHEMA: Final = {"type": "array", "items": _ROW, "maxItems": MOST_PICTURES}


def written_table(table: Table) -> tuple[IO[bytes], str]:
    """A table as a file and its extension: a zip where one document does not hold it all."""
    document = outgoing.table_document(table)
    data, end = outgoing.written(document)
    left_out = list(pictures.left_out(table))
    if not left_out and len(data) <= outgoing.MOST_PLAIN:
        return io.BytesIO(data), end
    # Closed by the answer that sends it.
    into = tempfile.TemporaryFile()  # noqa: SIM115
    rows: list[Json] = []
    with zipfile.ZipFile(into, "w") as archive:
        for number, picture in enumerate(left_out, 1):
            words = slugify(picture.caption)[:40].strip("-")
            name = f"pictures/{number:03}{'-' if words else ''}{words}.webp"
            rows.append({"caption": picture.caption, "file": name})
            archive.writestr(zipfile.ZipInfo(name, NO_DATE), pictures.data_of(picture))
        for name, content in ((DOCUMENT, document), (LIST, rows)):
            text = json.dumps(content, ensure_ascii=False, indent=1)
            archive.writestr(zipfile.ZipInfo(name, NO_DATE), text, zipfile.ZIP_DEFLATED)
    into.seek(0)
    return into, "zip"


def is_archive(data: bytes) -> bool:
    """Whether this is a zip."""
    return data.startswith(MAGIC)


class Archive:
    """A zip that came in; nothing in it is trusted."""

    def __init__(self, data: bytes) -> None:
        """Raises Refused where it is not one of ours, or too large."""
        if len(data) > settings.MAX_TABLE_BYTES:
            raise _refused(_("El fichero es demasiado grande: como mucho %(n)s MB.") % {"n": most_megabytes()})
        if not _directory_is_short(data):
            raise _refused(_damaged())
        try:
            self.file = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN as error:
            raise _refused(_damaged()) from error
        names = [one.filename for one in self.file.infolist()]
        if DOCUMENT not in names or LIST not in names:
            raise _refused(_("No es un fichero exportado de esta aplicación."))
        rows = reading.json_of(self._read(LIST, LONGEST_LIST), LONGEST_LIST)
        if misfits := list(faults(_SCHEMA, rows)):
            raise Refused([Fault((LIST, *one.path), one.text) for one in misfits])
        assert isinstance(rows, list)  # noqa: S101 - the schema says so
        self.rows = [(str(row["caption"]), str(row["file"])) for row in rows]
        if sorted(names) != sorted([DOCUMENT, LIST, *(name for _caption, name in self.rows)]):
            raise _refused(_("El zip no contiene lo que dice su lista de imágenes."), LIST)

    @property
    def document(self) -> bytes:
        """The document in it; raises Refused."""
        return self._read(DOCUMENT, reading.MOST_UNPACKED)

    def pictures(self) -> Iterator[tuple[str, str, bytes]]:
        """The name, caption and bytes of each picture beside it; raises Refused."""
        for caption, name in self.rows:
            yield name, caption, self._read(name, MOST_KEPT)

    def _read(self, name: str, most: int) -> bytes:
        """A file in the zip, of which no more is unpacked than it may have."""
        try:
            with self.file.open(name) as file:
                data = file.read(most + 1)
        except _BROKEN as error:
            raise _refused(_damaged(), name) from error
        if len(data) > most:
            raise _refused(_("El fichero es demasiado grande una vez descomprimido."), name)
        return data


def _directory_is_short(data: bytes) -> bool:
    """Whether the list of files at the end of a zip is none of the many thousand that reading it would make."""
    end = data[-22:]
    newer = data[-42:-38] == b"PK\x06\x07"
    return end[:4] == b"PK\x05\x06" and not newer and int.from_bytes(end[12:16], "little") <= LONGEST_DIRECTORY


def most_megabytes() -> int:
    """The largest file of a table."""
    return int(settings.MAX_TABLE_BYTES) // 1_000_000


def _damaged() -> str:
    return _("El fichero comprimido está dañado.")


def _refused(text: str, *path: str) -> Refused:
    return Refused([Fault(path, text)])
