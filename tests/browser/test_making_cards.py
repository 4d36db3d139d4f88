"""A character or machine step by step on a phone: so many taps, with and without scripts, each page readable."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from characters.models import Character
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns

from .test_sheet import fits, log_in

MOST_TAPS = 25
"""By steps, in every system."""

KINDS = [("tumbas", "person"), ("tactico", "person"), ("tactico", "mech"), ("tactico", "vehicle")]


def at_rest(page: Page) -> None:
    """What was tapped has been counted."""
    expect(page.locator("form.make")).not_to_have_class(re.compile("htmx-request"))


def choose(page: Page, *, scripts: bool) -> bool:
    """Tap the first tile of what must be chosen; False when nothing must."""
    for group in page.locator(".ask-tiles").all():
        tiles = group.locator("input:enabled")
        one_of_them = tiles.first.get_attribute("type") == "radio"
        open_still = page.locator(".make__foot .btn--waits").count() > 0
        if group.locator("input:checked").count() and (one_of_them or not open_still):
            continue
        if not one_of_them and not open_still:
            continue
        label = group.locator("label:has(input:enabled:not(:checked))").first
        if not scripts:
            label.click()
            return True
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            label.click()
        at_rest(page)
        return True
    return False


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
@pytest.mark.parametrize(("slug", "kind"), KINDS)
def test_step_by_step_it_costs_few_taps(
    slug: str,
    kind: str,
    scripts: bool,
    live_url: str,
    new_context: Callable[..., BrowserContext],
    assert_accessible: Callable[[Page], None],
) -> None:
    master = User.objects.create(username="marta")
    table = campaigns.create_table(user=master, name="Los jueves", system=slug)
    context = new_context(viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    page = log_in(context, master, live_url)
    page.goto(reverse("characters:start", args=[table.pk]) + f"?kind={kind}")
    taps, seen = 1, set[str]()
    page.get_by_role("link", name="Empezar").click()
    while "repaso" not in page.url:
        step = page.url
        if scripts and step not in seen:
            fits(page)
            # as long as the page, so that the foot lies over nothing
            page.set_viewport_size({"width": 390, "height": 5000})
            assert_accessible(page)
            page.set_viewport_size({"width": 390, "height": 844})
        seen.add(step)
        chosen = choose(page, scripts=scripts)
        taps += chosen
        if chosen and scripts and page.locator(".make__foot .btn--waits").count():
            continue
        page.locator(".make__foot button[value=next]").click()
        page.wait_for_load_state()
        taps += 1
        assert taps <= MOST_TAPS, page.url
    page.locator(".make__foot button[value=finish]").click()
    page.wait_for_url("**/hecho/")
    taps += 1
    made = Character.objects.get(table=table)
    assert (made.kind, taps <= MOST_TAPS) == (kind, True)
    expect(page.get_by_role("heading", name=made.name).first).to_be_visible()
