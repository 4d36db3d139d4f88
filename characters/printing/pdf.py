"""Makes PDFs in a helper process, one at a time, and keeps the last ones; WeasyPrint, an optional extra, lays them out.

A page thread waits for its PDF, so few may wait at once and one of each reader: all others are refused at once.
"""

from __future__ import annotations

import ctypes
import json
import logging
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from threading import Lock

from django.conf import settings

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""The Debian packages of the system libraries."""

HELPER = ("-m", "characters.printing.typesetting")
LIMIT_SECONDS = 30
"""How long one PDF may take; a table of a dozen characters takes about ten seconds."""
MOST_AT_ONCE = 3
"""How many readers may have a PDF under way, so that most page threads stay free."""
KEPT_BYTES = 16_000_000

_LIBRARIES = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
)

log = logging.getLogger(__name__)


class Unavailable(Exception):
    """This installation cannot make PDFs."""

    code = "pdf_unavailable"


class PrinterBusy(Unavailable):
    """Other readers, or another page of this reader, are printing now."""

    code = "pdf_busy"


class TooLong(Unavailable):
    """The PDF took longer than LIMIT_SECONDS, or could not be laid out."""

    code = "pdf_too_long"


@cache
def missing() -> str:
    """What this installation lacks for PDF: `system` libraries, the Python `library`, or nothing."""
    if not all(any(_loads(name) for name in names) for names in _LIBRARIES):
        return "system"
    return "" if find_spec("weasyprint") else "library"


def available() -> bool:
    """Whether PDF can be made."""
    return not missing()


def how_to_get() -> str:
    """The shell command that installs what is missing."""
    if missing() == "system":
        return f"sudo apt-get install -y --no-install-recommends {' '.join(PACKAGES)}"
    return "scripts/bootstrap pdf"


class Press:
    """The helper process, the readers who wait for it, and the PDFs that it made last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._one_at_a_time = Lock()
        self.readers: set[int] = set()
        """Those with a PDF under way."""
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def make(self, documents: Sequence[str], reader: int) -> bytes:
        """One PDF of these HTML documents, each with page numbers of its own; `reader` is a user's id.

        Raises Unavailable where the installation lacks something, PrinterBusy when the queue is full or holds this
        reader, and TooLong when the helper was stopped.
        """
        if not available():
            raise Unavailable
        content = json.dumps(list(documents))
        # The documents follow from the revision and the options, and name all that may change in them.
        key = sha256(content.encode()).hexdigest()
        if kept := self._found(key):
            return kept
        with self._place(reader), self._one_at_a_time:
            made = self._found(key) or _laid_out(content)
        self._keep(key, made)
        return made

    @contextmanager
    def _place(self, reader: int) -> Iterator[None]:
        with self._lock:
            if reader in self.readers or len(self.readers) >= MOST_AT_ONCE:
                raise PrinterBusy
            self.readers.add(reader)
        try:
            yield
        finally:
            with self._lock:
                self.readers.discard(reader)

    def _found(self, key: str) -> bytes | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: str, made: bytes) -> None:
        with self._lock:
            self._kept[key] = made
            while sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)


press = Press()


def _laid_out(content: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - our own module, and what it reads is data
            [sys.executable, *HELPER],
            input=content.encode(),
            capture_output=True,
            cwd=settings.BASE_DIR,
            timeout=LIMIT_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as problem:
        raise TooLong from problem
    except subprocess.CalledProcessError as problem:
        log.error("A PDF could not be laid out: %s", problem.stderr.decode(errors="replace")[-2000:])
        raise TooLong from problem
    return done.stdout


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
