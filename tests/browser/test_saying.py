"""What an act came to, in the region that screen readers read out: at once, and the same sentence a second time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

APP = Path(__file__).resolve().parents[2] / "static" / "js" / "app.js"
PAGE = '<!doctype html><html lang="es"><body><div id="say" aria-live="polite"></div></body></html>'


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.clock.install(time=1_700_000_000)
    page.route("https://mesa.example/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("https://mesa.example/")
    page.add_script_tag(content=APP.read_text(encoding="utf-8"))
    # a busy machine takes longer between two lines than the page waits
    page.clock.pause_at(1_700_000_600)
    yield page
    context.close()


def said(page: Page, *sentences: str) -> str:
    """What stands in the region as soon as these have been said."""
    for sentence in sentences:
        page.evaluate("value => document.body.dispatchEvent(new CustomEvent('say', { detail: { value } }))", sentence)
    return page.locator("#say").inner_text()


def test_another_sentence_is_said_at_once(page: Page) -> None:
    assert said(page, "Ana pierde 1.") == "Ana pierde 1."
    assert said(page, "Bruno pierde 2.") == "Bruno pierde 2."


def test_the_same_sentence_goes_away_first_so_that_it_is_read_again(page: Page) -> None:
    assert said(page, "Ana pierde 1.", "Ana pierde 1.") == ""
    page.clock.run_for(100)
    assert page.locator("#say").inner_text() == "Ana pierde 1."


def test_what_is_said_last_stays(page: Page) -> None:
    assert said(page, "Ana pierde 1.", "Ana pierde 1.", "Bruno pierde 2.") == "Bruno pierde 2."
    page.clock.run_for(100)
    assert page.locator("#say").inner_text() == "Bruno pierde 2."
