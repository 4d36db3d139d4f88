"""What a fight of d20 asks of several people, and how each answers."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters.models import Character
from combat import deeds, services, sheets, store
from combat.deeds import Deed
from rules.core.engine import waits_for
from tapiz_site.accounts.models import User
from tests.combat.d20.table import High, World, dock, page
from tests.combat.pressing import PANEL, Person

pytestmark = pytest.mark.django_db


def test_an_attack_of_opportunity_is_one_press_that_names_its_roll(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nerea shoots beside two dockers: she reads who answers, and has no button that would be refused."""
    monkeypatch.setattr(deeds, "_random", High())
    world.turn_to("Nerea Salas")
    world.beside("Nerea Salas", "Estibador 1", "Estibador 2")
    url = reverse("combat:fight", args=[world.encounter.pk])
    nerea, narrator = (Person(world.client(name), url) for name in ("nerea", "bitacora"))
    assert nerea.press()[0].endswith("Atacar · Estibador 1")
    assert nerea.look(part=PANEL).words.startswith("Responde la DJ")
    assert "Pasar turno" not in dock(world, "nerea")
    answers = []
    while (words := narrator.look(part=PANEL).words).startswith("Atacar ahora"):
        answers.append(words)
        narrator.press()
    assert len(answers) > 1
    assert all(words.startswith("Atacar ahora d20 + 3") and "%" in words for words in answers), answers
    assert not store.read(world.encounter.pk).head.open, "what they roll, and her shot, falls with the last answer"


