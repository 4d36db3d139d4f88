"""Before and after a fight: a scene is filled from the basket with its forecast in sight, and closed on one page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from characters.models import Character
from combat import forecast
from rules.core.types import Json

from .fight import PHONE, TABLET, Demo, Windows, entered, load_demo


@pytest.fixture
def demo(live_url: str) -> Demo:
    return load_demo(packs=True)


def one_fight(_slug: str, state: Json, _first: int) -> dict[str, Any]:
    """What a helper process would tell of one fight: won, in as many rounds as there are combatants."""
    rounds = len(state["fight"]["combatants"])
    return {"fights": 1, "won": 1, "ended": 1, "rounds": {str(rounds): 1}, "fell": {}}


def test_a_scene_is_filled_from_the_basket(
    new_context: Windows, live_url: str, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast, "_played", one_fight)
    forecast.forget()
    # the characters of the fight under way are free for another once it has ended
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    dj.end_scene()
    page = dj.open(f"{demo.table}conflictos/nuevo/").page
    page.get_by_label("Nombre de la escena").fill("El vado")
    page.get_by_role("button", name="Crear y añadir gente").click()
    basket = page.locator("#basket")
    expect(basket).to_contain_text("Nadie todavía")
    page.evaluate("window.untouched = true")

    # two rats by two taps on the list, a third in the basket, one less again
    rats = basket.locator(".pile").filter(has_text="Rata de estación")
    more = page.get_by_role("button", name=re.compile("Rata de estación"))
    more.first.click()
    expect(rats.locator(".num").last).to_have_text("1")
    expect(rats).to_contain_text(re.compile(r"nivel\s*1"))
    expect(rats).to_contain_text(re.compile(r"PGF máximos\s*6"))
    rats.get_by_role("button", name="Uno más").click()
    expect(rats.locator(".pile__n .num")).to_have_text("2")
    rats.get_by_role("button", name="Uno más").click()
    expect(rats.locator(".pile__n .num")).to_have_text("3")
    rats.get_by_role("button", name="Uno menos").click()
    expect(rats.locator(".pile__n .num")).to_have_text("2")
    rats.get_by_role("button", name="a la vista").click()
    expect(rats.get_by_role("button", name="escondido")).to_be_visible()
    expect(page.locator("#forecast")).to_contain_text("Con gente en los dos bandos")
    dj.assert_never_reloaded()

    # with a foe on the other side the forecast is there, and follows the basket
    page.locator("label").filter(has_text="Sharra").click()
    page.get_by_role("button", name="Añadir los elegidos").click()
    expect(basket.locator(".pile").filter(has_text="Sharra")).to_be_visible()
    expect(page.locator("#forecast")).to_contain_text("de que gane el grupo")
    expect(page.locator("#forecast .bars").first).to_contain_text("3")
    rats.get_by_role("button", name="Uno más").click()
    expect(page.locator("#forecast .bars").first).to_contain_text("4")
    page.get_by_role("button", name="Empezar").click()
    expect(page.locator("#f-order li")).to_have_count(4)


def test_the_scene_is_closed_on_one_page(
    new_context: Windows, live_url: str, demo: Demo, assert_accessible: Any
) -> None:
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    sharra = entered(new_context, live_url, "sharra", demo.encounter.get_absolute_url(), **PHONE)
    dj.harm(5, {"Sharra": "Todo", "Elythlian": "Todo"})
    dj.harm(20, {"Orco 1": "Todo"})
    dj.follow("Más")
    dj.panel.get_by_role("link", name="Terminar la escena").click()
    page = dj.page
    expect(page.get_by_role("heading", name="Quién cayó")).to_be_visible()
    expect(page.locator(".fallen")).to_contain_text("Orco 1")
    assert_accessible(page)

    # a wound stays unless a tap heals it
    hurt = page.locator(".kept .lot")
    expect(hurt.filter(has_text="Sharra").get_by_role("button")).to_have_text("Se queda")
    hurt.filter(has_text="Sharra").get_by_role("button").click()
    expect(hurt.filter(has_text="Sharra").get_by_role("button")).to_have_text("Se cura")
    page.get_by_label("Puntos para cada personaje").fill("100")
    page.get_by_label("Nota para la próxima vez").fill("Orco 2 ha visto la bolsa.")
    page.get_by_role("button", name="Terminar").click()
    page.wait_for_url("**/mesas/*/")
    kept = {name: Character.objects.get(name=name).condition["physical"] for name in ("Sharra", "Elythlian")}
    assert kept["Sharra"]["current"] == kept["Sharra"]["maximum"]
    assert kept["Elythlian"]["current"] == kept["Elythlian"]["maximum"] - 5
    expect(sharra.page.locator("#f-bar")).to_contain_text("terminada")
