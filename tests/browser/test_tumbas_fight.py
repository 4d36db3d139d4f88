"""A round of the demo table of Tumbas through its three phases, and the end of the session: in three browsers.

On the way axe finds nothing in light or dark, controls are big enough, and nothing scrolls sideways at 360.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from combat import charter, deeds, services, store
from combat import demo as demos
from tapiz_site.accounts.models import User

from .fight import NARROW, TABLET, Demo, Person, Threes, Windows, elsewhere, entered, harm_elsewhere, log_ins
from .test_fight_pages import Inspector

SCENE = "Lobos ante la cripta"
PEOPLE = ("narradora", "irena", "orlo")


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table in the melee of its first round; declarations are to be kept until they are revealed."""
    monkeypatch.setattr(deeds, "_random", Threes())
    path = next(path for path in demos.demos() if path.parent.name == "tumbas")
    found = Demo({name: password for name, password, _role in log_ins(path)}, SCENE)
    table = found.encounter.table
    table.house = {**table.house, "secret_declarations": True}
    table.save()
    dj, at = User.objects.get(username="narradora"), found.encounter.pk
    services.act_for_app(at, dj, charter.applied(store.read(at)))
    return found


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Callable[[str], Person]:
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "narradora" else NARROW))


def declare(one: Person, what: str, target: str = "", *, hurried: bool = False) -> None:
    """Announce what one does in this round."""
    one.pick("Qué se declara", what)
    if target:
        one.pick("A quién", target)
    if hurried:
        one.tick("Apresurarse")
    one.press("Declarar")


def asked(one: Person, question: str) -> None:
    """Wait until this person is asked so."""
    expect(one.panel.get_by_role("heading", name=question, exact=True)).to_be_visible()


def its_turn(dj: Person, name: str) -> None:
    """Wait until the game master's panel is this one's."""
    expect(dj.panel.get_by_role("heading", level=2).first).to_have_text(name)


def phase(people: tuple[Person, ...], name: str) -> None:
    """The bar of everybody says which phase of the round it is."""
    for one in people:
        expect(one.page.locator("#f-bar")).to_contain_text(name)


def own(one: Person, name: str) -> Locator:
    """The strip of one's own character."""
    return one.page.locator("#f-seat").get_by_role("region", name=name)


def hit_points(one: Person, name: str, text: str) -> None:
    expect(one.row(name)).to_contain_text(re.compile(text.replace("/", r"\s*/\s*")))


def test_a_round_in_three_browsers(enter: Callable[[str], Person], demo: Demo) -> None:
    dj, irena, orlo = (enter(name) for name in PEOPLE)
    everybody, inspector = (dj, irena, orlo), Inspector()
    inspector.look(dj.page, "the game master in the melee")
    the_melee_of_the_first_round(dj, irena, orlo, inspector)
    the_declarations(dj, irena, orlo, inspector, demo)
    the_actions(dj, irena, orlo, inspector)
    the_melee(dj, irena, orlo, inspector)
    the_end_of_the_round(dj, irena, orlo, inspector, demo)
    the_end_of_the_session(dj, irena, inspector)
    for one in everybody:
        one.assert_never_reloaded()
    assert not inspector.problems, "\n".join(inspector.problems)


def the_melee_of_the_first_round(dj: Person, irena: Person, orlo: Person, inspector: Inspector) -> None:
    """A defence with the aptitude and a shield, and its six; a blow takes effect with its group."""
    its_turn(dj, "Lobo 1")
    dj.by_hand()
    asked(irena, "¿Usar la aptitud en esta defensa?")
    inspector.look(irena.page, "asked about the aptitude")
    irena.by_hand()
    asked(irena, "Defensa")
    expect(irena.result).to_contain_text("2 dados de premio · Aptitud de Guerrero +1 · Escudo +1")
    dj.faces(2, 1)
    for place, face in enumerate((5, 2, 4, 6)):
        irena.tap(irena.page.locator(f"#face{place}-{face}"))
    # only two of them count, so their sum is not said
    irena.press("Enviar 5 · 2 · 4 · 6")
    asked(irena, "Seis que explota")
    irena.faces(4)
    for one in (irena, orlo):
        expect(one.result).to_contain_text("Lobo 1 no alcanza a Irena")
    expect(irena.result.get_by_role("img")).to_have_count(3)
    its_turn(dj, "Lobo 2")
    dj.press("Pasar turno")
    expect(orlo.row("Lobo 1")).to_contain_text("sin heridas")
    dj.press("Seguir el asalto")
    for one in (irena, orlo):
        expect(one.row("Lobo 1")).to_contain_text("con heridas graves")
    hit_points(dj, "Lobo 1", "1/7")


def the_declarations(dj: Person, irena: Person, orlo: Person, inspector: Inspector, demo: Demo) -> None:
    """All declare at once; of the others one knows only that they have."""
    phase((dj, irena, orlo), "Declaración")
    for one, name in ((irena, "Irena"), (orlo, "Orlo")):
        expect(own(one, name)).to_contain_text("falta que declare")
    inspector.look(orlo.page, "declaring")
    declare(irena, "Atacar", "Lobo 1")
    declare(orlo, "Lanzar un conjuro", "Lobo 2", hurried=True)
    its_turn(dj, "Mirta")
    declare(dj, "Disparar", "Lobo 3")
    for name, what, target in (
        ("Lobo 1", "attack", "Irena"),
        ("Lobo 2", "attack", "Mirta"),
        ("Lobo 3", "charge", "Orlo"),
    ):
        elsewhere(demo, "declare", name, what=what, target=demo.id(target))
    expect(own(irena, "Irena")).to_contain_text("declara atacar; objetivo: Lobo 1")
    expect(irena.row("Orlo")).to_contain_text("ya ha declarado")
    expect(irena.page.locator("body")).not_to_contain_text("declara con prisa: Lanzar un conjuro")
    expect(dj.row("Orlo")).to_contain_text("declara lanzar un conjuro")
    its_turn(dj, "Guardián de la cripta")
    dj.press("Pasar turno")
    dj.press("Seguir el asalto")
    for one in (irena, orlo):
        expect(one.log).to_contain_text("Orlo declara con prisa lanzar un conjuro; objetivo: Lobo 2")
        expect(one.log).to_contain_text("Lobo 3 declara cargar; objetivo: Orlo")


