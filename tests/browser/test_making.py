"""A character or machine by steps on a phone, in every system: to take the tiles that stand first costs few taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from characters import services
from characters.models import Character
from tests.characters.tapiz import tapiz_ladder
from tests.characters.test_making_kinds import FINISH, MOST_MINUTES, MOST_TAPS, NO_PACK
from tests.characters.test_making_packs import with_pack

from .fight import PHONE, Windows, entered, turn_page
from .hands import Hands
from .test_sheet import fits

KINDS = [("d20", "person"), ("tapiz", "person"), *NO_PACK]


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_a_character_by_steps_costs_few_taps(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None], system: str, kind: str
) -> None:
    """MAKE-01, MAKE-02, MAKE-04: nothing has to be typed, nothing is left unspent, no page is reloaded to choose."""
    ladder = with_pack(system)
    url = f"{reverse('characters:start', args=[ladder.table.pk])}?kind={kind}"
    page = entered(new_context, live_url, "player", url, **PHONE).page
    hands = Hands()
    hands.watch(page)

    def turn(what: Locator) -> None:
        hands.taps += 1
        turn_page(page, what.click)

    # what the hands do begins with the tap on *by steps*
    turn(page.get_by_role("link", name="Empezar"))
    going = page.locator(".make__go .btn--next")
    free = page.locator(".make__asks > fieldset label.tile:not(.tile--off):not(:has(:checked))").first
    while page.locator("#make").count():
        fits(page)
        # as long as the page, so that the foot lies over nothing
        page.set_viewport_size({"width": 390, "height": 5000})
        assert_accessible(page)
        page.set_viewport_size(PHONE["viewport"])
        # each tap is counted at once, until nothing is left
        while page.locator(".btn--waits").count():
            said = going.inner_text()
            hands.tap(free)
            expect(going).not_to_have_text(said)
        turn(going)
    turn(page.get_by_role("button", name=FINISH[kind]))
    made = Character.objects.get()
    expect(page.get_by_role("heading", name=made.name, exact=True)).to_be_visible()
    assert made.kind == kind
    assert made.possessions.exists() or kind != "person"
    # read with `pytest -s`
    print(f"{system} {kind}: {hands}")
    assert hands.taps <= MOST_TAPS, hands
    assert hands.minutes <= MOST_MINUTES, hands


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


def test_a_language_rises_by_its_tile_and_by_steppers_that_stay(new_context: Windows, live_url: str) -> None:
    """TAP-LANG-03: the page goes on once a language is named and rises; a button that was pressed keeps the focus."""
    ladder = tapiz_ladder()
    player = ladder.users["player"]
    values = {"level": 2, "experience": 4000, "languages": [{"name": "Orca", "spoken": "low", "written": "none"}]}
    ana = services.create_character(
        table=ladder.table, kind="person", name="Ana", values=values, by=player, players=[player]
    )
    url = reverse("characters:advance", args=[ana.pk])
    page = entered(new_context, live_url, "player", url, **PHONE).page
    going = page.locator(".make__go .btn--next")
    for says in ("Tirar los dados aquí", "Seguir: Avance"):
        expect(going).to_contain_text(says)
        turn_page(page, going.click)
    page.locator("label.tile", has_text="Una lengua").click()
    turn_page(page, going.click)
    expect(going).to_have_text("Elegir 1 lengua")
    page.locator("label.tile", has_text="Orca").click()
    expect(going).to_have_text("Repartir 2 niveles de lengua")
    expect(page.locator(".errors")).to_have_count(0)
    more = page.get_by_role("button", name="Niveles de habla, uno más")
    for left in ("Queda 1 nivel", "Todo elegido"):
        more.press("Enter")
        expect(page.locator(".make__foot .rest")).to_contain_text(left)
        expect(more).to_be_focused()
    expect(page.locator(".btn--waits")).to_have_count(0)
    turn_page(page, going.click)
    expect(page.locator(".edit__lines")).to_contain_text("Orca · alto")
