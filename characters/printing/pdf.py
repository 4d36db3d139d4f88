"""Makes PDF from HTML by WeasyPrint, an optional extra, which is imported only when a PDF is asked for."""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""The Debian packages of the system libraries."""

STYLES = ("css/tokens.css", "css/base.css", "css/print.css")
PATIENCE_SECONDS = 20

_LIBRARIES = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
)
# One at a time: a sheet takes one processor for a second, and players need that processor too.
_printing = threading.Lock()


class Unavailable(Exception):
    """PDF cannot be made, on this installation or at this moment."""

    code = "pdf_unavailable"


class Busy(Unavailable):
    """Too many others are printing now."""

    code = "pdf_busy"


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


def make(documents: Sequence[str]) -> bytes:
    """One PDF of these HTML documents, each with page numbers of its own.

    Raises Unavailable where the installation lacks something, and Busy when others print for too long.
    """
    if not available():
        raise Unavailable
    if not _printing.acquire(timeout=PATIENCE_SECONDS):
        raise Busy
    try:
        written: bytes = bound(documents).write_pdf()
    finally:
        _printing.release()
    return written


def bound(documents: Sequence[str]) -> Any:
    """These HTML documents as the pages of one document."""
    paper = made_ready()
    rendered = [rendered_document(document, paper) for document in documents]
    return rendered[0].copy([page for document in rendered for page in document.pages])


@dataclass(frozen=True, slots=True)
class Paper:
    """What documents of one print have in common: reading styles and fonts takes as long as a sheet."""

    fetcher: Any
    fonts: Any
    styles: Sequence[Any]


def made_ready() -> Paper:
    """Styles and fonts; raises Unavailable where the library cannot be loaded."""
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as problem:
        raise Unavailable from problem
    # They log each CSS property for screens that paper does not have.
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.CRITICAL)

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        """Fetches static files of the site and refuses all other addresses."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not is_own(url):
                raise ValueError(f"Not a static file of this site: {url}")
            return super().fetch(url, headers)

    fetcher = OwnFiles(allowed_protocols={"file"}, allow_redirects=False)
    fonts = FontConfiguration()
    paths = [str(static_folder() / name) for name in STYLES]
    return Paper(
        fetcher, fonts, [weasyprint.CSS(filename=path, url_fetcher=fetcher, font_config=fonts) for path in paths]
    )


def rendered_document(html: str, paper: Paper) -> Any:
    """A document laid out in pages, in the way that `make` writes it."""
    import weasyprint

    document = weasyprint.HTML(string=html, url_fetcher=paper.fetcher, media_type="print")
    return document.render(font_config=paper.fonts, stylesheets=paper.styles, pdf_tags=True)


def is_own(url: str) -> bool:
    """Whether this is the address of a static file of the site."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        return False
    return Path(url2pathname(parts.path)).resolve().is_relative_to(static_folder())


def static_folder() -> Path:
    """The static files in the project's folders, where none have been collected."""
    return (Path(settings.BASE_DIR) / "static").resolve()


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
