"""A turn of the demo table of Táctico, its end and the declarations of the next: in three browsers.

On the way axe finds nothing in light or dark, controls are big enough, and nothing scrolls sideways at 360.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from combat import deeds
from combat import demo as demos

from .fight import NARROW, PANELS, TABLET, Demo, Person, Threes, Windows, entered, log_ins
from .test_fight_pages import Inspector

SCENE = "Emboscada en el puente"
PEOPLE = ("capitana", "vera", "nil")


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table in the first segment of its first turn."""
    monkeypatch.setattr(deeds, "_random", Threes())
    path = next(path for path in demos.demos() if path.parent.name == "tactico" and path.stem == "demo")
    return Demo({name: password for name, password, _role in log_ins(path)}, SCENE)


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Callable[[str], Person]:
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "capitana" else NARROW))


def declare(one: Person, *segments: tuple[str, str]) -> None:
    """Announce the segments, each with its target or none."""
    for place, (what, target) in enumerate(segments, start=1):
        part = one.panel.locator(".segments__one").nth(place - 1)
        part.get_by_label(f"Segmento {place}").select_option(what)
        part.get_by_label("A quién").select_option(target or "")
    one.press("Declarar")


def asked(one: Person, question: str) -> None:
    """Wait until this person is asked so."""
    expect(one.panel.get_by_role("heading", name=question, exact=True)).to_be_visible()


def its_turn(dj: Person, name: str) -> None:
    """Wait until the game master's panel is this one's."""
    expect(dj.panel.get_by_role("heading", level=2).first).to_have_text(name)


def bar(people: tuple[Person, ...], text: str) -> None:
    """The bar of everybody says where the turn stands."""
    for one in people:
        expect(one.page.locator("#f-bar")).to_contain_text(text)


def own(one: Person, name: str) -> Locator:
    """The strip of one's own character."""
    return one.page.locator("#f-seat").get_by_role("region", name=name)


def test_a_turn_in_three_browsers(enter: Callable[[str], Person]) -> None:
    dj, vera, nil = (enter(name) for name in PEOPLE)
    everybody, inspector = (dj, vera, nil), Inspector()
    the_first_segment(dj, vera, nil, inspector)
    the_second_segment(dj, vera, nil, inspector)
    the_third_segment(dj, vera, nil)
    the_declarations(dj, vera, nil, inspector)
    for one in (vera, nil):
        expect(one.page.locator("body")).not_to_contain_text("Vigía")
    for one in everybody:
        one.assert_never_reloaded()
    assert not inspector.problems, "\n".join(inspector.problems)


def the_first_segment(dj: Person, vera: Person, nil: Person, inspector: Inspector) -> None:
    """A shot with its odds, a blow that is answered, two who come near."""
    bar((dj, vera, nil), "Segmento 1")
    expect(nil.cue("Te toca")).to_be_visible()
    expect(nil.dock).to_contain_text("Contra 10")
    inspector.look(dj.page, "the game master in a segment")
    nil.panel.locator("summary", has_text="Apuntar").click()
    inspector.look(nil.page, "a shot with all that changes it")
    nil.press("Tirar 2d6")
    expect(vera.result).to_contain_text("Nil alcanza a Saqueador 3: Brazo izquierdo")
    # the table reads a word, the game master the number
    expect(vera.row("Saqueador 3")).to_contain_text("con heridas")
    expect(dj.row("Saqueador 3")).to_contain_text(re.compile(r"16\s*/\s*20"))

    its_turn(dj, "Saqueador 1")
    dj.by_hand()
    asked(vera, "¿Usar una defensa?")
    inspector.look(vera.page, "asked about a defence")
    vera.by_hand()
    asked(vera, "Defensa")
    vera.faces(4, 5)
    dj.faces(2, 1)
    expect(nil.result).to_contain_text("Saqueador 1 no alcanza a Vera")
    # the one action that was kept is used
    expect(own(vera, "Vera")).not_to_contain_text("Defensas")

    its_turn(dj, "Saqueador 2")
    dj.press("Desplazarse")
    its_turn(dj, "Saqueador 3")
    dj.pick("A quién se acerca cuerpo a cuerpo", "Nil")
    dj.press("Desplazarse")
    expect(nil.row("Nil")).to_contain_text("cuerpo a cuerpo")


