"""From an empty installation to the first initiative: a game master and two phones, and every tap counted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from combat.models import Encounter
from tapiz_site.accounts import first_account
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Door, Table
from tests.walking import Effort, Walker

from .fight import PHONE, TABLET, Person, Windows, entered, install_packs
from .hands import Hands
from .visitors import ANSWERS, PATIENCE_MS, first_page

MOST_TAPS = 45
MOST_MINUTES = 6
OWN_ROLL = re.compile(r'<button\b[^>]*formaction="[^"]*do=roll[^"]*"\s*class="btn btn--next(?! btn--instead)')
"""The main button of a page on which a person is asked for a roll of their own."""
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
    """Press each person's own roll, and the second rolls that break ties, until the desk says who acts."""
    people = [Person(page) for page in (desk, *phones)]
    acts = desk.locator("#f-stage", has_text="Actúa")
    until = time.monotonic() + PATIENCE_MS / 1000
    while not acts.count():
        assert time.monotonic() < until, "nobody is asked for a roll, and nobody acts"
        for one in people:
            # the main button of a person whose turn has come says "Tirar" too, of an attack; and the desk may roll
            # for a player, which would take that button away while the phone presses it
            if one.page.locator(".btn--next:not(.btn--instead)[formaction*='do=roll']").count():
                with one.taken_in(ANSWERS):
                    hands.follow(one.page, "Tirar")
                until = time.monotonic() + PATIENCE_MS / 1000
        desk.wait_for_timeout(20)


def test_an_empty_installation_leads_to_the_first_initiative(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None]
) -> None:
    install_packs()
    hands = Hands()
    desk = begin(new_context, hands, "tapiz")
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
    assert "/01-" in Encounter.objects.get(free=False).scene
    # whose phones are open are at the table
    assert Table.objects.get().sessions.count() == 1
    hands.follow(desk, "Empezar")
    expect(desk.locator("#f-order li").first).to_be_visible()

    # a phone says by itself that the fight has begun, and what is asked; the roll is two taps
    for phone in (ana, bea):
        hands.tap(phone.get_by_role("link", name=re.compile("ir al conflicto", re.IGNORECASE)))
        phone.wait_for_url("**/conflictos/**")
        expect(phone.locator(".btn--next")).to_have_count(1)
        expect(phone.locator(".btn--next")).to_contain_text("Tirar")
    roll_for_the_order(hands, desk, (ana, bea))
    it_took_little("tapiz", hands)


def it_took_little(system: str, effort: Effort) -> None:
    # read with `pytest -s`
    print(f"{system}: {effort}")
    assert effort.taps <= MOST_TAPS, effort
    assert effort.minutes <= MOST_MINUTES, effort


def walk_to_the_table(desk: Walker, system: str) -> None:
    """The first account and the new table, without scripts."""
    desk.open("/")
    desk.follow("Empezar: la primera cuenta")
    for label, text in (
        ("Código", str(first_account.code())),
        ("Nombre para entrar", "marta"),
        ("Contraseña", "un telar de lino azul"),
    ):
        desk.type(label, text)
    desk.follow("Crear la primera cuenta")
    desk.type("Nombre de la mesa", "Los lunes")
    desk.choose("system", system)
    desk.follow("Crear la mesa")
    desk.reads("¿Qué se juega esta noche?")


def walk_in(phone: Walker, desk: Walker, name: str) -> None:
    """A phone scans the code, asks for a seat and is let in, without scripts."""
    door = Door.objects.get()
    desk.look()
    assert door.shown_code in desk.html
    phone.effort.scan()
    phone.open(door.get_absolute_url())
    phone.type("Nombre", name)
    phone.follow("Pedir sitio")
    desk.look()
    desk.press("Dejar entrar")
    phone.look()
    assert "/personajes/" in phone.at.url


@pytest.mark.parametrize("system", ["tumbas", "d20", "tactico"])
def test_it_is_the_same_way_in_every_system(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None], system: str
) -> None:
    """Walked without scripts; a browser looks at the game master's pages on the way."""
    install_packs()
    effort = Effort()
    desk, ana, bea = (Walker(effort) for _person in range(3))
    walk_to_the_table(desk, system)
    shown = entered(new_context, live_url, "marta", desk.at.url, **LANDSCAPE).page

    def look(heading: str) -> None:
        desk.reads(heading)
        shown.goto(desk.at.url)
        expect(shown.get_by_role("heading", name=heading)).to_be_visible()
        assert_accessible(shown)

    look("¿Qué se juega esta noche?")
    desk.follow("Jugar")
    for phone, name in ((ana, "Ana"), (bea, "Bea")):
        walk_in(phone, desk, name)
    look("La primera tarde")
    desk.follow("Seguir con los personajes")
    desk.reads("Falta el personaje de Ana, Bea")
    ana.follow("Dame uno ya")
    ana.follow("A su ficha")
    desk.look()
    desk.reads("Falta el personaje de Bea")
    desk.press("Dale uno ya a Bea")
    look("Todo el mundo tiene personaje")
    bea.look()
    bea.follow("Ver a ")
    desk.follow("Seguir con la escena")
    look("¿Con qué escena se empieza?")
    desk.follow("Preparar")
    assert desk.html.count('<li class="pile">') == 4
    assert "/01-" in Encounter.objects.get(free=False).scene
    desk.follow("Empezar")
    for phone in (ana, bea):
        phone.look()
        phone.press("ir al conflicto")
        assert "/conflictos/" in phone.at.url
        assert len([one for one in phone.at.read.buttons if one.main]) == 1
    if system == "d20":
        roll_by_turns((desk, ana, bea))
    desk.look()
    assert "Actúa" in desk.html
    it_took_little(system, effort)


def roll_by_turns(people: tuple[Walker, ...]) -> None:
    """Press each person's own roll, and the second rolls that break ties."""
    while sum(rolls(one) for one in people):
        pass


def rolls(one: Walker) -> bool:
    """Whether this person was asked for a roll, which has been made."""
    one.look()
    asked = OWN_ROLL.search(one.html) is not None
    if asked:
        one.follow("Tirar")
    return asked


def test_a_phone_that_is_given_a_character_reads_so(new_context: Windows, live_url: str) -> None:
    install_packs()
    desk, phone = Walker(), Walker()
    walk_to_the_table(desk, "tumbas")
    desk.follow("Jugar")
    walk_in(phone, desk, "Ana")
    desk.follow("Seguir con los personajes")
    ana = entered(new_context, live_url, User.objects.get(is_guest=True).username, phone.at.url, **PHONE).page
    # nothing was put into this page before: what is typed stays though the blanks between its parts go
    ana.get_by_label("Nombre").fill("Itziar")
    desk.press("Dale uno ya a Ana")
    expect(ana.locator(".btn--next")).to_contain_text("Ver a ")
    expect(ana.locator(".btn--next")).to_have_count(1)
    expect(ana.get_by_label("Nombre")).to_have_value("Itziar")