def the_actions(dj: Person, irena: Person, orlo: Person, inspector: Inspector) -> None:
    """A combatant who hurries comes first; the table agrees on the effect and sees it; a six of real dice explodes."""
    phase((dj, irena, orlo), "Acción")
    expect(orlo.cue("Te toca")).to_be_visible()
    inspector.look(orlo.page, "casting")
    orlo.panel.get_by_label("Qué efecto").fill("Una llamarada")
    orlo.pick("Para qué", "Dañar")
    orlo.pick("A quién", "Lobo 2")
    orlo.by_hand()
    asked(dj, "¿Vale este efecto?")
    expect(dj.result).to_contain_text("Una llamarada")
    inspector.look(dj.page, "the game master is asked to agree")
    dj.press("De acuerdo")
    asked(orlo, "Conjuro")
    expect(orlo.result).to_contain_text("1 dado de castigo · Objetivo trabado −1")
    orlo.faces(6, 5, 6)
    asked(orlo, "Seis que explota")
    orlo.faces(4)
    asked(orlo, "Daño")
    expect(irena.result).to_contain_text("Orlo alcanza a Lobo 2")
    orlo.press("Tirar d4")
    expect(irena.cue("Te toca")).to_have_count(0)
    dj.press("Seguir el asalto")
    for one in (dj, irena, orlo):
        expect(one.row("Lobo 2")).to_contain_text("sin vida")

    # the others of the phase act in any order: Mirta holds her arrow, the wolf charges
    its_turn(dj, "Mirta")
    dj.press("Pasar turno")
    its_turn(dj, "Lobo 3")
    dj.press("Cargar")
    dj.press("Seguir el asalto")


def the_melee(dj: Person, irena: Person, orlo: Person, inspector: Inspector) -> None:
    """A reward die with its cause; what both strike takes effect together."""
    phase((dj, irena, orlo), "Melé")
    expect(orlo.row("Orlo")).to_contain_text("Lobo 3")
    irena.panel.locator("summary", has_text="Más opciones").click()
    irena.button("Añadir").click()
    inspector.look(irena.page, "an attack with dice of one's own")
    irena.panel.get_by_label("Motivo").fill("desde la escalera")
    irena.by_hand()
    # dice for the moment are the DJ's to give
    dj.press("Sí")
    asked(irena, "Ataque")
    for one in (irena, orlo):
        expect(one.result).to_contain_text("Irena suma 1 dado de premio · desde la escalera +1")
    irena.faces(3, 5, 4)
    dj.faces(2, 1)
    asked(irena, "Daño")
    irena.faces(5)
    expect(irena.result).to_contain_text("Irena alcanza a Lobo 1")
    expect(orlo.row("Lobo 1")).to_contain_text("con heridas graves")


def the_end_of_the_round(dj: Person, irena: Person, orlo: Person, inspector: Inspector, demo: Demo) -> None:
    """Damage is seen at once; a dying combatant rolls for life when the round ends."""
    harm_elsewhere(demo, 10, Orlo="full")
    for one in (dj, irena, orlo):
        hit_points(one, "Orlo", "−3/7")
        expect(one.row("Orlo")).to_contain_text("moribundo")
    inspector.look(orlo.page, "dying")
    its_turn(dj, "Lobo 1")
    dj.press("Pasar turno")
    its_turn(dj, "Lobo 3")
    dj.press("Pasar turno")
    dj.press("Seguir el asalto")
    asked(orlo, "Prueba por la vida")
    expect(irena.cue("Responde Orlo")).to_be_visible()
    orlo.faces(5, 5)
    for one in (dj, irena, orlo):
        expect(one.row("Lobo 1")).to_contain_text("sin vida")
        expect(one.row("Orlo")).to_contain_text("estable, inconsciente")
    phase((dj, irena, orlo), "Asalto 3")
    phase((dj, irena, orlo), "Declaración")
    expect(own(irena, "Irena")).to_contain_text("falta que declare")
    expect(own(orlo, "Orlo")).not_to_contain_text("falta que declare")


def the_end_of_the_session(dj: Person, irena: Person, inspector: Inspector) -> None:
    """What it brings is said beside each before it is done; undone, it is as before."""
    expect(own(irena, "Irena")).to_contain_text(re.compile(r"Aptitud de clase\s*0/1"))
    dj.verb("Terminar la sesión")
    for name in ("Irena", "Orlo", "Mirta"):
        one = dj.panel.get_by_role("checkbox", name=re.compile(rf"^{name}\s*sube al nivel 3"))
        expect(one).to_be_checked()
    inspector.look(dj.page, "the end of the session")
    dj.press("Terminar la sesión")
    expect(irena.log).to_contain_text("Irena puede subir de nivel")
    expect(own(irena, "Irena")).to_contain_text(re.compile(r"Aptitud de clase\s*1/1"))
    dj.undo()
    expect(irena.log.locator("del").first).to_contain_text("Irena puede subir de nivel")
    expect(own(irena, "Irena")).to_contain_text(re.compile(r"Aptitud de clase\s*0/1"))
