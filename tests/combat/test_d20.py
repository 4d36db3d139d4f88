"""The demo table of d20 on its pages: the fight, its forms, what counts in an attack, the sheet, making one, paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import deeds, demo, history, services, sheets, store
from combat.deeds import Deed
from combat.models import Encounter
from combat.policy import seat_or_404
from combat.templatetags.fight import explained, roll_rest
from rules.core.engine import waits_for
from rules.core.facts import Fact
from tapiz_site.accounts.models import User
from tapiz_site.templatetags.look import die
from tests.combat.pressing import Person
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db


class World:
    """The demo table, its people by log-in, and its fight."""

    def __init__(self) -> None:
        demo.load(next(path for path in demo.demos() if path.parent.name == "d20"))
        self.encounter = Encounter.objects.get(free=False)
        self.table = self.encounter.table
        self.keys = 0

    def client(self, username: str) -> Client:
        client = Client()
        client.force_login(User.objects.get(username=username))
        return client

    def id(self, name: str) -> str:
        fight = store.read(self.encounter.pk).head.fight
        return next(one.id for one in fight.combatants.values() if one.called(by_game_master=True) == name)

    def post(self, username: str, action: str, actor: str, **values: str) -> int:
        """Begin a command as a browser does."""
        read = store.read(self.encounter.pk)
        moment = read.system.moment(read.head.fight)
        query = urlencode({"do": "command", "action": action, "actor": self.id(actor), "moment": moment, "rolls": "1"})
        return self.send(username, f"{reverse('combat:act', args=[self.encounter.pk])}?{query}", **values)

    def send(self, username: str, address: str, **values: str) -> int:
        """Send the page's form to the address of a button."""
        self.keys += 1
        return self.client(username).post(address, {"key": f"key-{self.keys}-of-this-test", **values}).status_code

    def press(self, username: str, shown: str, label: str) -> str:
        """Press a button of a page by its words; returns the next page."""
        (found,) = re.findall(rf'formaction="([^"]+)"[^>]*>(?:(?!</button>).)*{re.escape(label)}', shown, re.DOTALL)
        assert self.send(username, unescape(found)) in (200, 302)
        return page(self.client(username).get(reverse("combat:fight", args=[self.encounter.pk])))


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(World, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return as_made(_world)


def page(response: object) -> str:
    assert response.status_code == 200, response.status_code  # type: ignore[attr-defined]
    return str(response.content.decode())  # type: ignore[attr-defined]


@pytest.mark.parametrize("username", ["bitacora", "nerea", "sala"])
def test_fight_opens_for_all_people_of_the_table(world: World, username: str) -> None:
    shown = page(world.client(username).get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "cobertura de un cuarto" in shown
    assert ("Vigilante" in shown) is (username == "bitacora")


def test_every_form_of_the_fight_opens(world: World) -> None:
    client = world.client("bitacora")
    fight = reverse("combat:fight", args=[world.encounter.pk])
    system = store.read(world.encounter.pk).system
    for name, action in system.actions.items():
        if not action.internal:
            page(client.get(fight, {"panel": "verb", "action": name, "actor": world.id("Nerea Salas")}))


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
    shown = page(world.client("bitacora").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Lo que cuenta en este ataque" in shown
    assert "carga" in shown
    others = page(world.client("teo").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Lo que cuenta en este ataque" not in others


def acts_of(shown: str) -> tuple[str, str]:
    """The actions of a panel: what can be chosen, and what is folded away with its reason."""
    acts = shown.partition('id="f-acts"')[2].partition('id="f-others"')[0]
    chosen, _, folded = acts.partition("not-now")
    return chosen, folded


def test_what_can_be_done_follows_the_turn_while_the_form_stays(world: World) -> None:
    client, fight = world.client("teo"), reverse("combat:fight", args=[world.encounter.pk])
    shown = page(client.get(fight))
    waiting, folded = acts_of(shown)
    assert "Moverse" in waiting, "what waits for the turn can be prepared"
    assert "Todavía no le toca." not in folded
    (token,) = re.findall(r'name="token" value="([^"]+)"', shown)
    # the turn comes to Teo
    for name in ("Lur Etxeberria", "Vigilante del tejado", "Estibador 1", "Estibador 2", "Estibador 3"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
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
    for name in ("Lur Etxeberria", "Vigilante del tejado", "Estibador 1", "Estibador 2", "Estibador 3"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
    nerea = world.id("Nerea Salas")
    harm = {"amount": 37, "targets": {nerea: "full"}, "single_blow": False}
    master = User.objects.get(username="bitacora")
    services.act(encounter=world.encounter.pk, user=master, deed=Deed("command", "damage", inputs=harm), key="harm-it")
    shown = {"token": token, "action": "attack"}
    assert "Estabilizar · Nerea Salas" in page(teo.get(whole, shown))
    assert "Atacar · Capataz" in page(teo.get(whole, {**shown, "picked": "1"}))


def test_a_form_that_others_made_impossible_gives_way(world: World) -> None:
    """The game master looks on while Teo attacks: the next press is then the end of his turn."""
    for name in ("Lur Etxeberria", "Vigilante del tejado", "Estibador 1", "Estibador 2", "Estibador 3"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
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


class High:
    """Dice that show 15, or the most that they can."""

    def randint(self, least: int, most: int) -> int:
        return min(most, 15)


def test_an_attack_of_opportunity_is_one_press_that_names_its_roll(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nerea shoots beside two dockers: she reads who answers, and has no button that would be refused."""
    monkeypatch.setattr(deeds, "_random", High())
    url = reverse("combat:fight", args=[world.encounter.pk])
    nerea, teo, narrator = (Person(world.client(name), url) for name in ("nerea", "teo", "bitacora"))
    for _press in range(30):
        # the dockers strike at Nerea and so stand beside her
        shown = nerea.look()
        if shown.act and "Atacar" in shown.words:
            break
        assert any(one.press()[1] is not None for one in (narrator, teo))
    assert "Atacar · Estibador 1" in shown.words
    nerea.press()
    assert nerea.look().words.startswith("Responde la DJ")
    assert "Pasar turno" not in dock_of(page(nerea.client.get(url)))
    answers = []
    while (words := narrator.look().words).startswith("Atacar ahora"):
        answers.append(words)
        narrator.press()
    assert len(answers) > 1
    assert all(words.startswith("Atacar ahora d20 + 3") and "%" in words for words in answers), answers
    assert not store.read(world.encounter.pk).head.open, "what they roll, and her shot, falls with the last answer"


def test_a_die_that_says_who_is_struck_says_so_on_its_button(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Teo attacks the foreman, who is in Lur's grip. The first die decides which of the two is hit (D20C-CIR-06)."""
    monkeypatch.setattr(deeds, "_random", High())
    assert world.post("bitacora", "grapple", "Lur Etxeberria", target=world.id("Capataz"), enters="on") in (200, 302)
    for name in ("Lur Etxeberria", "Vigilante del tejado", *(f"Estibador {number}" for number in (1, 2, 3))):
        world.post("bitacora", "end_turn", name)
    url = reverse("combat:fight", args=[world.encounter.pk])
    at = {"action": "attack", "filled": f"act:{world.id('Teo Marín')}:attack", "weapon": "unarmed"}
    client = world.client("teo")
    free, grabbed = (
        dock_of(page(client.get(url, {**at, "target": world.id(name)}))) for name in ("Estibador 1", "Capataz")
    )
    assert "Atacar · Estibador 1" in free
    assert "A quién alcanza" not in free
    assert "Tirar d2<" in grabbed
    assert "Atacar · Capataz · A quién alcanza" in grabbed


def dock_of(shown: str) -> str:
    """What stands in the dock of a page of the fight."""
    return shown.partition('id="f-dock"')[2].partition('id="panel"')[0]


def test_who_has_answered_reads_which_friend_is_still_asked(world: World) -> None:
    """D20C-AOO-04: the foreman shoots beside Teo and Lur, played by the game master."""
    docks = ("Estibador 1", "Estibador 2", "Estibador 3")
    for name in ("Lur Etxeberria", "Vigilante del tejado", *docks, "Teo Marín", "Nerea Salas"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
    foreman = world.id("Capataz")
    for name in ("Teo Marín", "Lur Etxeberria"):
        world.post("bitacora", "relate", "Capataz", of=foreman, to=world.id(name), what="adjacent:adjacent")
    assert world.post("bitacora", "attack", "Capataz", target=world.id("Nerea Salas")) in (200, 302)
    url = reverse("combat:fight", args=[world.encounter.pk])
    teo = Person(world.client("teo"), url)
    assert teo.press()[0].startswith("Atacar ahora")
    assert teo.look().words.startswith("Responde Lur Etxeberria")
    nerea = Person(world.client("nerea"), url)
    assert nerea.look().words.startswith("Actúa Capataz"), "of a question to others she knows nothing"


def test_whom_one_fights_hand_to_hand_is_proposed_before_the_last_target(world: World) -> None:
    docks = ("Estibador 1", "Estibador 2", "Estibador 3")
    for name in ("Lur Etxeberria", "Vigilante del tejado", *docks, "Teo Marín"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
    nerea = Person(world.client("nerea"), reverse("combat:fight", args=[world.encounter.pk]))
    assert "Atacar · Capataz" in nerea.look().words, "her last target"
    docker = world.id("Estibador 2")
    world.post("bitacora", "relate", "Nerea Salas", of=world.id("Nerea Salas"), to=docker, what="adjacent:adjacent")
    assert "Atacar · Estibador 2" in nerea.look().words


def test_those_one_stands_beside_share_a_chip(world: World) -> None:
    lur = world.id("Lur Etxeberria")
    for name in ("Capataz", "Estibador 1"):
        world.post("bitacora", "relate", "Lur Etxeberria", of=lur, to=world.id(name), what="adjacent:adjacent")
    shown = page(world.client("teo").get(reverse("combat:fight", args=[world.encounter.pk])))
    order = " ".join(re.sub(r"<[^>]+>", " ", shown[shown.index('id="f-order"') :]).split())
    assert "cuerpo a cuerpo: Capataz y Estibador 1" in re.sub(r" (?=[,:])", "", order), order[:900]


class Faces:
    """Dice that show these faces one after the other."""

    def __init__(self, *faces: int) -> None:
        self.faces = iter(faces)

    def randint(self, least: int, most: int) -> int:
        return next(self.faces)


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


def parts_of(shown: str) -> list[str]:
    """The parts of the turn in the header, each with what the drawing says of it."""
    return re.findall(r'<li class="part([^"]*)"', shown)


def test_no_part_of_the_turn_is_marked_where_its_end_is_proposed(world: World) -> None:
    url = reverse("combat:fight", args=[world.encounter.pk])
    assert parts_of(page(world.client("bitacora").get(url))) == [" part--next", "", ""]
    assert world.post("bitacora", "attack", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed") == 302
    assert parts_of(page(world.client("bitacora").get(url))) == [" part--spent", "", ""]


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
    docks = ("Estibador 1", "Estibador 2", "Estibador 3")
    for name in ("Lur Etxeberria", "Vigilante del tejado", *docks, "Teo Marín", "Nerea Salas"):
        assert world.post("bitacora", "end_turn", name) in (200, 302)
    foreman, healer = world.id("Capataz"), world.id("Teo Marín")
    world.post("bitacora", "relate", "Capataz", of=foreman, to=healer, what="adjacent:adjacent")
    url = reverse("combat:fight", args=[world.encounter.pk])
    teo, narrator = Person(world.client("teo"), url), Person(world.client("bitacora"), url)
    shown = narrator.look("?panel=group")
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
    assert Person(world.client("teo"), scene.get_absolute_url()).look().words == "Responde Nerea Salas"


def test_sheet_says_every_number(world: World) -> None:
    nerea = Character.objects.get(name="Nerea Salas")
    shown = page(world.client("nerea").get(reverse("characters:show", args=[nerea.pk])))
    for words in ("Umbral de daño masivo", "Defensa de toque", "Piruetas", "Armas de fuego personales", "Chaleco"):
        assert words in shown


def test_sheet_is_written_whole_and_rises(world: World) -> None:
    nerea = Character.objects.get(name="Nerea Salas")
    page(world.client("nerea").get(reverse("characters:edit", args=[nerea.pk])))
    nerea_client = world.client("nerea")
    answered = nerea_client.get(reverse("characters:advance", args=[nerea.pk]))
    page(nerea_client.get(answered["Location"]))


@pytest.mark.parametrize("name", ["Nerea Salas", "Teo Marín", "Lur Etxeberria"])
def test_sheet_is_printed(world: World, name: str) -> None:
    one = Character.objects.get(name=name)
    shown = page(world.client("bitacora").get(reverse("characters:print", args=[one.pk])))
    assert name in shown
    assert "Umbral de daño masivo" in shown


def test_blank_sheets_are_printed(world: World) -> None:
    page(world.client("bitacora").get(reverse("characters:print_blank", args=[world.table.pk])))


STEPS: dict[str, dict[str, str | list[str]]] = {
    "class": {
        "character_name": "Adela",
        "class": "own",
        "class_name": "Piloto",
        "level": "2",
        "hit_die": "8",
        "reflex_growth": "good",
        "skill_points": "5",
    },
    "abilities": {"method": "array", "dealt": "5,0,2,3,1,4"},
    "feats": {"chosen_feats": ["personal_firearms", "improved_initiative"]},
    "trained": {
        "trained": ["drive", "repair", "spot", "listen", "hide"],
        "skills__0__skill": "search",
        "skills__0__ranks": "5",
    },
    "gear": {"kit": "none", "more_gear": ["torch"], "weapons__0__name": "Pistola", "weapons__0__dice": "2d6"},
    "about": {"background": "Conduce de noche."},
}


def test_character_is_made_step_by_step(world: World) -> None:
    client = world.client("nerea")
    order = [*STEPS, "repaso"]
    for step, following in zip(STEPS, order[1:], strict=False):
        here = reverse("characters:step", args=[world.table.pk, "person", step])
        page(client.get(here))
        answer = client.post(here, {**STEPS[step], "go": "next"})
        assert answer.headers.get("Location") == reverse(
            "characters:step", args=[world.table.pk, "person", following]
        ), answer.content.decode()[-3000:]
    client.post(reverse("characters:step", args=[world.table.pk, "person", "repaso"]), {"go": "finish"})
    made = Character.objects.get(name="Adela")
    assert (made.sheet["dexterity"], made.sheet["class_name"], made.sheet["level"]) == (15, "Piloto", 2)
    assert sum(row["ranks"] for row in made.sheet["skills"]) == (5 + 1) * (2 + 3)
    assert {*made.possessions.values_list("name", flat=True)} == {"Pistola", "Linterna"}
    page(client.get(made.get_absolute_url()))


def test_character_is_made_at_once(world: World) -> None:
    client = world.client("nerea")
    start = page(client.get(reverse("characters:start", args=[world.table.pk])))
    assert "Socorrista" in start
    client.post(reverse("characters:quick", args=[world.table.pk]), {"character_name": "Telmo", "archetype": "carer"})
    made = Character.objects.get(name="Telmo")
    assert made.sheet["wisdom"] == 15
    told = page(client.get(reverse("characters:made", args=[made.pk])))
    assert "Por qué así" in told
    assert "Sabe usar todo lo que lleva." in told


def test_after_the_attack_its_end_is_proposed_and_what_is_left_of_the_turn_stays_in_sight(world: World) -> None:
    """A move is still possible, so it is not folded away among what is not."""
    answer = world.post("bitacora", "attack", "Lur Etxeberria", target=world.id("Capataz"), weapon="unarmed")
    assert answer in (200, 302)
    while store.read(world.encounter.pk).head.open:
        world.send("bitacora", f"{reverse('combat:act', args=[world.encounter.pk])}?do=roll_all")
    shown = page(world.client("bitacora").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Pasar turno" in shown.split("btn--next")[-1]
    acts, folded = shown.split('class="five acts"')[1].split("Ahora no (", 1)
    assert "Moverse" in acts
    assert "Moverse" not in folded.split("</details>")[0]


def test_what_is_not_in_hand_is_shown_with_its_reason_and_a_button_that_draws_it(world: World) -> None:
    """D20C-MVA-04, D20C-AOT-04: the watchman on the roof holds his rifle; to throw a grenade takes two taps."""
    fight = store.read(world.encounter.pk).head.fight
    assert world.post("bitacora", "end_turn", fight.combatants[fight.round.acting].called(by_game_master=True)) == 302
    address = reverse("combat:fight", args=[world.encounter.pk])
    shown = page(world.client("bitacora").get(address, {"action": "throw_explosive"}))
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
    assert "Aplicar<small>Capataz, Estibador 2</small>" in dock_of(page(client.get(fight, {"filled": name, **caught})))
    caught |= {f"caught__{world.id(who)}": "none" for who in ("Estibador 1", "Estibador 3", "Teo Marín")}
    assert "y 2 más</small>" in dock_of(page(client.get(fight, {"filled": name, **caught})))
    ids = re.findall(r'<input[^>]* id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))


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
    while not (nerea := Person(world.client("nerea"), url)).look().act:
        assert Person(world.client("bitacora"), url).press()[1] is not None
    nerea.press()
    fragment = reverse("combat:fragment", args=[world.encounter.pk, "result"])
    assert "Reflejos de <b>Nerea Salas</b>: 15" in page(nerea.client.get(fragment))
    Person(world.client("teo"), url).press()
    shown = page(nerea.client.get(fragment))
    assert 'aria-label="15"' in shown
    assert "Reflejos de <b>Nerea Salas</b>: 15<" not in shown


def asked_people(world: World, action: str, name: str) -> str:
    """The row of the form in which people are chosen for this input."""
    fight = reverse("combat:fight", args=[world.encounter.pk])
    shown = page(world.client("bitacora").get(f"{fight}?panel=act&actor={world.id('Lur Etxeberria')}&action={action}"))
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
    dj = User.objects.get(username="bitacora")
    attack = {"target": world.id("Capataz"), "weapon": "unarmed"}
    read = store.read(world.encounter.pk)
    deed = Deed("command", "attack", world.id("Lur Etxeberria"), attack, read.system.moment(read.head.fight))
    services.act(encounter=world.encounter.pk, user=dj, deed=deed, key="attack-of-this-test")
    shown = page(world.client("bitacora").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert '<label for="face0">d20</label>' in shown


def test_several_who_are_asked_answer_in_the_plural(world: World) -> None:
    dj = User.objects.get(username="bitacora")
    world.post("bitacora", "archive", "Nerea Salas")
    scene = store.create(table=world.table, name="El callejón", user=dj)
    rows = [sheets.character_row(one) for one in Character.objects.all()]
    services.enlist(encounter=scene, user=dj, rows=rows, key="enlist-of-this-test")
    services.act(encounter=scene.pk, user=dj, deed=Deed("command", "initiative", inputs={}), key="rolled-in-this-test")
    sala = page(world.client("sala").get(reverse("combat:screen", args=[world.table.pk])))
    assert "Responden Nerea Salas" in sala


def test_a_readied_act_is_in_sight_of_who_holds_it_and_of_the_game_master(world: World) -> None:
    """D20C-RDY-04: it interrupts another, so it must not be looked for."""
    while "Nerea Salas" not in (turn := acting(world)):
        assert world.post("bitacora", "end_turn", turn) in (200, 302)
    world.post("nerea", "ready", "Nerea Salas", what="attack", trigger="alguien cruza la puerta")
    assert "Usar lo preparado" not in dock(world, "nerea"), "not in the own turn"
    world.post("nerea", "end_turn", "Nerea Salas")
    assert "Usar lo preparado" in dock(world, "nerea")
    assert "Usar lo preparado" in dock(world, "bitacora")
    assert "Usar lo preparado" not in dock(world, "teo")


def acting(world: World) -> str:
    """The name of the combatant in turn."""
    fight = store.read(world.encounter.pk).head.fight
    return fight.combatants[fight.round.acting].called(by_game_master=True)


def dock(world: World, username: str) -> str:
    """What a person reads below the page."""
    return dock_of(page(world.client(username).get(reverse("combat:fight", args=[world.encounter.pk]))))


def test_nothing_is_added_to_dice_where_nothing_counts() -> None:
    assert [roll_rest(Fact("roll.total", value=rest)) for rest in (3, 0, -2)] == ["+ 3", "", "− 2"]
