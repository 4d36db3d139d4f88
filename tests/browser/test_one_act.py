"""One act costs one rendering: a page with nothing of its own to show asks for nothing, and shows it all the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from combat import deeds

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo

Enter = Callable[[str], Person]
LIVE = re.compile("/live/")


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "dj" else PHONE))


def requests_of(person: Person) -> list[str]:
    """What the page of a person asks for from now on, but for its stream."""
    found: list[str] = []

    def heard(request: Request) -> None:
        if not LIVE.search(request.url):
            found.append(f"{request.method} {request.url}")

    person.page.on("request", heard)
    return found


def test_an_act_asks_for_nothing_on_pages_that_it_passes_by(enter: Enter) -> None:
    sharra, elythlian, dj = enter("sharra"), enter("elythlian"), enter("dj")
    # the first wound makes healing possible, and so changes what may be done
    dj.harm(1, {"Elythlian": "Todo"})
    expect(sharra.row("Elythlian")).to_contain_text(re.compile(r"18\s*/\s*19"))
    dj.prepare_harm(3, {"Elythlian": "Todo"})
    dj.page.wait_for_timeout(600)
    asked = {one: requests_of(one) for one in (sharra, elythlian, dj)}
    dj.press("Aplicar 3")
    for one in (sharra, elythlian, dj):
        expect(one.row("Elythlian")).to_contain_text(re.compile(r"15\s*/\s*19"))
        expect(one.log).to_contain_text("pierde 3")
    expect(elythlian.page.locator("#f-seat")).to_contain_text("15")
    expect(elythlian.page.locator("[data-live-status]")).to_have_text("al día")
    sharra.page.wait_for_timeout(600)
    # it is Elythlian's own page that changes, and that came too
    assert asked[sharra] == asked[elythlian] == []
    # the answer to the act brought what comes next
    assert [one.partition(" ")[0] for one in asked[dj]] == ["POST"]
    expect(dj.panel.get_by_role("heading", name="Sharra")).to_be_visible()
    expect(dj.dock.get_by_role("button", name="Deshacer")).to_be_enabled()
    for one in (sharra, elythlian, dj):
        one.assert_never_reloaded()


def test_a_turn_that_ends_asks_for_nothing(enter: Enter) -> None:
    """The stage, docks and panels are others for all, and come by themselves where no form is half filled in."""
    sharra, elythlian, dj, filling_in = enter("sharra"), enter("elythlian"), enter("dj"), enter("elythlian")
    filling_in.pick("A quién", "Orco 2")
    filling_in.page.wait_for_timeout(600)
    asked = {one: requests_of(one) for one in (elythlian, dj, filling_in)}
    sharra.press("Pasar turno")
    for one in (elythlian, dj, filling_in):
        expect(one.page.locator("#f-order [aria-current]")).not_to_contain_text("Sharra")
        expect(one.page.locator("#f-stage")).not_to_contain_text("Sharra")
        expect(one.page.locator("[data-live-status]").first).to_have_text("al día")
    filling_in.page.wait_for_timeout(600)
    assert asked[elythlian] == asked[dj] == []
    assert [one for one in asked[filling_in] if "/parte/all/" in one] == asked[filling_in] != []
    target = filling_in.panel.get_by_role("radiogroup", name="A quién")
    expect(target.get_by_role("radio", name="Orco 2")).to_be_checked()
    for one in (sharra, elythlian, dj, filling_in):
        one.assert_never_reloaded()


def test_a_form_that_aims_at_who_is_hurt_is_looked_at_again(enter: Enter) -> None:
    sharra, dj = enter("sharra"), enter("dj")
    sharra.pick("A quién", "Orco 2")
    dj.harm(1, {"Orco 1": "Todo"})
    expect(sharra.row("Orco 1")).to_contain_text("con heridas")
    sharra.page.wait_for_timeout(600)
    asked = requests_of(sharra)
    dj.harm(1, {"Orco 1": "Todo"})
    expect(sharra.log.get_by_text("pierde", exact=False).first).to_be_visible()
    dj.harm(1, {"Orco 2": "Todo"})
    expect(sharra.row("Orco 2")).to_contain_text("con heridas")
    sharra.page.wait_for_timeout(600)
    assert len([one for one in asked if "/parte/all/" in one]) == 1
    expect(sharra.panel.get_by_role("radiogroup", name="A quién").get_by_role("radio", name="Orco 2")).to_be_checked()
