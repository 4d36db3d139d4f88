"""One act costs one rendering: a page with nothing of its own to show asks for nothing, and shows it all the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from combat import deeds

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, entered, harm_elsewhere, load_demo

Enter = Callable[[str], Person]
STREAM = re.compile("/live/")
LOOKS, LOOK_MS = 6, 100
"""A page is at rest when this many looks, this far apart, find no new request."""


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "dj" else PHONE))


class Requests:
    """What the page of a person asks for, but for its stream."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.found: list[str] = []
        self.under_way: set[Request] = set()
        self.page.on("request", self._asked)
        self.page.on("requestfinished", lambda request: self.under_way.discard(request))
        self.page.on("requestfailed", lambda request: self.under_way.discard(request))

    def _asked(self, request: Request) -> None:
        if not STREAM.search(request.url):
            self.found.append(f"{request.method} {request.url}")
            self.under_way.add(request)

    def rest(self) -> list[str]:
        """Wait until the page has asked for nothing for a while, and give what it has asked for so far."""
        expect(self.page.locator("[data-live-status]").first).to_have_text("al día")
        looks = 0
        while looks < LOOKS:
            before = len(self.found)
            self.page.wait_for_timeout(LOOK_MS)
            looks = looks + 1 if len(self.found) == before and not self.under_way else 0
        return self.found

    def forget(self) -> None:
        """Begin anew, once the page is at rest."""
        self.rest().clear()


def test_an_act_asks_for_nothing_on_pages_that_it_passes_by(enter: Enter, demo: Demo) -> None:
    sharra, elythlian, dj = enter("sharra"), enter("elythlian"), enter("dj")
    asked = {one: Requests(one) for one in (sharra, elythlian, dj)}
    # the first wound makes healing possible, and so changes what may be done
    harm_elsewhere(demo, 1, Elythlian="full")
    expect(sharra.row("Elythlian")).to_contain_text(re.compile(r"18\s*/\s*19"))
    dj.prepare_harm(3, {"Elythlian": "Todo"})
    for one in asked.values():
        one.forget()
    dj.press("Aplicar 3")
    for one in (sharra, elythlian, dj):
        expect(one.row("Elythlian")).to_contain_text(re.compile(r"15\s*/\s*19"))
        expect(one.log).to_contain_text("pierde 3")
    expect(elythlian.page.locator("#f-seat")).to_contain_text("15")
    # it is Elythlian's own page that changes, and that came too
    assert asked[sharra].rest() == asked[elythlian].rest() == []
    # the answer to the act brought what comes next
    assert [one.partition(" ")[0] for one in asked[dj].rest()] == ["POST"]
    expect(dj.panel.get_by_role("heading", name="Sharra")).to_be_visible()
    expect(dj.dock.get_by_role("button", name="Deshacer")).to_be_enabled()
    for one in (sharra, elythlian, dj):
        one.assert_never_reloaded()


def test_a_turn_that_ends_asks_for_nothing(enter: Enter) -> None:
    """The stage, docks and panels are others for all, and come by themselves where no form is half filled in."""
    sharra, elythlian, dj, filling_in = enter("sharra"), enter("elythlian"), enter("dj"), enter("elythlian")
    asked = {one: Requests(one) for one in (elythlian, dj, filling_in)}
    filling_in.pick("A quién", "Orco 2")
    for one in asked.values():
        one.forget()
    sharra.press("Pasar turno")
    for one in asked:
        expect(one.page.locator("#f-order [aria-current]")).not_to_contain_text("Sharra")
        expect(one.page.locator("#f-stage")).not_to_contain_text("Sharra")
    assert asked[elythlian].rest() == asked[dj].rest() == []
    own = asked[filling_in].rest()
    assert [one for one in own if "/parte/all/" in one] == own != []
    target = filling_in.panel.get_by_role("radiogroup", name="A quién")
    expect(target.get_by_role("radio", name="Orco 2")).to_be_checked()
    for one in (sharra, elythlian, dj, filling_in):
        one.assert_never_reloaded()


def test_a_form_that_aims_at_who_is_hurt_is_looked_at_again(enter: Enter, demo: Demo) -> None:
    sharra = enter("sharra")
    asked = Requests(sharra)
    sharra.pick("A quién", "Orco 2")
    harm_elsewhere(demo, 1, Orco_1="full")
    expect(sharra.row("Orco 1")).to_contain_text("con heridas")
    asked.forget()
    harm_elsewhere(demo, 1, Orco_1="full")
    expect(sharra.log.get_by_text("pierde", exact=False).first).to_be_visible()
    harm_elsewhere(demo, 1, Orco_2="full")
    expect(sharra.row("Orco 2")).to_contain_text("con heridas")
    assert len([one for one in asked.rest() if "/parte/all/" in one]) == 1
    expect(sharra.panel.get_by_role("radiogroup", name="A quién").get_by_role("radio", name="Orco 2")).to_be_checked()
