"""The fight of the demo table from initiative to archive: in three browsers at once, and by plain forms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from combat import deeds
from combat.models import Encounter

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, load_demo, turn_page
from .visitors import first_page

SCENE = "La cripta"


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


def arrive(windows: Windows, demo: Demo, name: str, *, scripts: bool = True) -> Person:
    """Log in with one's own device."""
    size = TABLET if name == "dj" else PHONE
    person = Person(first_page(windows(**size, java_script_enabled=scripts)), scripts)
    person.log_in(name, demo.passwords[name])
    return person


def archive_the_old_fight(dj: Person, demo: Demo) -> None:
    dj.open(demo.encounter.get_absolute_url())
    dj.end_scene()
    expect(dj.page.locator("#f-bar")).to_contain_text("terminada")


def make_a_scene(dj: Person, demo: Demo, *characters: str) -> str:
    """Nueva escena → añadir personajes; the address of the fight."""
    dj.page.goto(demo.table)
    dj.page.get_by_role("link", name="Nueva escena").click()
    dj.page.get_by_label("Nombre de la escena").fill(SCENE)
    dj.page.get_by_role("button", name="Crear y añadir gente").click()
    for name in characters:
        dj.page.locator("label").filter(has_text=name).click()
    dj.page.get_by_role("button", name="Añadir los elegidos").click()
    dj.page.get_by_role("link", name="Ir a la escena").click()
    expect(dj.row(characters[0])).to_be_visible()
    # nobody plays Saddin: what the table sees of his hit points is for the game master to say
    dj.follow("Saddin")
    dj.press("Número")
    fight = Encounter.objects.get(name=SCENE).get_absolute_url()
    dj.page.goto(fight)
    return fight


def improvise_orcs(dj: Person, count: int) -> None:
    dj.page.get_by_role("link", name="Añadir", exact=True).first.click()
    folded = dj.page.locator("details", has=dj.page.locator("#improvised"))
    # reading the attribute waits for the page, which a look at what is visible does not
    if folded.get_attribute("open") is None:
        folded.locator("summary").click()
    form = folded.locator("#improvised")
    form.get_by_label("Nombre", exact=True).fill("Orco")
    form.get_by_label("Cuántos").fill(str(count))
    form.get_by_label("PGF máximos", exact=True).fill("14")
    form.get_by_label("PGM máximos", exact=True).fill("10")
    form.get_by_label("Destreza").fill("12")
    form.get_by_role("button", name="Añadir a la escena").click()
    dj.page.get_by_role("link", name="Ir a la escena").click()
    expect(dj.row(f"Orco {count}")).to_be_visible()
    if dj.scripts:
        dj.page.evaluate("window.untouched = true")


def open_from_the_table(player: Person, demo: Demo) -> None:
    """Players find the fight on the page of their table."""
    player.page.goto(demo.table)
    turn_page(player.page, player.page.get_by_role("link", name=re.compile(f"^{SCENE}")).click)
    expect(player.page.get_by_role("heading", name=SCENE)).to_be_visible()
    if player.scripts:
        player.page.evaluate("window.untouched = true")


def pools(person: Person, name: str, text: str) -> None:
    """The row of a combatant says this of its hit points."""
    expect(person.row(name)).to_contain_text(re.compile(text.replace("/", r"\s*/\s*")))


def test_a_fight_in_three_browsers(new_context: Windows, demo: Demo) -> None:
    dj = arrive(new_context, demo, "dj")
    archive_the_old_fight(dj, demo)
    make_a_scene(dj, demo, "Sharra", "Elythlian", "Saddin")
    sharra, elythlian = (arrive(new_context, demo, name) for name in ("sharra", "elythlian"))
    players = (sharra, elythlian)
    everybody = (dj, *players)
    improvise_orcs(dj, 3)
    for player in players:
        player.page.goto(demo.table)
        expect(player.page.get_by_role("link", name=re.compile(f"^{SCENE}"))).to_have_count(0)

    # initiative shows the scene to its players: real dice, dice of the app, and the game master's in one go
    dj.press("Tirar iniciativa")
    for player in players:
        open_from_the_table(player, demo)
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
    dj.press("Rehacer")
    for one in everybody:
        pools(one, "Saddin", "19/28")

    falls_out_of_the_net(elythlian, dj)

    # one falls, is stabilised by the game master's paladin and healed by a player
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
    pass_until(dj, "Sharra")
    expect(sharra.cue("Te toca")).to_be_visible()
    before = sharra.row("Elythlian").inner_text()
    sharra.action("Curar")
    sharra.pick("A quién", "Elythlian")
    sharra.by_hand()
    sharra.faces(6, 6, 5)
    for one in everybody:
        expect(one.log).to_contain_text("Elythlian recupera")
    expect(elythlian.row("Elythlian")).not_to_have_text(before)

    # a break, the end of the scene, the archive
    dj.scene("Pausar")
    for player in players:
        expect(player.page.get_by_text("En pausa.")).to_be_visible()
    dj.resume()
    for player in players:
        expect(player.page.get_by_text("En pausa.")).to_have_count(0)
    end_the_scene(dj, players)
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
    """A phone loses its connection, keeps what is written, and catches up when it is back."""
    status = player.page.locator("[data-live-status]")
    expect(status).to_have_text("al día")
    player.action("Otra acción")
    player.tick("Negociadora paciente")
    words = player.panel.get_by_label("Cómo ayuda Negociadora paciente")
    words.fill("gana tiempo")
    player.page.context.set_offline(True)
    expect(status).to_have_text("reconectando")
    dj.harm(2, {"Elythlian": "Todo", "Saddin": "Todo"})
    pools(dj, "Saddin", "17/28")
    pools(player, "Saddin", "19/28")
    expect(player.page.get_by_text("Sin conexión.")).to_be_visible()
    player.page.context.set_offline(False)
    pools(player, "Saddin", "17/28")
    expect(status).to_have_text("al día")
    expect(player.page.get_by_text("Sin conexión.")).to_be_hidden()
    expect(words).to_have_value("gana tiempo")


