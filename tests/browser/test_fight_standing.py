"""Where people stand, stances and la carta, on the screens of a fight: a tap here is seen there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from characters.models import Character
from characters.services import update_character
from tapiz_site.accounts.models import User

from .fight import NARROW, TABLET, Demo, Windows, entered, load_demo

Enter = Callable[[str], Page]


@pytest.fixture
def demo(live_url: str) -> Demo:
    found = load_demo()
    game_master = User.objects.get(username="dj")
    for one in Character.objects.exclude(players=None):
        sheet = {**one.sheet, "stances": ["all_out_attack", "aim"], "weight": 45}
        update_character(character=one, name=one.name, values=sheet, by=game_master)
    return found


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person."""
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "dj" else NARROW)).page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_tap_of_the_game_master_is_seen_by_the_players(enter: Enter) -> None:
    dj, phone = enter("dj"), enter("sharra")
    dj.get_by_role("link", name="Situación").click()
    dj.get_by_role("button", name="Cobertura media parcial").click()
    expect(dj.get_by_role("button", name="Cobertura media parcial")).to_have_attribute("aria-pressed", "true")
    # the situation opens on the target of the one who acts, as that one finds it
    expect(phone.locator("#panel")).to_contain_text("Cobertura media parcial")
    assert fits(phone)


def test_a_stance_says_what_changing_it_costs(enter: Enter) -> None:
    phone = enter("sharra")
    phone.get_by_role("link", name="Postura").click()
    panel = phone.locator("#panel")
    expect(panel).to_contain_text("cambiar ahora: −2 a la próxima tirada")
    expect(panel).to_contain_text("Esa postura no está entre las aprendidas.")
    assert fits(phone)
    panel.locator("label.pick").filter(has_text="Ataque total").click()
    phone.locator("#f-dock .btn--next").click()
    expect(phone.locator("#f-seat")).to_contain_text("Ataque total")
    expect(phone.locator("#f-seat")).to_contain_text("Cambio de postura")


def test_the_carta_of_a_fight_is_shown_to_the_game_master(enter: Enter) -> None:
    dj = enter("dj")
    dj.get_by_role("link", name="Más").click()
    dj.get_by_role("link", name="La carta de aquí").click()
    expect(dj.locator("#panel")).to_contain_text("Es la de la mesa.")
