"""Every page and state of a fight: axe finds nothing in light or dark, no sideways scrolling, room for fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from characters.models import Character
from combat import deeds
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Invitation

from .accessible import low_contrast, violations
from .fight import (
    NARROW,
    PHONE,
    TABLET,
    Demo,
    Person,
    Threes,
    Windows,
    answer_elsewhere,
    elsewhere,
    entered,
    load_demo,
    turn_page,
)
from .visitors import first_page

LEAST, FIGHT = 44, 48

SMALL = """
([least, fight]) => {
  const small = [], what = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const control of document.querySelectorAll(what)) {
    const picked = control.type === "radio" || control.type === "checkbox";
    const shown = picked ? control.labels[0] ?? control : control;
    if (control.disabled || control.matches(".skip, .vh[aria-hidden]")
          || !shown.checkVisibility({ visibilityProperty: true })) continue;
    // a link in the middle of a sentence is as high as its line (WCAG 2.5.8, inline)
    const parent = shown.parentElement;
    if (control.matches("a") && getComputedStyle(control).display === "inline"
        && parent.textContent.trim().length > control.textContent.trim().length) continue;
    const wanted = control.closest("#panel, #f-dock") ? fight : least;
    let box = shown.getBoundingClientRect();
    if (box.width >= wanted - 0.5 && box.height >= wanted - 0.5) continue;
    // what is drawn smaller may answer around itself: ask how far a finger may miss
    shown.scrollIntoView({ block: "center", inline: "center" });
    box = shown.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const reach = (dx, dy) => {
      for (let far = 2; far < wanted; far += 2) {
        const hit = document.elementFromPoint(x + dx * far, y + dy * far);
        if (!hit || !(shown.contains(hit) || hit.closest("label")?.control === control)) return far - 2;
      }
      return wanted;
    };
    const wide = box.width >= wanted - 0.5 || reach(-1, 0) + reach(1, 0) >= wanted - 4;
    const high = box.height >= wanted - 0.5 || reach(0, -1) + reach(0, 1) >= wanted - 4;
    if (!wide || !high) {
      const text = control.getAttribute("aria-label") || shown.textContent || control.name;
      const name = text.trim().replace(/\\s+/g, " ");
      small.push(`${control.tagName.toLowerCase()} "${name}" ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
  }
  return small;
}
"""


FINISH = "document.getAnimations().forEach((one) => one.finish())"
"""A promise that they have finished would wait for ever where a busy machine draws no frame."""


IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"


class Inspector:
    """Looks at pages one after another and says all that is wrong with them at the end."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def look(self, page: Page, state: str) -> None:
        """Look at a page as it stands, in both themes; it stays in the one that it was not in before."""
        themes = ("dark", "light") if page.evaluate(IS_DARK) else ("light", "dark")
        self._told(violations(page), f"{state}, {themes[0]}")
        page.emulate_media(color_scheme=themes[1], reduced_motion="reduce")
        page.evaluate(FINISH)
        self._told(low_contrast(page), f"{state}, {themes[1]}")
        small = page.evaluate(SMALL, [LEAST, FIGHT])
        self.problems += [f"{state}: too small: {one}" for one in small]
        size = page.viewport_size
        assert size is not None
        narrow = {"width": 360, "height": 740}
        if size["width"] != narrow["width"]:
            page.set_viewport_size(narrow)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > 360:
            self.problems.append(f"{state}: {wide} wide at 360")
        if size["width"] != narrow["width"]:
            page.set_viewport_size(size)

    def _told(self, found: list[dict[str, Any]], state: str) -> None:
        for violation in found:
            nodes = ", ".join(str(node["target"]) for node in violation["nodes"][:4])
            self.problems.append(f"{state}: {violation['id']}: {nodes}")


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    found = Inspector()
    yield found
    assert not found.problems, "\n".join(found.problems)


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Callable[..., Person]:
    """Come in as a person, at this page or at the demo fight."""

    def come_in(name: str, url: str = "") -> Person:
        size = {"dj": TABLET, "pantalla": PHONE}.get(name, NARROW)
        return entered(new_context, live_url, name, url or demo.encounter.get_absolute_url(), **size)

    return come_in


def test_pages_around_the_fight(
    new_context: Windows, enter: Callable[..., Person], demo: Demo, inspector: Inspector
) -> None:
    table = demo.encounter.table
    invitation = Invitation.objects.create(table=table, created_by=User.objects.get(username="dj"))
    visitor = first_page(new_context(**NARROW))
    for path in ("/entrar/", invitation.get_absolute_url(), "/conflictos/no-existe/"):
        visitor.goto(path)
        inspector.look(visitor, path)
    dj = enter("dj", "/mesas/").page
    sheet = Character.objects.get(name="Sharra").get_absolute_url()
    here, fight = demo.table, demo.encounter.get_absolute_url()
    for path, name in (
        ("/mesas/", "tables"),
        ("/mesas/nueva/", "new table"),
        (here, "table"),
        (f"{here}gente/", "people"),
        (f"{here}personajes/nuevo/", "new character"),
        (sheet, "character"),
        (f"{sheet}editar/", "edit character"),
        (f"{here}conflictos/nuevo/", "new encounter"),
        (f"{fight}anadir/", "add"),
        (f"{fight}registro/", "log"),
        ("/cuenta/", "account"),
        ("/reglas/", "systems"),
        ("/reglas/tapiz/?q=carga", "rules"),
        ("/reglas/tapiz/TAP-LOAD-02/", "rule"),
        ("/reglas/tapiz/accion/attack/", "rules of an action"),
        ("/mesas/00000000-0000-4000-8000-000000000000/", "not found"),
    ):
        dj.goto(path)
        inspector.look(dj, name)


def test_what_the_game_master_does(enter: Callable[..., Person], inspector: Inspector) -> None:
    dj = enter("dj")
    inspector.look(dj.page, "acting")
    for name in ("Daño o cura", "Ordenar", "Más", "Mercenario"):
        dj.follow(name)
        expect(dj.panel.get_by_role("link", name="Volver")).to_be_visible()
        inspector.look(dj.page, name)
    dj.verb("Dar un efecto")
    inspector.look(dj.page, "effect")


def test_what_the_game_master_is_asked(enter: Callable[..., Person], demo: Demo, inspector: Inspector) -> None:
    dj = enter("dj")
    dj.by_hand()
    expect(dj.panel.get_by_text("Se espera a")).to_be_visible()
    inspector.look(dj.page, "waiting for a player")
    dj.undo()
    dj.press("Pasar turno")
    expect(dj.panel.get_by_role("heading", name="Orco 1")).to_be_visible()
    dj.action("Atacar")
    dj.by_hand()
    expect(dj.panel.get_by_role("group", name="Caras de los dados")).to_be_visible()
    inspector.look(dj.page, "dice")
    dj.faces(6, 6, 6)
    expect(dj.panel.get_by_text("Gastar")).not_to_have_count(0)
    inspector.look(dj.page, "spending")
    dj.press("Aplicar")
    expect(dj.result).to_contain_text("éxito")
    inspector.look(dj.page, "result")
    dj.result.get_by_role("link", name="¿Por qué?").first.click()
    expect(dj.page.locator("#why h2, #why h3").first).to_be_visible()
    inspector.look(dj.page, "why in place")
    dj.page.goto(dj.result.get_by_role("link", name="¿Por qué?").first.get_attribute("href") or "")
    inspector.look(dj.page, "why")


def test_a_fight_that_does_not_run(enter: Callable[..., Person], demo: Demo, inspector: Inspector) -> None:
    dj = enter("dj")
    elsewhere(demo, "pause")
    expect(dj.page.locator("#f-bar")).to_contain_text("en pausa")
    inspector.look(dj.page, "paused")
    elsewhere(demo, "archive")
    expect(dj.page.locator("#f-bar")).to_contain_text("terminada")
    inspector.look(dj.page, "archived")
    dj.page.goto(f"{demo.table}conflictos/nuevo/")
    dj.page.get_by_label("Nombre de la escena").fill("La cripta")
    turn_page(dj.page, dj.page.get_by_role("button", name="Crear y añadir gente").click)
    # both pages say that nobody is there
    turn_page(dj.page, dj.page.get_by_role("link", name="Ir a la escena").click)
    expect(dj.page.get_by_text("Nadie todavía.")).to_be_visible()
    inspector.look(dj.page, "preparing")


def test_states_of_the_fight_for_players_and_spectators(
    enter: Callable[..., Person], demo: Demo, inspector: Inspector
) -> None:
    sharra, elythlian, screen = (enter(name) for name in ("sharra", "elythlian", "pantalla"))
    inspector.look(sharra.page, "acting")
    inspector.look(elythlian.page, "preparing")
    inspector.look(screen.page, "spectator")
    sharra.page.goto(f"{demo.encounter.get_absolute_url()}?panel=verb&action=damage")
    inspector.look(sharra.page, "keypad of a player")
    sharra.open(demo.encounter.get_absolute_url())
    elsewhere(demo, "attack", "Sharra", target=demo.id("Orco 1"), attribute="dexterity", mode="rolled")
    answer_elsewhere(demo, "sharra", "attack", faces=[6, 5, 4])
    expect(sharra.panel.get_by_text("Gastar")).not_to_have_count(0)
    inspector.look(sharra.page, "spending")
    sharra.press("Aplicar")
    expect(screen.row("Orco 1")).to_contain_text("con heridas")
    inspector.look(sharra.page, "result")
    elsewhere(demo, "pause")
    expect(sharra.page.get_by_text("En pausa.").first).to_be_visible()
    inspector.look(sharra.page, "paused")
    elsewhere(demo, "archive")
    expect(screen.page.locator("#f-bar")).to_contain_text("terminada")
    inspector.look(screen.page, "archived, spectator")
    expect(sharra.panel.get_by_role("heading", name="Acción")).to_have_count(0)
    inspector.look(sharra.page, "archived, player")
