"""A fight of the demo table from initiative to who falls and is stabilised, in three browsers at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from characters.models import Character
from combat import deeds, services, sheets, store
from combat.deeds import Deed
from tapiz_site.accounts.models import User
from tests.combat.play import creatures

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo, turn_page

SCENE = "La cripta"
ORC = {"physical_max": 14, "mental_max": 10, "dexterity": 12}
Enter = Callable[[str], Person]


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table with a scene in preparation."""
    monkeypatch.setattr(deeds, "_random", Threes())
    found = load_demo()
    dj = User.objects.get(username="dj")
    services.act_for_app(found.encounter.pk, dj, Deed("command", "archive"))
    scene = store.create(table=found.encounter.table, name=SCENE, user=dj)
    people = {one.name: one for one in Character.objects.filter(table=scene.table)}
    rows = [{**sheets.character_row(people[name]), "shows": "number"} for name in ("Sharra", "Elythlian", "Saddin")]
    services.enlist(encounter=scene, user=dj, rows=[*rows, *creatures("Orco", ORC, 3)], key="enlist-them")
    return Demo(found.passwords, SCENE)


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Come in with one's own device: the game master at the fight, players at their table."""

    def come_in(name: str) -> Person:
        runs = name == "dj"
        url = demo.encounter.get_absolute_url() if runs else demo.table
        return entered(new_context, live_url, name, url, **(TABLET if runs else PHONE))

    return come_in


def open_from_the_table(player: Person) -> None:
    """Players find the fight on the page of their table, where it comes by itself."""
    turn_page(player.page, player.page.get_by_role("link", name=re.compile(f"^{SCENE}")).click)
    expect(player.page.get_by_role("heading", name=SCENE)).to_be_visible()
    player.page.evaluate("window.untouched = true")


def pools(person: Person, name: str, text: str) -> None:
    """The row of a combatant says this of its hit points."""
    expect(person.row(name)).to_contain_text(re.compile(text.replace("/", r"\s*/\s*")))


def test_a_fight_in_three_browsers(enter: Enter) -> None:
    everybody = dj, *players = [enter(name) for name in ("dj", "sharra", "elythlian")]
    sharra, elythlian = players
    for player in players:
        expect(player.page.get_by_role("link", name=re.compile(f"^{SCENE}"))).to_have_count(0)

    # initiative shows the scene to its players: real dice, dice of the app, and the game master's in one go
    dj.press("Tirar iniciativa")
    for player in players:
        open_from_the_table(player)
        expect(player.row("Orco 3")).to_contain_text("sin heridas")
    sharra.faces(6, 6, 6)
    elythlian.press("Tirar 3d6")
    dj.press("Tirar todo")
    for one in everybody:
        expect(one.row("Sharra")).to_have_attribute("aria-current", "true")
        expect(one.row("Sharra")).to_contain_text("20")
        expect(one.row("Elythlian")).to_contain_text("12")
    expect(sharra.cue("Te toca")).to_be_visible()
    expect(elythlian.cue("Vas después")).to_be_visible()
    expect(dj.row("Saddin")).to_contain_text("Empate con Orco 3")

    # a hit: an effect and hit points out of one spending
    sharra.attack("Orco 1", "DES", {"Pies ligeros": "llega antes de que levante el hacha"}, (6, 5, 4))
    sharra.tick("Obstáculo")
    expect(sharra.button("Aplicar")).to_contain_text("PGF")
    sharra.press("Aplicar")
    pools(dj, "Orco 1", "10/14")
    for player in players:
        expect(player.row("Orco 1")).to_contain_text("con heridas")
        expect(player.row("Orco 1")).not_to_contain_text("14")
        expect(player.log).to_contain_text("Obstáculo")
    sharra.press("Pasar turno")
    expect(elythlian.cue("Te toca")).to_be_visible()
    expect(dj.panel.get_by_role("heading", name="Elythlian")).to_be_visible()

    # a miss: the game master spends what it gave, and what is proposed sheds no blood
    elythlian.attack("Orco 2", "FUE", {}, (1, 1, 1))
    expect(dj.panel).to_contain_text("Gastar los puntos")
    dj.press("Aplicar")
    # before it lands, the player with hero points is asked, and lets it
    expect(elythlian.panel).to_contain_text("Antes de que haga efecto")
    expect(elythlian.panel).to_contain_text("Gastar 1 de heroicidad")
    elythlian.press("Aplicar")
    for one in everybody:
        expect(one.row("Elythlian")).to_contain_text("Desequilibrio")
        expect(one.row("Elythlian")).to_contain_text(re.compile(r"19\s*/\s*19"))
    elythlian.press("Pasar turno")

    # damage to several, half for one; taken back, seen struck through, done again
    dj.harm(9, {"Saddin": "Todo", "Orco 1": "½"})
    for one in everybody:
        pools(one, "Saddin", "19/28")
    pools(dj, "Orco 1", "6/14")
    dj.undo()
    for one in everybody:
        pools(one, "Saddin", "28/28")
        expect(one.log.locator("del").first).to_contain_text("Saddin")
        expect(one.log).to_contain_text("deshecho por Dirección")
    falls_out_of_the_net(elythlian, dj)
    pools(sharra, "Saddin", "19/28")

    # one falls and is stabilised by the game master's paladin
    dj.harm(20, {"Elythlian": "Todo"})
    for one in everybody:
        expect(one.row("Elythlian")).to_contain_text("desangrándose")
    pass_until(dj, "Saddin")
    dj.action("Estabilizar")
    dj.pick("A quién", "Elythlian")
    dj.by_hand()
    dj.faces(6, 6, 6)
    dj.press("Aplicar")
    for one in everybody:
        expect(one.row("Elythlian")).to_contain_text("estable")
    for one in everybody:
        one.assert_never_reloaded()


def pass_until(dj: Person, name: str) -> None:
    """The game master passes asaltos until it is this one's."""
    title = dj.panel.get_by_role("heading", level=2).first
    for _turn in range(8):
        now = title.inner_text()
        if now == name:
            return
        dj.press("Pasar turno")
        expect(title).not_to_have_text(now)
    raise AssertionError(f"{name} never had a turn")


def falls_out_of_the_net(player: Person, dj: Person) -> None:
    """A phone loses its connection while harm is done again, keeps what is written, and catches up when it is back."""
    status = player.page.locator("[data-live-status]")
    expect(status).to_have_text("al día")
    player.action("Otra acción")
    player.tick("Negociadora paciente")
    words = player.panel.get_by_label("Cómo ayuda Negociadora paciente")
    words.fill("gana tiempo")
    player.page.context.set_offline(True)
    expect(status).to_have_text("reconectando")
    dj.press("Rehacer")
    pools(dj, "Saddin", "19/28")
    pools(player, "Saddin", "28/28")
    expect(player.page.get_by_text("Sin conexión.")).to_be_visible()
    player.page.context.set_offline(False)
    pools(player, "Saddin", "19/28")
    expect(status).to_have_text("al día")
    expect(player.page.get_by_text("Sin conexión.")).to_be_hidden()
    expect(words).to_have_value("gana tiempo")
