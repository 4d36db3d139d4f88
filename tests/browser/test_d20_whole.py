"""A d20 fight in two browsers: surprise, a grapple, a critical."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .fight import PHONE, TABLET, Demo, Person, Windows, answer_elsewhere, entered, log_ins

TABLE = Path(__file__).parent / "d20" / "alley.toml"


@pytest.fixture
def demo(live_url: str) -> Demo:
    """A table of its own, where nobody has done anything yet; every die that matters is typed."""
    return Demo({name: password for name, password, _role in log_ins(TABLE)}, "El callejón")


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Callable[[str], Person]:
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "bitacora" else PHONE))


def asked(one: Person, question: str) -> None:
    """Wait until this person is asked so."""
    expect(one.panel.get_by_role("heading", name=question, exact=True)).to_be_visible()


def roll(one: Person, who: str, question: str, face: int) -> None:
    """Type the face of a real die of twenty for a combatant."""
    asked(one, question)
    expect(one.panel).to_contain_text(who)
    one.panel.get_by_role("textbox", name="d20").fill(str(face))
    one.press("Enviar")


def turn(one: Person, name: str) -> None:
    """Wait until the panel is that of the combatant who has the turn."""
    expect(one.panel.get_by_role("heading", level=2).first).to_have_text(name)
    expect(one.dock.get_by_role("button", name="Pasar turno")).to_be_visible()


def test_a_fight_in_two_browsers(enter: Callable[[str], Person], demo: Demo) -> None:
    dj = enter("bitacora")
    nerea = initiative_opens_the_scene(dj, enter)
    the_foreman_takes_them_by_surprise(dj, nerea)
    the_first_round_begins(dj, nerea, demo)
    nerea_does_not_get_out(dj, nerea)
    a_critical_fells_her(dj, nerea)
    for one in (dj, nerea):
        one.assert_never_reloaded()


def initiative_opens_the_scene(dj: Person, enter: Callable[[str], Person]) -> Person:
    """Who is aware is said in preparation; only the foreman rolls, and then the players see the scene."""
    dj.verb("Quién está al tanto")
    dj.tick("Capataz")
    dj.press("Quién está al tanto")
    expect(dj.log).to_contain_text("Nerea: sorprendido")
    dj.press("Tirar iniciativa")
    roll(dj, "Capataz", "Iniciativa", 18)
    return enter("nerea")


def the_foreman_takes_them_by_surprise(dj: Person, nerea: Person) -> None:
    """Only he acts: he grabs her, both check, he squeezes."""
    turn(dj, "Capataz")
    dj.action("Presa")
    dj.pick("A quién", "Nerea")
    dj.by_hand()
    roll(dj, "Capataz", "Ataque de toque", 12)
    roll(dj, "Capataz", "Presa", 15)
    roll(nerea, "Nerea", "Presa", 6)
    asked(dj, "Daño")
    dj.faces(2)
    # he moves in, and nobody has said who stands beside him
    asked(dj, "¿Alguien al lado puede aprovecharlo?")
    dj.press("Aplicar")
    expect(nerea.result).to_contain_text("Capataz y Nerea forcejean")
    expect(nerea.row("Nerea")).to_contain_text("en una presa")


def the_first_round_begins(dj: Person, nerea: Person, demo: Demo) -> None:
    """After the surprise everybody else rolls, the group of dockers once."""
    dj.press("Pasar turno")
    roll(nerea, "Nerea", "Iniciativa", 19)
    answer_elsewhere(demo, "teo", f"initiative:{demo.id('Teo')}", faces=[5])
    expect(dj.panel.get_by_role("button", name="Tirar Teo", exact=True)).to_have_count(0)
    roll(dj, "Estibador 1", "Iniciativa", 12)
    expect(nerea.page.locator("#f-bar")).to_contain_text("Asalto 1")


def nerea_does_not_get_out(dj: Person, nerea: Person) -> None:
    """The other side says whether it keeps her from it."""
    turn(nerea, "Nerea")
    nerea.action("En la presa")
    nerea.pick("Qué hacer", "salir de la presa")
    nerea.by_hand()
    asked(dj, "¿Impedir que se suelte?")
    dj.by_hand()
    roll(nerea, "Nerea", "Presa", 4)
    roll(dj, "Capataz", "Presa", 12)
    expect(nerea.result).to_contain_text("Nerea sigue en la presa")
    nerea.press("Pasar turno")


def a_critical_fells_her(dj: Person, nerea: Person) -> None:
    """A roll says which grappler a blow reaches; a 20 is confirmed, and the damage counts twice."""
    turn(dj, "Capataz")
    dj.press("Pasar turno")
    turn(dj, "Estibador 1")
    dj.pick("A quién", "Nerea")
    dj.by_hand()
    asked(dj, "A quién alcanza")
    dj.faces(1)
    roll(dj, "Estibador 1", "Ataque", 20)
    roll(dj, "Estibador 1", "Confirmación del crítico", 18)
    asked(dj, "Daño")
    dj.faces(6, 6)
    expect(nerea.result).to_contain_text("Golpe crítico de Estibador 1 a Nerea: daño por 2")
    expect(nerea.result).to_contain_text("Nerea pierde 14 PG, de 12 a −2")
    for one in (dj, nerea):
        expect(one.row("Nerea")).to_contain_text("moribundo")
