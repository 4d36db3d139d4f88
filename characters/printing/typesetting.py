"""Lays out PDFs from HTML with WeasyPrint, in a process of its own: `python -m characters.printing.typesetting`.

The process reads a JSON list of HTML documents from its standard input and writes one PDF to its standard output. It
does not import Django.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

ROOT = Path(__file__).resolve().parents[2]
MARK = 3
"""Where a selector as WeasyPrint keeps it says which pseudo-element it is for."""
PORTRAIT = "data:image/webp;base64,"
STYLES = (
    "css/tokens.css",
    "css/base.css",
    "css/print.css",
    "css/print-people.css",
    "css/print-cards.css",
    "css/print-record.css",
    "css/print-fight.css",
    "css/print-screen.css",
)


def bound(documents: Sequence[str], paper: Paper) -> Any:
    """These HTML documents as the pages of one document."""
    rendered = [rendered_document(document, paper) for document in documents]
    return rendered[0].copy([page for document in rendered for page in document.pages])


@dataclass(frozen=True, slots=True)
class Paper:
    """What documents of one print have in common: reading styles and fonts takes as long as a sheet."""

    fetcher: Any
    fonts: Any
    styles: Sequence[Any]


def made_ready() -> Paper:
    """Read the styles and fonts of paper."""
    import weasyprint
    from weasyprint.html import UA_STYLESHEET
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    # They log each CSS property for screens that paper does not have.
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.CRITICAL)

    # Its own styles for the marks of lists and notes, which paper has none of, would be worked out for each element.
    own = UA_STYLESHEET.matcher
    own.other_selectors = [one for one in own.other_selectors if one[MARK] is None]

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        """Fetches static files of the site and portraits that a page holds, and refuses all other addresses."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not (is_own(url) or url.startswith(PORTRAIT)):
                raise ValueError(f"Not a static file of this site: {url[:200]}")
            return super().fetch(url, headers)

    fetcher = OwnFiles(allowed_protocols={"file", "data"}, allow_redirects=False)
    fonts = FontConfiguration()
    # One sheet of all: WeasyPrint asks each sheet about each element, and knows the order of layers within one alone.
    paths = [static_folder() / name for name in STYLES]
    style = "".join(path.read_text(encoding="utf-8") for path in paths)
    return Paper(
        fetcher,
        fonts,
        [weasyprint.CSS(string=style, base_url=paths[0].as_uri(), url_fetcher=fetcher, font_config=fonts)],
    )


def rendered_document(html: str, paper: Paper) -> Any:
    """A document laid out in pages, in the way that `main` writes it."""
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
    return (ROOT / "static").resolve()


def main() -> None:
    """Turn the documents of the standard input into one PDF."""
    os.nice(5)
    sys.stdout.buffer.write(bound(json.load(sys.stdin), made_ready()).write_pdf())


if __name__ == "__main__":
    main()
