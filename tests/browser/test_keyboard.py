"""A fight by keyboard: the next step is near, however long the log is, and one shortcut leads to it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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
