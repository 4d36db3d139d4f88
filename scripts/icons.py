"""`python -m scripts.icons`: draws the icons of the installed application from the mark, with Chromium."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.browser import chromium
from scripts.served import CHROMIUM_ARGUMENTS

ROOT = Path(__file__).resolve().parent.parent
MARK = ROOT / "static" / "mark.svg"
ICONS = ROOT / "static" / "icons"
FIELD = "#9b2d25"
"""The colour of the mark's own field, which fills a maskable icon to its edges."""
SAFE = 0.8
"""The part of a maskable icon that no system cuts away."""
APPLE = 180


def main() -> int:
    """Draw all icons; returns 1 where there is no Chromium."""
    path = chromium()
    if path is None:
        print("no Chromium", file=sys.stderr)
        return 1
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page()
        for name, size, whole in (
            ("icon-192", 192, False),
            ("icon-512", 512, False),
            ("maskable-192", 192, True),
            ("maskable-512", 512, True),
            ("apple-touch-icon", APPLE, True),
        ):
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(_drawn(size, whole=whole))
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
        browser.close()
    return 0


def _drawn(size: int, *, whole: bool) -> str:
    """A page that is nothing but the icon; `whole`: filled to the edges, the mark within what is never cut away."""
    inside = round(size * SAFE) if whole else size
    mark = MARK.read_text(encoding="utf-8").replace("<svg ", f'<svg width="{inside}" height="{inside}" ', 1)
    field = f"background:{FIELD};" if whole else ""
    return f'<body style="margin:0;{field}display:grid;place-items:center;height:{size}px">{mark}</body>'


if __name__ == "__main__":
    sys.exit(main())
