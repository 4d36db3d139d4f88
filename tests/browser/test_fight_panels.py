"""The panels of Tapiz say in the dock what they will do: points, damage, faces of real dice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from combat import deeds

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo

Enter = Callable[[str], Person]


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "dj" else PHONE))


def test_faces_are_summed_and_points_take_the_dye_of_what_they_buy(enter: Enter) -> None:
    page = enter("sharra").page
    following = page.locator("#f-dock .btn--next")
    for trait in ("Cimitarra", "Corsaria", "Pies"):
        page.locator("#panel label").filter(has_text=trait).click()
    page.get_by_role("button", name="Mis dados").click()
    for die, face in enumerate((6, 6, 3)):
        page.locator(f"label[for=face{die}-{face}]").click()
    expect(page.locator("[data-faces-sum]")).to_have_text("6 + 6 + 3 = 15")
    expect(following).to_have_text("Enviar 15 + 7 = 22")
    following.click()

    threads = page.locator("[data-telar]")
    expect(following).to_have_text("Aplicar: 11 PGF a Orco 1")
    expect(threads.locator(".p-body")).to_have_count(11)
    page.locator("#panel label").filter(has_text="Herida dolorosa").click()
    expect(following).to_have_text(re.compile("^Aplicar ?6 PGF a Orco 1 y herida dolorosa$"))
    expect(threads.locator(".p-fx")).to_have_count(5)
    expect(page.locator("[data-hit-points] input")).to_have_value("6")

    page.get_by_role("button", name="PGF, uno menos").click()
    expect(page.locator("[data-rest]")).not_to_be_checked()
    expect(following).to_contain_text("1 punto sin gastar")
    expect(threads.locator(".p-free")).to_have_count(1)

    # own words are typed and sent with one press, though the field is left by it
    page.locator("#panel label").filter(has_text="Herida dolorosa").click()
    page.locator("summary").filter(has_text="Con otras palabras").click()
    page.locator("[name$=__name]").fill("Arena a los ojos")
    following.click(delay=120)
    expect(page.locator("#f-result")).to_contain_text("Arena a los ojos")


def test_what_a_miss_buys_says_whose_it_is_and_what_is_left(enter: Enter) -> None:
    """The proposed disadvantage costs one point; no box is empty, and the button says the rest in words of the log."""
    page = enter("dj").page
    following = page.locator("#f-dock .btn--next")
    page.locator("#panel label").filter(has_text="Mercenario").first.click()
    expect(following).to_contain_text("Mercenario")
    following.click()
    expect(following).to_have_text("Aplicar: desventaja −1 a Sharra1 punto sin gastar")
    expect(page.locator("[data-hit-points] input")).to_have_attribute("placeholder", "0")


def test_the_keypad_writes_the_amount_and_a_group_is_chosen_with_one_tap(enter: Enter) -> None:
    page = enter("dj").page
    page.locator("#f-dock").get_by_role("link", name="Daño o cura").click()
    following = page.locator("#f-dock .btn--next")
    expect(following).to_contain_text("elegir cuánto")
    page.get_by_role("group", name="Teclado").get_by_role("button", name="8", exact=True).click()
    expect(following).to_contain_text("elegir a quién")
    page.locator("[data-group=Orco]").click()
    expect(page.locator("[data-group=Orco]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-who='Orco 2'] label").filter(has_text="½").click()
    expect(page.locator("[data-who='Orco 2'] [data-change]")).to_have_text("14 → 10")
    expect(following).to_have_text("Aplicar 8 de daño a 3Orco 2: 4")
    following.click()
    expect(page.locator("#f-order .turn").filter(has_text="Orco 2")).to_contain_text("10/14")


def test_a_form_half_filled_in_comes_back_after_a_question(enter: Enter) -> None:
    dj, sharra = enter("dj"), enter("sharra")
    dj.prepare_harm(8, {"Orco 2": "½"})
    sharra.action("Otra acción")
    # what the form lacks looks idle until it is typed
    expect(sharra.dock.locator(".btn--next")).to_have_attribute("aria-disabled", "true")
    sharra.panel.get_by_label("Qué se intenta").fill("trepar el muro")
    expect(sharra.dock.locator(".btn--next")).not_to_have_attribute("aria-disabled", "true")
    sharra.act(sharra.dock.locator(".btn--next"))
    # the question moves nothing under the finger; the cue leads to it
    expect(dj.page.locator("#f-stage")).to_contain_text("Responde")
    expect(dj.panel.get_by_label("Cantidad")).to_have_value("8")
    dj.page.locator("#f-stage").get_by_role("link", name="Responder").click()
    expect(dj.panel).to_contain_text("trepar el muro")
    expect(dj.panel).to_contain_text("Daño o cura, a medias")
    dj.act(dj.dock.locator(".btn--next"))
    # the roll that waited for the answer fell, and asks once more
    expect(dj.panel).to_contain_text("Gastar los puntos")
    dj.act(dj.dock.locator(".btn--next"))
    expect(dj.panel.get_by_label("Cantidad")).to_have_value("8")
    expect(dj.panel.locator("[data-who='Orco 2'] [data-change]")).to_have_text("14 → 10")
    dj.press("Aplicar 8 de daño")
    expect(dj.row("Orco 2")).to_contain_text("10/14")
    dj.assert_never_reloaded()
