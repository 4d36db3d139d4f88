"""The database of a release, opened in place of the one of the tests."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from combat import history
from combat.views import shared
from tapiz_site import preparation


def unpacked(packed: Path, to: Path) -> Path:
    """Unpack a stored database and bring it up to date, as a start of the site does."""
    path = to / "tapiz.sqlite3"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    with opened(path):
        preparation.prepare_database()
    return path


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """Let everything in this thread read and write this database, with transactions that are its own."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        history.forget()
        shared.forget()
