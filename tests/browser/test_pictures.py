"""A picture that the game master shows comes to the screen in the room and to phones, and goes again; portraits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tapiz_site.campaigns import doors
from tests.pictures.samples import made, photo

from .fight import PHONE, TABLET, Demo, Windows, entered, load_demo, turn_page

BROKEN = """name => {
  const range = document.createRange(), text = name.firstChild;
  return [...text.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  }).length;
}"""
"""How many words of a name stand in two lines."""


@pytest.fixture
def demo(live_url: str) -> Demo:
    return load_demo()


def drawn(page: Page) -> bool:
    """Whether the picture of the strip has arrived and been decoded."""
    return bool(page.locator("#hung img").evaluate("one => one.complete && one.naturalWidth > 0"))


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_the_screen_of_the_room_fits_and_breaks_no_name(
    new_context: Windows, live_url: str, demo: Demo, width: int
) -> None:
    """With the address of an open door below, and states beside the names."""
    doors.open_door(table=demo.encounter.table, offered=[])
    screen = entered(
        new_context, live_url, "pantalla", f"{demo.table}pantalla/", viewport={"width": width, "height": 900}
    ).page
    expect(screen.locator(".tv__code")).to_be_visible()
    screen.locator(".turn__end").first.evaluate("end => end.append('cuerpo a cuerpo: uno, otro y otro más, de lejos')")
    assert screen.evaluate("document.documentElement.scrollWidth") <= width
    names = screen.locator(".turn__who").all()
    assert [name.inner_text() for name in names if name.evaluate(BROKEN)] == []


def test_a_picture_is_shown_by_one_tap_and_taken_away_by_another(
    new_context: Windows, live_url: str, demo: Demo, tmp_path: Path, assert_accessible: Callable[[Page], None]
) -> None:
    file = tmp_path / "mapa.jpg"
    file.write_bytes(photo((1200, 800)))
    fight, pictures = demo.encounter.get_absolute_url(), f"{demo.table}imagenes/"
    dj = entered(new_context, live_url, "dj", pictures, **TABLET)
    sharra = entered(new_context, live_url, "sharra", fight, **PHONE)
    screen = entered(
        new_context, live_url, "sharra", f"{demo.table}pantalla/", viewport={"width": 1920, "height": 1080}
    )

    # what the screen shows has all the room between the ribbon and the foot
    gaps = screen.page.evaluate(
        """() => {
          const [ribbon, shown, foot] = [".tv > .orillo", "main", ".tv__foot"].map((name) =>
            document.querySelector(name).getBoundingClientRect());
          return [shown.top - ribbon.bottom, foot.top - shown.bottom];
        }"""
    )
    assert gaps == pytest.approx([0, 0], abs=2)

    dj.page.get_by_label("Imagen", exact=True).set_input_files(file)
    dj.page.get_by_label("Título").last.fill("El mapa del barquero")
    turn_page(dj.page, dj.page.get_by_role("button", name="Subir", exact=True).click)
    expect(sharra.page.locator("#hung")).to_be_empty()
    turn_page(dj.page, dj.page.get_by_role("button", name=re.compile("Enseñar")).click)

    card = sharra.page.locator("#hung")
    expect(card.get_by_text("El mapa del barquero")).to_be_visible()
    expect(card.get_by_role("img", name="El mapa del barquero")).to_be_visible()
    sharra.page.wait_for_function("() => document.querySelector('#hung img').naturalWidth > 0")
    assert drawn(sharra.page)
    expect(screen.page.get_by_role("img", name="El mapa del barquero")).to_be_visible()
    expect(screen.page.get_by_role("heading", name="El mapa del barquero")).to_be_visible()
    expect(screen.page.get_by_text("Le toca a Sharra")).to_be_visible()
    for one in (dj, sharra, screen):
        assert_accessible(one.page)

    # closed it stays closed, also on the next page, and can be opened again
    card.get_by_text("Cerrar").click()
    expect(card.get_by_role("img")).to_be_hidden()
    sharra.page.goto(f"{live_url}{demo.table}")
    expect(card.get_by_text("El mapa del barquero")).to_be_visible()
    expect(card.get_by_role("img")).to_be_hidden()
    card.get_by_text("Ver", exact=True).click()
    expect(card.get_by_role("img")).to_be_visible()

    dj.page.goto(f"{live_url}{fight}")
    dj.page.get_by_role("button", name="Quitar").click()
    expect(dj.page.locator("#hung")).to_be_empty()
    expect(card).to_be_empty()
    expect(screen.page.get_by_role("img", name="El mapa del barquero")).to_have_count(0)


def test_a_portrait_stands_in_the_order_of_everyone(
    new_context: Windows, live_url: str, demo: Demo, tmp_path: Path, assert_accessible: Callable[[Page], None]
) -> None:
    file = tmp_path / "cara.png"
    file.write_bytes(made(size=(400, 400)))
    sharra = entered(new_context, live_url, "sharra", demo.table, **PHONE)
    turn_page(sharra.page, sharra.page.get_by_role("link", name="Retrato de Sharra").click)
    assert_accessible(sharra.page)
    sharra.page.get_by_role("button", name="Lobo", exact=False).first.click()
    expect(sharra.page.locator(".emblem-choice[aria-current] use[href$='#wolf']").first).to_be_visible()
    sharra.page.get_by_label("Imagen").set_input_files(file)
    sharra.page.get_by_role("button", name="Subir el retrato").click()
    expect(sharra.page.get_by_text("Tiene un retrato propio.")).to_be_visible()
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    expect(dj.row("Sharra").locator("img.emb")).to_be_visible()
    expect(dj.row("Orco 1").locator("svg.emb")).to_be_visible()
