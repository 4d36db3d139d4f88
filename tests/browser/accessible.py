"""Asking axe about a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_BRIEFLY: Mapping[str, object] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
"""What passes is not listed: axe would describe every element of the page. No rule of ours asks for the style sheets,
which axe would fetch and read anew for each page."""

ACCESSIBLE = {**_BRIEFLY, "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {**_BRIEFLY, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What alone another theme can change."""

SCRIPT = Axe().axe_script
RUN = """
async (options) => {
  const { dataset } = document.documentElement;
  dataset.testPainted = "";
  try {
    return (await axe.run(options)).violations;
  } finally {
    delete dataset.testPainted;
  }
}
"""
"""Axe looks at the colours of what is painted (`visitors.LEAVE_UNPAINTED`)."""


def violations(page: Page, options: Mapping[str, object] = ACCESSIBLE) -> list[dict[str, Any]]:
    """What axe finds wrong; its script, which is half a megabyte, goes into each page once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(RUN, options)
    return found
