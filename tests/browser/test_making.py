"""A character by steps on a phone, in every system: how many taps it costs to take the tiles that stand first."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from characters.models import Character
from tests.characters.test_making_packs import with_pack

from .fight import PHONE, Windows, entered

MOST_TAPS = 25
KINDS = (("d20", "person"), ("tapiz", "person"), ("tumbas", "person"), ("tactico", "person"), ("tactico", "mech"))


def walked(page: Page) -> int:
    """Take what is missing from the first tiles that may be had, then go on; returns the taps."""
    taps = 0
    going = page.locator(".make__go .btn--next")
    while page.locator("#make").count():
        while page.locator(".btn--waits").count():
            said = going.inner_text()
            free = page.locator(".make__asks > fieldset label.tile:not(.tile--off):not(:has(:checked))")
            free.first.click()
            expect(going).not_to_have_text(said)
            taps += 1
        with page.expect_navigation():
            going.click()
        taps += 1
    return taps


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_character_by_steps_costs_few_taps(new_context: Windows, live_url: str, system: str, kind: str) -> None:
    """MAKE-01, MAKE-02, MAKE-04: nothing has to be typed, nothing is left unspent, no page is reloaded to choose."""
    ladder = with_pack(system)
    url = f"{reverse('characters:start', args=[ladder.table.pk])}?kind={kind}"
    page = entered(new_context, live_url, "player", url, **PHONE).page
    page.get_by_role("link", name="Empezar").click()
    taps = 1 + walked(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Crear el personaje").click()
    made = Character.objects.get()
    expect(page.get_by_role("heading", name=made.name, exact=True)).to_be_visible()
    assert made.possessions.exists() or kind != "person"
    assert taps + 1 <= MOST_TAPS


def test_two_attributes_change_places_without_a_reload(new_context: Windows, live_url: str) -> None:
    ladder = with_pack("tapiz")
    url = reverse("characters:step", args=[ladder.table.pk, "person", "scores"])
    person = entered(new_context, live_url, "player", url, **PHONE)
    first, second = (person.page.locator(".deal__one").nth(place) for place in (0, 5))
    one, other = (place.locator("b").inner_text() for place in (first, second))
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    second.click()
    expect(first.locator("b")).to_have_text(other)
    expect(second.locator("b")).to_have_text(one)
    person.assert_never_reloaded()
