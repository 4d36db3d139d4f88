"""From an empty installation to the first initiative: a game master and two phones, and every tap counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from combat.models import Encounter
from equipment.packs.installing import install_shipped
from tapiz_site.accounts import first_account
from tapiz_site.campaigns.models import Table

from .fight import PHONE, TABLET, Windows

MOST_TAPS = 45
ROLLED = ("d20", "tapiz")
"""The systems in which everybody rolls for the order."""
LANDSCAPE = {**TABLET, "viewport": {"width": 1180, "height": 820}}


@dataclass
class Taps:
    """What all hands together have tapped; to put the cursor into a field is a tap, the keyboard is not."""

    count: int = 0

    def tap(self, what: Locator) -> None:
        """One tap."""
        self.count += 1
        what.click()

    def type(self, page: Page, label: str, text: str) -> None:
        """A tap into a field, and what is typed there."""
        self.count += 1
        page.get_by_label(label).first.fill(text)

    def following(self, page: Page, says: str) -> None:
        """A tap on the page's one main button, which says this."""
        expect(page.locator(".btn--next")).to_have_count(1)
        expect(page.locator(".btn--next")).to_contain_text(says)
        self.tap(page.locator(".btn--next"))


def begin(new_context: Windows, taps: Taps, system: str) -> Page:
    """The first account and the new table."""
    desk = new_context(**LANDSCAPE).new_page()
    desk.goto("/")
    taps.tap(desk.get_by_role("link", name="Empezar: la primera cuenta"))
    taps.type(desk, "Código", str(first_account.code()))
    taps.type(desk, "Nombre para entrar", "marta")
    taps.type(desk, "Contraseña", "un telar de lino azul")
    taps.tap(desk.get_by_role("button", name="Crear la primera cuenta"))
    taps.type(desk, "Nombre de la mesa", "Los lunes")
    taps.tap(desk.locator(f"label:has([name=system][value={system}])"))
    taps.following(desk, "Crear la mesa")
    expect(desk.get_by_role("heading", name="¿Qué se juega esta noche?")).to_be_visible()
    return desk


def come_in(new_context: Windows, taps: Taps, desk: Page, name: str) -> Page:
    """A phone scans the code, asks for a seat and is let in."""
    phone = new_context(**PHONE).new_page()
    phone.goto(f"/puerta/{desk.locator('.code').inner_text().replace(' ', '')}/")
    taps.count += 1
    taps.type(phone, "Nombre", name)
    taps.tap(phone.get_by_role("button", name="Pedir sitio"))
    taps.tap(desk.get_by_role("button", name="Dejar entrar"))
    phone.wait_for_url("**/personajes/**")
    return phone


@pytest.mark.parametrize("system", ["tapiz", "tumbas", "d20", "tactico"])
def test_an_empty_installation_leads_to_the_first_initiative(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None], system: str
) -> None:
    install_shipped()
    taps = Taps()
    desk = begin(new_context, taps, system)
    desk.evaluate("window.untouched = true")
    assert_accessible(desk)

    # the Lienzo for beginners is chosen already
    taps.following(desk, "Jugar")
    ana = come_in(new_context, taps, desk, "Ana")
    bea = come_in(new_context, taps, desk, "Bea")
    assert_accessible(desk)
    taps.following(desk, "Seguir con los personajes")

    # one makes her own on the phone, the other is given one
    expect(desk.get_by_role("heading", name="Falta el personaje de Ana, Bea")).to_be_visible()
    desk.evaluate("window.untouched = true")
    taps.following(ana, "Dame uno ya")
    expect(desk.get_by_role("heading", name="Falta el personaje de Bea")).to_be_visible()
    assert desk.evaluate("window.untouched === true")
    taps.tap(desk.get_by_role("button", name="Dale uno ya a Bea"))
    expect(desk.get_by_role("heading", name="Todo el mundo tiene personaje")).to_be_visible()
    assert_accessible(desk)
    taps.following(desk, "Seguir con la escena")
    expect(desk.get_by_role("heading", name="¿Con qué escena se empieza?")).to_be_visible()
    assert_accessible(desk)
    taps.following(desk, "Preparar")

    # the group and its foes are in already
    expect(desk.locator("#basket .pile")).to_have_count(4)
    table = Table.objects.get()
    assert "/01-" in Encounter.objects.get(free=False).scene
    assert table.sessions.count() == 1
    taps.following(desk, "Empezar")
    expect(desk.locator("#f-order li").first).to_be_visible()

    # a phone that is asked says so by itself, whatever page it shows; the roll is two taps
    stage = desk.locator("#f-stage")
    if system in ROLLED:
        for phone in (ana, bea):
            taps.tap(phone.locator("a.call"))
            phone.wait_for_url("**/conflictos/**")
            taps.following(phone, "Tirar")
            expect(phone.get_by_role("button", name="Tirar")).to_have_count(0)
        taps.following(desk, "Tirar")
    expect(stage).to_contain_text("Actúa")
    assert taps.count <= MOST_TAPS


def test_a_phone_that_is_given_a_character_reads_so(new_context: Windows, live_url: str) -> None:
    install_shipped()
    taps = Taps()
    desk = begin(new_context, taps, "tumbas")
    taps.following(desk, "Jugar")
    ana = come_in(new_context, taps, desk, "Ana")
    taps.following(desk, "Seguir con los personajes")
    ana.get_by_label("Nombre").fill("Itziar")
    taps.tap(desk.get_by_role("button", name="Dale uno ya a Ana"))
    expect(ana.locator("#mine").get_by_role("link")).to_be_visible()
    expect(ana.get_by_label("Nombre")).to_have_value("Itziar")
