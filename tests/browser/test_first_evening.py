"""From an empty installation to the first initiative: a game master and two phones, and every tap counted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from combat.models import Encounter
from tapiz_site.accounts import first_account
from tapiz_site.campaigns.models import Table

from .fight import PHONE, TABLET, Person, Windows, install_packs
from .hands import Hands
from .visitors import ANSWERS, PATIENCE_MS, first_page

MOST_TAPS = 45
MOST_MINUTES = 6
ROLLED = ("d20", "tapiz")
"""The systems in which everybody rolls for the order."""
LANDSCAPE = {**TABLET, "viewport": {"width": 1180, "height": 820}}


def begin(new_context: Windows, hands: Hands, system: str) -> Page:
    """The first account and the new table."""
    desk = hands.watch(first_page(new_context(**LANDSCAPE)))
    desk.goto("/")
    hands.follow(desk, "Empezar: la primera cuenta")
    hands.type(desk, "Código", str(first_account.code()))
    hands.type(desk, "Nombre para entrar", "marta")
    hands.type(desk, "Contraseña", "un telar de lino azul")
    hands.follow(desk, "Crear la primera cuenta")
    hands.type(desk, "Nombre de la mesa", "Los lunes")
    hands.tap(desk.locator(f"label:has([name=system][value={system}])"))
    hands.follow(desk, "Crear la mesa")
    hands.read(desk, "¿Qué se juega esta noche?")
    return desk


def come_in(new_context: Windows, hands: Hands, desk: Page, name: str) -> Page:
    """A phone scans the code, asks for a seat and is let in."""
    phone = hands.watch(first_page(new_context(**PHONE)))
    code = desk.locator(".code")
    # a page that is loading is hidden, and what is hidden has no text
    expect(code).to_be_visible()
    phone.goto(f"/puerta/{code.inner_text().replace(' ', '')}/")
    hands.scan()
    hands.type(phone, "Nombre", name)
    hands.follow(phone, "Pedir sitio")
    hands.tap(desk.get_by_role("button", name="Dejar entrar"))
    phone.wait_for_url("**/personajes/**")
    return phone


def roll_for_the_order(hands: Hands, desk: Page, phones: tuple[Page, ...]) -> None:
    """Each rolls what only they are asked for, and those whose rolls were alike again, until somebody acts."""
    people = [Person(page) for page in (desk, *phones)]
    acts = desk.locator("#f-stage", has_text="Actúa")
    until = time.monotonic() + PATIENCE_MS / 1000
    while not acts.count():
        assert time.monotonic() < until, "nobody is asked for a roll, and nobody acts"
        for one in people:
            # once somebody acts, the main button may say that an attack is rolled; and to roll in place of
            # a player would take the button away while it is pressed on the phone
            if one.page.locator(".btn--next:not(.btn--instead)[formaction*='do=roll']").count():
                with one.taken_in(ANSWERS):
                    hands.follow(one.page, "Tirar")
                until = time.monotonic() + PATIENCE_MS / 1000
        desk.wait_for_timeout(20)


@pytest.mark.parametrize("system", ["tapiz", "tumbas", "d20", "tactico"])
def test_an_empty_installation_leads_to_the_first_initiative(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None], system: str
) -> None:
    install_packs()
    hands = Hands()
    desk = begin(new_context, hands, system)
    desk.evaluate("window.untouched = true")
    assert_accessible(desk)

    # the Lienzo for beginners is chosen already
    hands.follow(desk, "Jugar")
    ana = come_in(new_context, hands, desk, "Ana")
    bea = come_in(new_context, hands, desk, "Bea")
    assert_accessible(desk)
    hands.follow(desk, "Seguir con los personajes")

    # one makes her own on the phone, the other is given one
    hands.read(desk, "Falta el personaje de Ana, Bea")
    desk.evaluate("window.untouched = true")
    hands.follow(ana, "Dame uno ya")
    hands.follow(ana, "A su ficha")
    hands.read(desk, "Falta el personaje de Bea")
    assert desk.evaluate("window.untouched === true")
    hands.tap(desk.get_by_role("button", name="Dale uno ya a Bea"))
    hands.read(desk, "Todo el mundo tiene personaje")
    hands.follow(bea, "Ver a ")
    assert_accessible(desk)
    hands.follow(desk, "Seguir con la escena")
    hands.read(desk, "¿Con qué escena se empieza?")
    assert_accessible(desk)
    hands.follow(desk, "Preparar")

    # the group and its foes are in already
    expect(desk.locator("#basket .pile")).to_have_count(4)
    table = Table.objects.get()
    assert "/01-" in Encounter.objects.get(free=False).scene
    assert table.sessions.count() == 1
    hands.follow(desk, "Empezar")
    expect(desk.locator("#f-order li").first).to_be_visible()

    # a phone says by itself that the fight has begun, and what is asked; the roll is two taps
    for phone in (ana, bea):
        hands.tap(phone.get_by_role("link", name=re.compile("ir al conflicto", re.IGNORECASE)))
        phone.wait_for_url("**/conflictos/**")
        expect(phone.locator(".btn--next")).to_have_count(1)
        if system in ROLLED:
            expect(phone.locator(".btn--next")).to_contain_text("Tirar")
    if system in ROLLED:
        roll_for_the_order(hands, desk, (ana, bea))
    expect(desk.locator("#f-stage")).to_contain_text("Actúa")
    # read with `pytest -s`
    print(f"{system}: {hands}")
    assert hands.taps <= MOST_TAPS, hands
    assert hands.minutes <= MOST_MINUTES, hands


def test_a_phone_that_is_given_a_character_reads_so(new_context: Windows, live_url: str) -> None:
    install_packs()
    hands = Hands()
    desk = begin(new_context, hands, "tumbas")
    hands.follow(desk, "Jugar")
    ana = come_in(new_context, hands, desk, "Ana")
    hands.follow(desk, "Seguir con los personajes")
    ana.get_by_label("Nombre").fill("Itziar")
    hands.tap(desk.get_by_role("button", name="Dale uno ya a Ana"))
    expect(ana.locator(".btn--next")).to_contain_text("Ver a ")
    expect(ana.locator(".btn--next")).to_have_count(1)
    expect(ana.get_by_label("Nombre")).to_have_value("Itziar")
