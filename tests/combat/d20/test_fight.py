"""The demo table of d20 on its pages: the fight, its forms, what counts in an attack."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from characters.models import Character
from combat import deeds, history, services, sheets, store
from combat.deeds import Deed
from combat.policy import seat_or_404
from combat.templatetags.fight import explained, roll_rest
from rules.core.engine import waits_for
from rules.core.facts import Fact
from tapiz_site.accounts.models import User
from tapiz_site.templatetags.look import die
from tests.combat.d20.table import Faces, World, acts_of, dock, dock_of, page, panel, parts_of
from tests.combat.pressing import PANEL, Person

pytestmark = pytest.mark.django_db


def test_fight_opens_for_all_people_of_the_table(world: World) -> None:
    for username in ("bitacora", "nerea", "sala"):
        shown = page(world.client(username).get(reverse("combat:fight", args=[world.encounter.pk])))
        assert "cobertura de un cuarto" in shown, username
        assert ("Vigilante" in shown) is (username == "bitacora"), username


def test_every_form_of_the_fight_opens(world: World) -> None:
    client = world.client("bitacora")
    panel = reverse("combat:panel", args=[world.encounter.pk])
    system = store.read(world.encounter.pk).system
    for name, action in system.actions.items():
        if not action.internal:
            page(client.get(panel, {"panel": "verb", "action": name, "actor": world.id("Nerea Salas")}))


def test_a_d20_is_drawn_with_its_number() -> None:
    for drawn in (die(18), die(4, 20)):
        assert "#d" not in drawn, "the sprite has the faces of six-sided dice alone"
    assert ">18</text>" in die(18)
    assert "#d4" in die(4)


def test_what_counts_in_an_attack_is_looked_over_before_the_die(world: World) -> None:
    """D20C-CIR-02: Lur charges the foreman, who has cover."""
    answer = world.post(
        "bitacora", "charge", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed", feet="40", review="on"
    )
    assert answer in (200, 302)
    shown = panel(world, "bitacora")
    assert "Lo que cuenta en este ataque" in shown
    assert "carga" in shown
    others = page(world.client("teo").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Lo que cuenta en este ataque" not in others


def test_what_can_be_done_follows_the_turn_while_the_form_stays(world: World) -> None:
    client, fight = world.client("teo"), reverse("combat:fight", args=[world.encounter.pk])
    shown = page(client.get(fight))
    waiting, folded = acts_of(shown)
    assert "Moverse" in waiting, "what waits for the turn can be prepared"
    assert "Todavía no le toca." not in folded
    (token,) = re.findall(r'name="token" value="([^"]+)"', shown)
    world.turn_to("Teo Marín")
    whole = reverse("combat:fragment", args=[world.encounter.pk, "all"])
    news = page(client.get(whole, {"token": token, "action": "attack"}))
    assert 'id="panel"' not in news
    possible, folded = acts_of(news)
    assert "Moverse" in possible
    assert "Nadie está moribundo." in folded


def test_a_prepared_form_gives_way_to_what_the_turn_proposes_unless_it_was_picked(world: World) -> None:
    """D20H-REC-06: Nerea is dying when the turn comes to Teo, whose page still shows an attack."""
    url, whole = (reverse(f"combat:{name}", args=[world.encounter.pk, *more]) for name, more in (
        ("fight", ()), ("fragment", ("all",))
    ))  # fmt: skip
    teo = world.client("teo")
    (token,) = re.findall(r'name="token" value="([^"]+)"', page(teo.get(url)))
    picked = page(teo.get(url, {"action": "attack"}))
    assert 'name="picked"' in picked
    world.turn_to("Teo Marín")
    harm = {"amount": 37, "targets": {world.id("Nerea Salas"): "full"}, "single_blow": False}
    world.act(Deed("command", "damage", inputs=harm))
    shown = {"token": token, "action": "attack"}
    assert "Estabilizar · Nerea Salas" in page(teo.get(whole, shown))
    assert "Atacar · Capataz" in page(teo.get(whole, {**shown, "picked": "1"}))


def test_a_form_that_others_made_impossible_gives_way(world: World) -> None:
    """The game master looks on while Teo attacks: the next press is then the end of his turn."""
    world.turn_to("Teo Marín")
    url = reverse("combat:fight", args=[world.encounter.pk])
    teo, narrator = Person(world.client("teo"), url), Person(world.client("bitacora"), url)
    before = narrator.look()
    sent: dict[str, list[str]] = {}
    for name, value in before.controls:
        sent.setdefault(name, []).append(value)
    assert "Atacar" in before.words
    teo.press()
    while store.read(world.encounter.pk).head.open:
        assert any(one.press()[1] is not None for one in (teo, narrator))
    whole = reverse("combat:fragment", args=[world.encounter.pk, "all"])
    (button,) = re.findall(r"btn--next.*?</button>", page(narrator.client.get(whole, sent)), re.DOTALL)
    assert "Pasar turno" in button
    world.post("bitacora", "pause", "Teo Marín")
    assert 'name="action" value="attack"' in page(narrator.client.get(whole, sent)), "a pause takes no form away"


def test_whom_one_fights_hand_to_hand_is_proposed_before_the_last_target(world: World) -> None:
    world.turn_to("Nerea Salas")
    nerea = Person(world.client("nerea"), reverse("combat:fight", args=[world.encounter.pk]))
    assert "Atacar · Capataz" in nerea.look(part=PANEL).words, "her last target"
    world.beside("Nerea Salas", "Estibador 2")
    assert "Atacar · Estibador 2" in nerea.look(part=PANEL).words


def test_those_one_stands_beside_share_a_chip(world: World) -> None:
    world.beside("Lur Etxeberria", "Capataz", "Estibador 1")
    shown = page(world.client("teo").get(reverse("combat:fight", args=[world.encounter.pk])))
    order = " ".join(re.sub(r"<[^>]+>", " ", shown[shown.index('id="f-order"') :]).split())
    assert "cuerpo a cuerpo: Capataz y Estibador 1" in re.sub(r" (?=[,:])", "", order), order[:900]


@pytest.mark.parametrize("faces", [(12, 3), (20, 20, 3, 3, 1, 2), (1,)])
def test_an_act_has_one_why_that_explains_every_sum_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch, faces: tuple[int, ...]
) -> None:
    """Two links and more would scroll sideways on a phone. A critical hit ends with a save of the target alone."""
    monkeypatch.setattr(deeds, "_random", Faces(*faces))
    assert world.post("bitacora", "attack", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed") == 302
    seat = seat_or_404(User.objects.get(username="bitacora"), world.encounter.pk)
    told = history.newest_resolution(seat, seat.viewer)
    shown = page(world.client("bitacora").get(reverse("combat:fight", args=[world.encounter.pk])))
    result = shown[shown.index('class="line result__whys"') :]
    links = re.findall(r'href="([^"]*/por-que/[^"]*)"', result[: result.index("</div>")])
    assert len(links) == 1
    why = re.sub(r"<[^>]+>", "", page(world.client("bitacora").get(links[0])))
    sums = [line.speaker.text(fact) for line in explained(told) for fact in line.facts if fact.terms]
    assert len(sums) > 1
    for text in sums:
        assert text in why
    assert "… " not in why.partition("Cerrar")[2]


def test_no_part_of_the_turn_is_marked_where_its_end_is_proposed(world: World) -> None:
    url = reverse("combat:fight", args=[world.encounter.pk])
    assert parts_of(page(world.client("bitacora").get(url))) == [" part--next", "", ""]
    assert world.post("bitacora", "attack", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed") == 302
    assert parts_of(page(world.client("bitacora").get(url))) == [" part--spent", "", ""]


def test_after_the_attack_its_end_is_proposed_and_what_is_left_of_the_turn_stays_in_sight(world: World) -> None:
    """A move is still possible, so it is not folded away among what is not."""
    answer = world.post("bitacora", "attack", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed")
    assert answer in (200, 302)
    while store.read(world.encounter.pk).head.open:
        world.send("bitacora", f"{reverse('combat:act', args=[world.encounter.pk])}?do=roll_all")
    shown = panel(world, "bitacora")
    assert "Pasar turno" in shown.split("btn--next")[-1]
    acts, folded = shown.split('class="five acts"')[1].split("Ahora no (", 1)
    assert "Moverse" in acts
    assert "Moverse" not in folded.split("</details>")[0]


def test_what_is_not_in_hand_is_shown_with_its_reason_and_a_button_that_draws_it(world: World) -> None:
    """D20C-MVA-04, D20C-AOT-04: the watchman on the roof holds his rifle; to throw a grenade takes two taps."""
    world.turn_to("Vigilante del tejado")
    shown = panel(world, "bitacora", action="throw_explosive")
    assert "No está en la mano." in shown
    assert "Desenfundar: Granada" not in shown
    shown = world.press("bitacora", shown, "Soltar: Fusil")
    assert "No está en la mano." in shown
    shown = world.press("bitacora", shown, "Desenfundar: Granada")
    assert "No está en la mano." not in shown
    assert world.post("bitacora", "throw_explosive", "Vigilante del tejado", feet="10") in (200, 302)


def test_each_cover_in_a_blast_has_an_id_of_its_own(world: World) -> None:
    """D20C-COV-04: no one, and a combatant in the open, are two choices."""
    for verb, weapon in (("drop", "fusil"), ("draw", "granada")):
        assert world.post("bitacora", "gear", "Vigilante del tejado", verb=verb, weapon=weapon) in (200, 302)
    assert world.post("bitacora", "throw_explosive", "Vigilante del tejado", weapon="granada", feet="10") in (200, 302)
    client, fight = world.client("bitacora"), reverse("combat:fight", args=[world.encounter.pk])
    shown = page(client.get(fight))
    assert "¿A quién alcanza la explosión?" in shown
    # the button lists the targets that the form has now
    assert "Aplicar<small>nadie</small>" in dock_of(shown)
    (name,) = re.findall(r'name="filled" value="([^"]+)"', shown)
    caught = {f"caught__{world.id(who)}": "none" for who in ("Capataz", "Estibador 2")}
    assert "Aplicar<small>Capataz, Estibador 2</small>" in dock(world, "bitacora", filled=name, **caught)
    caught |= {f"caught__{world.id(who)}": "none" for who in ("Estibador 1", "Estibador 3", "Teo Marín")}
    assert "y 2 más</small>" in dock(world, "bitacora", filled=name, **caught)
    ids = re.findall(r'<input[^>]* id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))


def asked_people(world: World, action: str, name: str) -> str:
    """The row of the form in which people are chosen for this input."""
    shown = panel(world, "bitacora", panel="act", actor=world.id("Lur Etxeberria"), action=action)
    row = rf'<div class="ask-row"(?:(?!<div class="ask-row").)*name="{name}".*?</details>'
    found = re.search(row, shown, re.DOTALL)
    assert found is not None, shown
    return found[0]


def test_where_several_are_chosen_friends_stand_behind_a_fold(world: World) -> None:
    near, _fold, others = asked_people(world, "move", "beside").partition("<details")
    assert "Capataz" in near
    assert "Nerea Salas" not in near
    assert "Nerea Salas" in others


def test_who_prepares_with_two_sees_the_one_who_comes_next(world: World) -> None:
    dj = User.objects.get(username="bitacora")
    world.post("bitacora", "archive", "Nerea Salas")
    Character.objects.get(name="Lur Etxeberria").players.add(User.objects.get(username="teo"))
    scene = store.create(table=world.table, name="El callejón", user=dj)
    rows = [sheets.character_row(one) for one in Character.objects.all()]
    services.enlist(encounter=scene, user=dj, rows=rows, key="enlist-of-this-test")

    def act(deed: Deed) -> None:
        services.act(encounter=scene.pk, user=dj, deed=deed, key=store.new_id())

    act(Deed("command", "initiative"))
    names = {one.id: one.name for one in store.read(scene.pk).head.fight.combatants.values()}
    faces = {"Teo Marín": 19, "Nerea Salas": 10, "Lur Etxeberria": 2}
    for who, name in names.items():
        read = store.read(scene.pk)
        waiting = waits_for(read.system, read.head)
        request = next(one for one in (waiting.requests if waiting else ()) if one.to == who)
        act(Deed("answer", request=request.key, inputs={"faces": [faces[name]]}))
    read = store.read(scene.pk)
    act(Deed("command", "end_turn", moment=read.system.moment(read.head.fight)))
    shown = page(world.client("teo").get(scene.get_absolute_url())).partition('id="panel"')[2]
    assert re.findall(r"<h2[^>]*>([^<]+)</h2>", shown)[0] == "Lur Etxeberria"


def test_a_single_die_needs_no_number_of_its_own(world: World) -> None:
    attack = {"target": world.id("Capataz"), "weapon": "unarmed"}
    read = store.read(world.encounter.pk)
    world.act(Deed("command", "attack", world.id("Lur Etxeberria"), attack, read.system.moment(read.head.fight)))
    shown = panel(world, "bitacora")
    assert '<label for="face0">d20</label>' in shown


def test_a_readied_act_is_in_sight_of_who_holds_it_and_of_the_game_master(world: World) -> None:
    """D20C-RDY-04: it interrupts another, so it must not be looked for."""
    world.turn_to("Nerea Salas")
    world.post("nerea", "ready", "Nerea Salas", what="attack", trigger="alguien cruza la puerta")
    assert "Usar lo preparado" not in dock(world, "nerea"), "not in the own turn"
    world.post("nerea", "end_turn", "Nerea Salas")
    assert "Usar lo preparado" in dock(world, "nerea")
    assert "Usar lo preparado" in dock(world, "bitacora")
    assert "Usar lo preparado" not in dock(world, "teo")


def test_nothing_is_added_to_dice_where_nothing_counts() -> None:
    assert [roll_rest(Fact("roll.total", value=rest)) for rest in (3, 0, -2)] == ["+ 3", "", "− 2"]
