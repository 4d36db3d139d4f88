"""A lesson is played on a phone, from the help to its end: by its own button, by those of the form, and by undo."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .fight import PHONE, Windows, entered, load_demo

STEPS = 6


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_lesson_is_played_from_the_help_to_its_end(
    new_context: Windows, live_url: str, assert_accessible: Callable[[Page], None]
) -> None:
    load_demo()
    page = entered(new_context, live_url, "sharra", "/reglas/tapiz/", **PHONE).page
    assert fits(page)
    page.get_by_role("button", name=re.compile("Jugar.*Acertar compra, fallar se paga")).tap()
    strip, result = page.locator(".lesson"), page.locator("#f-result")
    step = strip.get_by_role("button", name="Hacer este paso")
    expect(strip).to_contain_text(f"paso 1 de {STEPS}")
    assert_accessible(page)
    assert fits(page)
    step.tap()
    expect(strip).to_contain_text(f"paso 2 de {STEPS}")
    expect(page.locator("#f-stage")).to_contain_text("Sharra")

    # The real form stands below with the choices of the lesson; its button rolls the dice of the lesson.
    page.locator("#f-dock .btn--next").tap()
    expect(strip).to_contain_text(f"paso 3 de {STEPS}")
    expect(strip).to_contain_text("12 en los dados")
    expect(result).to_contain_text("17")
    result.get_by_role("link", name="¿Por qué?").first.tap()
    expect(page.locator("#why")).to_contain_text("TAP-ROLL-02")

    # Undo leads back, and the step can be taken again.
    page.locator("#f-dock").get_by_role("button", name="Deshacer").tap()
    expect(strip).to_contain_text(f"paso 2 de {STEPS}")
    while "terminada" not in (strip.locator(".lesson__head").text_content() or ""):
        before = strip.locator(".lesson__head").inner_text()
        strip.locator("button[value=next]").tap()
        expect(strip.locator(".lesson__head")).not_to_have_text(before)
    expect(strip).to_contain_text("Cada punto por encima de la resistencia")
    expect(strip.get_by_role("button", name="Tras los barriles")).to_be_visible()
    assert fits(page)
    assert_accessible(page)
    strip.get_by_role("button", name="Dejarla").tap()
    expect(page.locator("#lecciones")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("Práctica terminada")


def test_another_act_makes_an_ordinary_scene_of_it_and_the_lesson_can_be_taken_up_again(
    new_context: Windows, live_url: str
) -> None:
    load_demo()
    page = entered(new_context, live_url, "sharra", "/reglas/d20/").page
    page.get_by_role("button", name=re.compile("Jugar.*Quien se aparta")).click()
    strip = page.locator(".lesson")
    strip.get_by_role("button", name="Hacer este paso").click()
    expect(strip).to_contain_text("paso 2 de")
    page.locator("#f-dock").get_by_role("button", name="Pasar turno").click()
    expect(strip).to_contain_text("La escena ha ido por otro camino")
    strip.get_by_role("button", name="Volver a la lección").click()
    expect(strip).to_contain_text("paso 2 de")
    expect(strip.get_by_role("button", name="Hacer este paso")).to_be_visible()