def test_a_die_that_says_who_is_struck_says_so_on_its_button(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Teo attacks the foreman, who is in Lur's grip. The first die decides which of the two is hit (D20C-CIR-06)."""
    monkeypatch.setattr(deeds, "_random", High())
    assert world.post("bitacora", "grapple", "Lur Etxeberria", target=world.id("Capataz"), enters="on") in (200, 302)
    world.turn_to("Teo Marín")
    at = {"action": "attack", "filled": f"act:{world.id('Teo Marín')}:attack", "weapon": "unarmed"}
    free, grabbed = (dock(world, "teo", **at, target=world.id(name)) for name in ("Estibador 1", "Capataz"))
    assert "Atacar · Estibador 1" in free
    assert "A quién alcanza" not in free
    assert "Tirar d2<" in grabbed
    assert "Atacar · Capataz · A quién alcanza" in grabbed


def test_who_has_answered_reads_which_friend_is_still_asked(world: World) -> None:
    """D20C-AOO-04: the foreman shoots beside Teo and Lur, played by the game master."""
    world.turn_to("Capataz")
    world.beside("Capataz", "Teo Marín", "Lur Etxeberria")
    assert world.post("bitacora", "attack", "Capataz", target=world.id("Nerea Salas")) in (200, 302)
    url = reverse("combat:fight", args=[world.encounter.pk])
    teo = Person(world.client("teo"), url)
    assert teo.press()[0].startswith("Atacar ahora")
    assert teo.look(part=PANEL).words.startswith("Responde Lur Etxeberria")
    nerea = Person(world.client("nerea"), url)
    assert nerea.look(part=PANEL).words.startswith("Actúa Capataz"), "of a question to others she knows nothing"


def test_who_is_aware_is_asked_beside_the_initiative(world: World) -> None:
    """D20C-SEQ-03: one has to say it before the dice fall."""
    dj = User.objects.get(username="bitacora")
    world.post("bitacora", "archive", "Nerea Salas")
    scene = store.create(table=world.table, name="El callejón", user=dj)
    rows = [sheets.character_row(Character.objects.get(name="Nerea Salas"))]
    services.enlist(encounter=scene, user=dj, rows=rows, key="enlist-of-this-test")
    panel = page(world.client("bitacora").get(scene.get_absolute_url())).partition('id="panel"')[2]
    assert "Quién está al tanto" in panel[: panel.index("</main>")]


def test_a_group_act_that_a_player_held_up_goes_on_by_one_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The foreman shoots beside Teo, who strikes at him; then all that is left falls at once."""
    monkeypatch.setattr(deeds, "_random", High())
    world.turn_to("Capataz")
    world.beside("Capataz", "Teo Marín")
    url = reverse("combat:fight", args=[world.encounter.pk])
    teo, narrator = Person(world.client("teo"), url), Person(world.client("bitacora"), url)
    shown = narrator.look("?panel=group", part=PANEL)
    data: dict[str, list[str]] = {"key": ["group-act-of-this-test"]}
    for name, value in shown.controls:
        if name not in ("key", "csrfmiddlewaretoken"):
            data.setdefault(name, []).append(value)
    assert narrator.client.post(shown.act, data).status_code in (200, 302)
    assert teo.press()[0].startswith("Atacar ahora d20 + 3")
    assert narrator.press()[0].startswith("Tirar")
    read = store.read(world.encounter.pk)
    waiting = waits_for(read.system, read.head)
    left = [read.head.fight.combatants[one.to] for one in (waiting.requests if waiting else ()) if one.to]
    assert all(one.controllers for one in left), "only players may still be asked"


def test_who_waits_for_the_initiative_of_others_reads_whose_it_is(world: World) -> None:
    """Those who are surprised do not roll: their main button is an hourglass all the same."""
    dj = User.objects.get(username="bitacora")
    world.post("bitacora", "archive", "Nerea Salas")
    scene = store.create(table=world.table, name="El callejón", user=dj)
    people = Character.objects.filter(name__in=("Nerea Salas", "Teo Marín"))
    rows = [sheets.character_row(one) for one in people]
    services.enlist(encounter=scene, user=dj, rows=rows, key="enlist-of-this-test")
    who = {one.name: one.id for one in store.read(scene.pk).head.fight.combatants.values()}
    for name, inputs in (("awareness", {"aware": [who["Nerea Salas"]]}), ("initiative", {})):
        services.act(encounter=scene.pk, user=dj, deed=Deed("command", name, inputs=inputs), key=f"{name}-of-this-test")
    assert Person(world.client("teo"), scene.get_absolute_url()).look(part=PANEL).words == "Responde Nerea Salas"


def test_who_rolls_a_save_with_others_reads_the_own_die_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grenade beside Nerea and Teo: Nerea reads her face while Teo still rolls, and her sum after him."""
    monkeypatch.setattr(deeds, "_random", High())
    for verb, weapon in (("drop", "fusil"), ("draw", "granada")):
        assert world.post("bitacora", "gear", "Vigilante del tejado", verb=verb, weapon=weapon) in (200, 302)
    assert world.post("bitacora", "throw_explosive", "Vigilante del tejado", weapon="granada", feet="10") in (200, 302)
    master = User.objects.get(username="bitacora")
    caught = {"caught": {world.id(name): "none" for name in ("Nerea Salas", "Teo Marín")}}
    services.act(
        encounter=world.encounter.pk,
        user=master,
        deed=Deed("answer", request="burst:caught", inputs=caught),
        key="who-is-caught",
    )
    url = reverse("combat:fight", args=[world.encounter.pk])
    while not (nerea := Person(world.client("nerea"), url)).look(part=PANEL).act:
        assert Person(world.client("bitacora"), url).press()[1] is not None
    nerea.press()
    fragment = reverse("combat:fragment", args=[world.encounter.pk, "result"])
    assert "Reflejos de <b>Nerea Salas</b>: 15" in page(nerea.client.get(fragment))
    Person(world.client("teo"), url).press()
    shown = page(nerea.client.get(fragment))
    assert 'aria-label="15"' in shown
    assert "Reflejos de <b>Nerea Salas</b>: 15<" not in shown


def test_several_who_are_asked_answer_in_the_plural(world: World) -> None:
    dj = User.objects.get(username="bitacora")
    world.post("bitacora", "archive", "Nerea Salas")
    scene = store.create(table=world.table, name="El callejón", user=dj)
    rows = [sheets.character_row(one) for one in Character.objects.all()]
    services.enlist(encounter=scene, user=dj, rows=rows, key="enlist-of-this-test")
    services.act(encounter=scene.pk, user=dj, deed=Deed("command", "initiative", inputs={}), key="rolled-in-this-test")
    sala = page(world.client("sala").get(reverse("combat:screen", args=[world.table.pk])))
    assert "Responden Nerea Salas" in sala
