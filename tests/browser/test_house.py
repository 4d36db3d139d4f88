"""The server and browser fixtures themselves, on the one page that needs no account."""

from collections.abc import Callable

from playwright.sync_api import Page


def test_a_page_arrives_styled_and_accessible(
    new_page: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    answer = page.goto("/entrar/")
    assert answer is not None
    assert answer.status == 200
    assert page.evaluate("document.styleSheets.length") >= 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert_accessible(page)
