"""The server and browser fixtures themselves, on the one page that needs no account."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .accessible import low_contrast, violations
from .fight import PHONE, Windows
from .visitors import Visitors, first_page


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


@pytest.mark.parametrize("change", ["label.style.color = '#ccc'", "label.closest('.dialog').style.background = '#777'"])
def test_words_that_can_hardly_be_read_are_found_though_they_could_be_before(
    new_page: Callable[..., Page], change: str
) -> None:
    """Axe is asked of each look once."""
    page = new_page()
    page.goto("/entrar/")
    assert violations(page) == []
    page.locator("label[for=id_login]").evaluate(f"label => {{ {change}; }}")
    for found in (low_contrast(page), violations(page)):
        assert [one["id"] for one in found] == ["color-contrast"]


def test_a_visitor_who_comes_again_has_forgotten_the_last_test(visitors: Visitors, new_context: Windows) -> None:
    page = first_page(new_context(**PHONE))
    page.goto("/entrar/")
    page.evaluate("""
      document.cookie = "seen=yes";
      addEventListener("pagehide", () => sessionStorage.setItem("seen", "yes"));
      localStorage.setItem("seen", "yes");
    """)
    page.set_viewport_size({"width": 500, "height": 500})
    page.route("**/entrar/", lambda route: route.abort())
    page.context.set_offline(True)
    assert list(visitors.leave()) == []
    again = first_page(new_context(**PHONE))
    assert again == page
    again.goto("/entrar/")
    assert again.evaluate("[sessionStorage.seen, localStorage.seen, /seen/.test(document.cookie)]") == [
        None,
        None,
        False,
    ]
    assert again.viewport_size == PHONE["viewport"]
