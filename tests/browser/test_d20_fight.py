"""A grenade and an attack of opportunity at the demo table of d20, as the game master sees them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from combat import deeds, services, store
from combat import demo as demos
from combat.models import Encounter
from tapiz_site.accounts.models import User
from tests.combat.test_presses import GAME_MASTERS, people_of, until

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, answer_elsewhere, entered, log_ins

DEMO = next(path for path in demos.demos() if path.parent.name == "d20")


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table of d20; the dice of the app show 3."""
    monkeypatch.setattr(deeds, "_random", Threes())
    people = {name: password for name, password, _role in log_ins(DEMO)}
    return Demo(people, Encounter.objects.get(table__system="d20", free=False).name)


@pytest.fixture
def game_master(new_context: Windows, live_url: str, demo: Demo) -> Callable[[], Person]:
    name, url = next(iter(demo.passwords)), demo.encounter.get_absolute_url()
    return lambda: entered(new_context, live_url, name, url, **TABLET)


def test_where_a_grenade_lands_is_drawn_and_the_game_master_says_whom_it_hurts(
    game_master: Callable[[], Person],
) -> None:
    """D20S-EXP-03, D20S-EXP-06: within one increment only the corner is rolled."""
    dj = game_master()
    dj.press("Pasar turno")
    expect(dj.panel.get_by_role("heading", level=2).first).to_have_text("Vigilante del tejado")
    dj.action("Lanzar un explosivo")
    # the rifle is in hand: it has to go before the grenade comes
    dj.panel.get_by_role("button", name="Soltar: Fusil").click()
    dj.panel.get_by_role("button", name="Desenfundar: Granada").click()
    dj.press("Tirar d4")
    expect(dj.page.locator("svg.scatter").first).to_be_visible()
    expect(dj.panel.get_by_role("heading", name="¿A quién alcanza la explosión?")).to_be_visible()
    expect(dj.panel.get_by_role("group", name="Estibador 1", exact=True)).to_be_visible()
    # on a phone each person has a row of its own: the name in one line, one choice under it
    dj.page.set_viewport_size({"width": 390, "height": 844})
    rows = dj.panel.locator("fieldset")
    expect(rows.first).to_be_visible()
    assert rows.count() == dj.page.locator("#f-order li").count()
    for row in rows.all():
        name, choice = (row.locator(what).bounding_box() for what in ("span >> nth=0", ".seg"))
        assert name is not None
        assert choice is not None
        assert name["height"] < 40
        assert choice["height"] < 60
        assert choice["x"] + choice["width"] <= 390
    for name in ("Estibador 1", "Estibador 2"):
        dj.pick(name, "sí")
    # it was thrown beside her, and so she is proposed
    dj.pick("Nerea Salas", "no")
    dj.press("Aplicar")
    # one damage, a save each
    dj.press("Tirar todo")
    for name in ("Estibador 1", "Estibador 2"):
        expect(dj.result).to_contain_text(f"{name} pierde 12 PG")


def test_an_attack_of_opportunity_says_its_dice_until_another_way_is_chosen(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    log_ins(DEMO)
    people = people_of("d20")
    master = people.pop(GAME_MASTERS["d20"])
    until(lambda: master.look().words.startswith("Atacar ahora") or None, *people.values(), master)
    dj = entered(new_context, live_url, GAME_MASTERS["d20"], master.url, **TABLET)
    following = dj.dock.locator(".btn--next")
    expect(following).to_contain_text("d20 + 3")
    dj.panel.locator("label").filter(has_text="Derribar").click()
    expect(following).to_have_text("Atacar ahoraDerribar")
    dj.panel.locator("label").filter(has_text="Golpe").click()
    expect(following).to_contain_text("d20 + 3")


def test_after_an_act_that_others_answered_nothing_of_its_form_is_left(
    new_context: Windows, live_url: str, demo: Demo
) -> None:
    """D20C-AOT-02: Nerea has spent her attack and puts her pistol away beside a docker; then her turn can only end."""
    master = User.objects.get(username="bitacora")
    fight = store.read(demo.encounter.pk).head.fight
    ids = {one.called(by_game_master=True): one.id for one in fight.combatants.values()}
    near = {"of": ids["Nerea Salas"], "to": ids["Estibador 1"], "what": "adjacent:adjacent"}
    acts = [("end_turn", {})] * 6 + [("relate", near)]
    for place, (action, inputs) in enumerate(acts):
        now = store.read(demo.encounter.pk)
        deed = deeds.Deed("command", action, inputs=inputs, moment=now.system.moment(now.head.fight))
        services.act(encounter=demo.encounter.pk, user=master, deed=deed, key=f"act-{place}-of-this-test")
    player = entered(new_context, live_url, "nerea", demo.encounter.get_absolute_url(), **PHONE)
    player.action("Defensa total")
    player.press("Defensa total")
    expect(player.dock.locator(".btn--next")).to_contain_text("Pasar turno")
    player.action("Armas")
    player.panel.get_by_text("enfundar", exact=True).click()
    player.panel.get_by_text("Pistola", exact=True).click()
    player.press("Enfundar: Pistola")
    answer_elsewhere(demo, "bitacora", f"opportunity:{ids['Estibador 1']}", strikes=False)
    expect(player.dock.locator(".btn--next")).to_contain_text("Pasar turno")