def the_second_segment(dj: Person, vera: Person, nil: Person, inspector: Inspector) -> None:
    """A change of intention, a reload, a blow that nobody answers."""
    nil.follow("Cambiar de intención")
    asked(nil, "Cambiar de intención")
    inspector.look(nil.page, "changing intentions")
    nil.panel.get_by_label("Segmento 3").select_option("Golpear")
    nil.press("Cambiar de intención")
    expect(vera.log).to_contain_text("Nil cambia de intención y pierde una acción")
    dj.press("Empezar el segmento 2")
    bar((dj, vera, nil), "Segmento 2")
    its_turn(dj, "Jara")
    dj.press("Recargar")
    its_turn(dj, "Saqueador 2")
    dj.press("Desplazarse")
    its_turn(dj, "Saqueador 3")
    dj.press("Tirar 2d6")
    expect(own(nil, "Nil")).to_contain_text(re.compile(r"Brazo derecho\s*1\s*/\s*5"))
    inspector.look(nil.page, "wounded")


def the_third_segment(dj: Person, vera: Person, nil: Person) -> None:
    """Shooting, striking and passing; the turn ends and the next one is declared."""
    dj.press("Empezar el segmento 3")
    its_turn(dj, "Jara")
    dj.press("Pasar turno")
    expect(vera.cue("Te toca")).to_be_visible()
    vera.panel.locator("summary", has_text="Apuntar").click()
    vera.pick("Apuntar a", "Cabeza")
    vera.by_hand()
    asked(dj, "¿Usar una defensa?")
    dj.press("No defenderse")
    asked(vera, "Ataque")
    vera.faces(6, 5)
    # the head was chosen: no die is thrown for the location
    asked(vera, "Daño")
    vera.faces(5)
    for one in (vera, nil):
        expect(one.row("Saqueador 1")).to_contain_text("Cabeza inutilizada")
        expect(one.row("Saqueador 1")).to_contain_text("inconsciente")
    expect(nil.cue("Te toca")).to_be_visible()
    nil.press("Pasar turno")
    dj.press("Empezar otro turno")
    bar((dj, vera, nil), "Turno 2")


def the_declarations(dj: Person, vera: Person, nil: Person, inspector: Inspector) -> None:
    """From the slowest on, and everybody quicker hears it; who cannot act is passed over."""
    bar((dj, vera, nil), "Declaración")
    its_turn(dj, "Saqueador 3")
    inspector.look(dj.page, "the game master declares")
    declare(dj, ("Golpear", "Nil"))
    its_turn(dj, "Saqueador 2")
    dj.press("Pasar turno")
    expect(nil.cue("Te toca")).to_be_visible()
    inspector.look(nil.page, "declaring three segments")
    nil.tick("Salir del cuerpo a cuerpo")
    declare(nil, ("Renunciar", ""))
    expect(vera.row("Nil")).to_contain_text("Sale del cuerpo a cuerpo")
    expect(vera.row("Nil")).to_contain_text("Defensas 3")
    expect(vera.cue("Te toca")).to_be_visible()
    declare(vera, ("Desplazarse", "Saqueador 2"), ("Golpear", "Saqueador 2"))
    expect(nil.log).to_contain_text("Vera declara desplazarse y golpear, y renuncia al tercer segmento")


def test_what_is_opened_is_in_sight_below_the_strip(new_context: Windows, live_url: str, demo: Demo) -> None:
    """On a small phone another panel and a ¿por qué? are read from their titles."""
    small = {**NARROW, "viewport": {"width": 360, "height": 640}}
    nil = entered(new_context, live_url, "nil", demo.encounter.get_absolute_url(), **small)
    nil.follow("Cambiar de intención")
    below_the_strip(nil, nil.panel.get_by_role("heading", name="Cambiar de intención"))
    with nil.taken_in(PANELS):
        nil.panel.get_by_role("link", name="Volver", exact=True).click()
    nil.press("Tirar 2d6")
    expect(nil.cue("después, Saqueador 2")).to_be_visible()
    nil.result.get_by_role("link", name="¿Por qué?").click()
    below_the_strip(nil, nil.page.get_by_role("heading", name="¿Por qué?"))


def below_the_strip(one: Person, title: Locator) -> None:
    """Wait until a title is in view and the strip in the header does not cover it."""
    expect(title).to_be_in_viewport()
    strip, box = one.page.locator("#f-stage").bounding_box(), title.bounding_box()
    assert strip is not None
    assert box is not None
    assert strip["y"] + strip["height"] <= box["y"] < one.page.viewport_size["height"] / 2


def test_the_screen_of_the_room_shows_all_declarations_at_once(new_context: Windows, live_url: str, demo: Demo) -> None:
    """Nobody scrolls a television."""
    size = {"width": 1280, "height": 720}
    screen = entered(new_context, live_url, "mirador", f"{demo.table}pantalla/", viewport=size).page
    rows = screen.locator(".tv__body .turn")
    expect(rows).to_have_count(6)
    box = rows.last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size["height"]
    assert screen.evaluate("document.documentElement.scrollHeight") <= size["height"]
