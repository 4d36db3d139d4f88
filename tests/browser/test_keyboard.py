"""A fight by keyboard: the next step is near, however long the log is, and one shortcut leads to it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from combat import store
from combat.deeds import Deed
from combat.models import Encounter
from combat.services import act_for_app
from tapiz_site.accounts.models import User

from .fight import Person, Windows
from .test_sizes import FIGHTS, begun

NEAR = 5


def tabs_to_the_next_step(one: Person) -> int:
    """How often Tab is pressed on a fresh page until the next step has the focus; more than is allowed if it is far."""
    one.page.reload()
    for count in range(1, NEAR + 2):
        one.page.keyboard.press("Tab")
        if one.dock.locator(".btn--next:focus").count():
            return count
    return NEAR + 1


@pytest.mark.parametrize("name", FIGHTS)
def test_the_next_step_is_near(new_context: Windows, live_url: str, name: str) -> None:
    assert tabs_to_the_next_step(begun(name, new_context, live_url)) <= NEAR


def test_the_way_there_is_no_longer_after_many_acts(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    encounter = Encounter.objects.get(name="Emboscada en la bodega")
    for _turn in range(12):
        read = store.read(encounter.pk)
        deed = Deed("command", "end_turn", moment=read.system.moment(read.head.fight))
        act_for_app(encounter.pk, User.objects.get(username="dj"), deed)
    assert tabs_to_the_next_step(dj) <= NEAR


def test_a_shortcut_leads_there_and_the_focus_stays(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    dj.follow("Daño o cura")
    field, step = dj.panel.get_by_label("Cantidad"), dj.dock.locator(".btn--next")
    field.focus()
    dj.page.keyboard.type("7")
    dj.page.keyboard.press("Control+Enter")
    expect(step).to_be_focused()
    expect(field).to_have_value("7")
    dj.pick("Orco 1", "Todo")
    dj.page.keyboard.press("Control+Enter")
    dj.page.keyboard.press("Enter")
    expect(dj.row("Orco 1")).to_contain_text("7")
    expect(step).to_contain_text("Tirar")
    expect(step).to_be_focused()


def test_enter_in_a_field_takes_the_next_step_and_nothing_else(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    dj.prepare_harm(7, {"Orco 1": "Todo"})
    dj.panel.get_by_label("Cantidad").press("Enter")
    expect(dj.log).to_contain_text("Orco 1 pierde 7")
    expect(dj.page.locator("#f-bar")).not_to_contain_text("en pausa")


@pytest.mark.parametrize("pause", [0, 60, 180])
def test_enter_pressed_twice_acts_once(new_context: Windows, live_url: str, pause: int) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    encounter = Encounter.objects.get(name="Emboscada en la bodega")
    count = encounter.entries.count()
    dj.prepare_harm(5, {"Sharra": "Todo"})
    expect(dj.button("Aplicar 5")).to_be_visible()
    dj.page.keyboard.press("Control+Enter")
    dj.page.keyboard.press("Enter")
    dj.page.wait_for_timeout(pause)
    dj.page.keyboard.press("Enter")
    expect(dj.row("Sharra")).to_contain_text(re.compile(r"21\s*/\s*26"))
    dj.page.wait_for_timeout(500)
    assert encounter.entries.count() == count + 1


def test_enter_that_is_held_down_acts_once(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    acts = []
    dj.page.on("request", lambda request: acts.append(request.url) if request.method == "POST" else None)
    dj.page.keyboard.press("Control+Enter")
    for _repeat in range(20):
        # a key that is down already repeats
        dj.page.keyboard.down("Enter")
        dj.page.wait_for_timeout(50)
    dj.page.keyboard.up("Enter")
    assert len(acts) == 1