def end_the_scene(dj: Person, players: tuple[Person, ...]) -> None:
    dj.end_scene()
    for one in (dj, *players):
        one.look()
        expect(one.page.locator("#f-bar")).to_contain_text("terminada")


def test_the_same_fight_by_plain_forms(new_context: Windows, demo: Demo) -> None:
    dj = arrive(new_context, demo, "dj", scripts=False)
    archive_the_old_fight(dj, demo)
    make_a_scene(dj, demo, "Sharra", "Saddin")
    improvise_orcs(dj, 3)
    sharra = arrive(new_context, demo, "sharra", scripts=False)
    dj.press("Tirar iniciativa")
    open_from_the_table(sharra, demo)
    expect(sharra.row("Orco 3")).to_contain_text("sin heridas")
    sharra.faces(6, 6, 6)
    dj.look()
    dj.press("Tirar todo")
    sharra.look()
    expect(sharra.cue("Te toca")).to_be_visible()

    sharra.attack("Orco 1", "DES", {"Pies ligeros": "llega antes"}, (6, 5, 4))
    sharra.tick("Obstáculo")
    sharra.press("Aplicar")
    dj.look()
    pools(dj, "Orco 1", "10/14")
    sharra.press("Pasar turno")

    # a miss of an orc, whose points the player spends; what is missing is said and what was typed stays
    dj.look()
    dj.attack("Sharra", "FUE", {}, (1, 1, 1))
    sharra.look()
    expect(sharra.panel).to_contain_text("Gastar los puntos")
    sharra.panel.get_by_label("Derribo").uncheck()
    sharra.tick("El resto")
    sharra.press("Aplicar")
    expect(sharra.row("Orco 1")).to_contain_text("fuera de combate")

    dj.look()
    dj.follow("Daño o cura")
    dj.pick("Saddin", "Todo")
    dj.press("Daño o cura")
    expect(dj.panel.locator("[data-errors]").first).to_be_visible()
    expect(dj.panel.get_by_role("group", name="Saddin", exact=True).get_by_role("radio", name="Todo")).to_be_checked()
    dj.panel.get_by_label("Cantidad").fill("9")
    dj.pick("Sharra", "½")
    dj.press("Daño o cura")
    pools(dj, "Saddin", "19/28")
    pools(dj, "Sharra", "22/26")
    dj.undo()
    sharra.look()
    pools(sharra, "Saddin", "28/28")
    expect(sharra.log.locator("del").first).to_contain_text("Saddin")
    dj.press("Rehacer")
    sharra.look()
    pools(sharra, "Saddin", "19/28")

    dj.harm(25, {"Sharra": "Todo"})
    sharra.look()
    expect(sharra.row("Sharra")).to_contain_text("desangrándose")
    pass_until(dj, "Saddin")
    dj.action("Estabilizar")
    dj.pick("A quién", "Sharra")
    dj.by_hand()
    dj.faces(6, 6, 6)
    dj.press("Aplicar")
    sharra.look()
    expect(sharra.row("Sharra")).to_contain_text("estable")
    dj.harm(10, {"Sharra": "Todo"}, verb="Cura")
    sharra.look()
    pools(sharra, "Sharra", "7/26")

    dj.scene("Pausar")
    sharra.look()
    expect(sharra.page.get_by_text("En pausa.")).to_be_visible()
    dj.resume()
    end_the_scene(dj, (sharra,))
