"""The sheet for play in a real browser: how many taps a roll, typed dice, damage and healing take."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from characters.services import create_character
from tests.browser.test_sheet import SHEET, fits, log_in
from tests.campaigns.people import Ladder
from tests.characters.tapiz import tapiz_ladder


@pytest.fixture
def ladder(live_url: str) -> Ladder:
    return tapiz_ladder()


class Taps:
    """Counts the taps on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1


def test_taps_of_a_sheet(
    ladder: Ladder,
    live_url: str,
    new_context: Callable[..., BrowserContext],
    assert_accessible: Callable[[Page], None],
) -> None:
    player = ladder.users["player"]
    ana = create_character(table=ladder.table, kind="person", name="Ana", values=SHEET, by=player, players=[player])
    page = log_in(new_context(viewport={"width": 390, "height": 844}), player, live_url)
    page.goto(ana.get_absolute_url())
    result = page.locator(".thrown")

    roll = Taps(page)
    roll('button[value="roll attribute:dexterity"]')
    expect(result.locator(".total")).to_be_visible()
    assert roll.count == 1
    expect(page.locator(".idcard")).to_be_attached()
    fits(page)
    assert_accessible(page)

    page.get_by_role("button", name="Eran mis dados").click()
    for place, face in enumerate((6, 5, 4)):
        page.locator(f'label[for="face{place}-{face}"]').click()
    page.get_by_role("button", name="Enviar los dados").click()
    expect(result.get_by_text("eran otros dados")).to_be_visible()

    heal = Taps(page)
    heal(".change-points summary >> nth=1")
    heal('#points-heal button[value="2"]')
    assert heal.count <= 4
    expect(page.locator(".change-points[open]")).to_have_count(0)

    page.locator('.tabs--thumb [data-part="equipo"]').click()
    expect(page.locator("#jugar")).to_be_hidden()
    expect(page.locator("#equipo")).to_be_visible()


def test_without_scripts_a_tap_rolls_and_the_tabs_lead_to_the_parts(
    ladder: Ladder, live_url: str, new_context: Callable[..., BrowserContext]
) -> None:
    player = ladder.users["player"]
    ana = create_character(table=ladder.table, kind="person", name="Ana", values=SHEET, by=player, players=[player])
    page = log_in(new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False), player, live_url)
    page.goto(ana.get_absolute_url())
    page.locator('button[value="roll attribute:dexterity"]').click()
    expect(page.locator(".thrown .total")).to_be_visible()
    page.locator('.tabs--thumb a[href="#historia"]').click()
    expect(page.locator("#historia")).to_be_in_viewport()
