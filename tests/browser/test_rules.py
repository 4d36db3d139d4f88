"""The rules in words: short on a phone until a part is opened, and a link to a rule opens its part."""

from __future__ import annotations

from playwright.sync_api import expect

from .fight import PHONE, Windows, entered, load_demo


def test_the_page_of_a_system_is_folded_and_a_link_unfolds_it(new_context: Windows, live_url: str) -> None:
    load_demo()
    page = entered(new_context, live_url, "sharra", "/reglas/d20/", **PHONE).page
    assert page.evaluate("document.documentElement.scrollHeight") < 5_000
    page.goto("/reglas/tapiz/#TAP-LOAD-02")
    expect(page.locator("#TAP-LOAD-02")).to_be_in_viewport()
    page.goto("/reglas/tapiz/?q=carga")
    expect(page.locator("#TAP-LOAD-02")).to_be_visible()
