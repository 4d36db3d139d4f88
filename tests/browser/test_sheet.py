"""The sheet and making one in a real browser: fits, is accessible, counts points, follows the fight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from characters.services import create_character
from tapiz_site.accounts.models import User
from tests.campaigns.people import Ladder
from tests.characters.tapiz import tapiz_ladder

from .visitors import first_page

PHONE = 768
"""Narrower pages show one part of a sheet at a time."""

TO_THE_END = "scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })"

SHEET = {
    "level": 3,
    "primary": "dexterity",
    "strength": 14,
    "traits": [{"text": "Cimitarra de mi abuela", "sort": "object"}, {"text": "sinespacios" * 10}],
    "languages": [{"name": "Común", "spoken": "high", "written": "medium"}],
    "overrides": [{"value": "value.armour_class", "number": 17, "reason": "escudo prestado por Saddin"}],
    "notes": "No decirlo todavía. " + "x" * 300,
}


@pytest.fixture
def ladder(live_url: str) -> Ladder:
    return tapiz_ladder()


def log_in(context: BrowserContext, user: User, site: str) -> Page:
    """A window in which this person is logged in."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
    return first_page(context)


def fits(page: Page) -> None:
    wide, inside = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= inside


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1024, "light"), (1440, "dark")])
def test_the_sheet_fits_and_every_number_opens(
    ladder: Ladder,
    live_url: str,
    new_context: Callable[..., BrowserContext],
    assert_accessible: Callable[[Page], None],
    width: int,
    scheme: str,
) -> None:
    player = ladder.users["player"]
    ana = create_character(table=ladder.table, kind="person", name="N" * 80, values=SHEET, by=player, players=[player])
    page = log_in(new_context(viewport={"width": width, "height": 800}, color_scheme=scheme), player, live_url)
    page.goto(ana.get_absolute_url())
    fits(page)
    if width < PHONE:
        page.locator('.tabs--thumb [data-part="rasgos"]').click()
    expect(page.get_by_text("CA a mano, 17: escudo prestado por Saddin")).to_be_visible()
    fits(page)
    # at the end of the page nothing lies half under the tabs; a key would still be scrolling
    page.evaluate(TO_THE_END)
    assert_accessible(page)
    for summary in page.locator(".sheet summary").all():
        # on a phone those of the other parts are out of sight
        if summary.is_visible():
            summary.click()
    fits(page)
    page.evaluate(TO_THE_END)
    assert_accessible(page)
