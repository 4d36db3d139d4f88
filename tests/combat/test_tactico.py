"""The demo table of Táctico on its pages: the fight, declaring, the sheet, making a character, paper."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from characters.services import update_character
from combat import demo, services, store
from combat.deeds import Deed
from combat.models import Encounter
from tapiz_site.accounts.models import User
from tests.kept import as_made, demo_table, made_once

pytestmark = pytest.mark.django_db


class World:
    """The demo table, its people by log-in, and its fight."""

    def __init__(self) -> None:
        found = [path for path in demo.demos() if path.parent.name == "tactico"]
        demo_table(next(path for path in found if path.stem == "demo"))
        self.encounter = Encounter.objects.get(free=False)
        self.table = self.encounter.table
        self.fight = reverse("combat:fight", args=[self.encounter.pk])

    def client(self, username: str) -> Client:
        client = Client()
        client.force_login(User.objects.get(username=username))
        return client

    def id(self, name: str) -> str:
        fight = store.read(self.encounter.pk).head.fight
        return next(one.id for one in fight.combatants.values() if one.called(by_game_master=True) == name)

    @property
    def moment(self) -> str:
        read = store.read(self.encounter.pk)
        return str(read.system.moment(read.head.fight))

    def command(self, action: str, actor: str | None = None) -> None:
        user = User.objects.get(username="capitana")
        deed = Deed("command", action, self.id(actor) if actor else None, {}, self.moment)
        services.act(encounter=self.encounter.pk, user=user, deed=deed, key=store.new_id())

    def to_the_next_turn(self) -> None:
        """Let all pass until the next turn is declared."""
        while self.moment.startswith("1:"):
            self.command("next_step")


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


@pytest.mark.parametrize("username", ["capitana", "vera", "mirador"])
def test_fight_opens_for_all_people_of_the_table(world: World, username: str) -> None:
    shown = page(world.client(username).get(world.fight))
    assert "Segmento 1" in shown
    assert "cuerpo a cuerpo" in shown
    assert ("Vigía del puente" in shown) is (username == "capitana")


def test_every_form_of_the_fight_opens(world: World) -> None:
    client = world.client("capitana")
    panel = reverse("combat:panel", args=[world.encounter.pk])
    system = store.read(world.encounter.pk).system
    for name, action in system.actions.items():
        if not action.internal:
            page(client.get(panel, {"panel": "verb", "action": name, "actor": world.id("Vera")}))


def test_a_declaration_is_made_on_the_page_and_heard(world: World) -> None:
    """TAC-TURN-03: slower combatants declare first, then this one."""
    world.to_the_next_turn()
    for name in ("Saqueador 3", "Saqueador 2", "Saqueador 1"):
        world.command("end_turn", name)
    client = world.client("nil")
    shown = page(client.get(world.fight))
    assert "Segmento 3" in shown
    assert "Declarar: disparar a Saqueador" in shown
    query = urlencode(
        {"do": "command", "action": "declare", "actor": world.id("Nil"), "moment": world.moment, "rolls": "1"}
    )
    body = {
        "key": "one-key-of-this-test",
        "first": "shoot",
        "first_target": world.id("Saqueador 2"),
        "second": "move",
        "second_target": "",
        "third": "give_up",
        "third_target": "",
        "words": "a cubierto",
    }
    answer = client.post(f"{reverse('combat:act', args=[world.encounter.pk])}?{query}", body)
    assert answer.status_code in (200, 302), answer.content.decode()[-3000:]
    assert "a cubierto" in page(world.client("vera").get(world.fight))


def test_one_in_hiding_who_is_first_declares_by_itself(world: World) -> None:
    """TAC-TURN-03: left out of a group act it would stop those behind, and the proposed button do nothing."""
    world.to_the_next_turn()
    Encounter.objects.filter(pk=world.encounter.pk).update(memory={"group": {}})
    client = world.client("capitana")
    assert "Actuar a la vez" in page(client.get(world.fight))
    for name in ("Saqueador 3", "Saqueador 2", "Saqueador 1", "Nil", "Vera"):
        world.command("end_turn", name)
    shown = page(client.get(world.fight))
    assert "Actuar a la vez" not in shown
    assert "Declarar: disparar" in shown


def test_a_declaration_that_cannot_be_keeps_what_was_chosen(world: World) -> None:
    """TAC-ACT-04: the refusal stands on the form."""
    world.to_the_next_turn()
    who = world.id("Saqueador 3")
    query = urlencode({"do": "command", "action": "declare", "actor": who, "moment": world.moment, "rolls": "1"})
    plan = {"first": "move", "second": "move", "third": "give_up", "words": "corre"}
    body = {"key": "another-key-of-test", "filled": f"act:{who}:declare", **plan}
    answer = world.client("capitana").post(f"{reverse('combat:act', args=[world.encounter.pk])}?{query}", body)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Solo hay un desplazamiento por turno" in shown
    assert "corre" in shown


def test_a_change_of_intention_says_that_nothing_is_changed_yet(world: World) -> None:
    """TAC-INT-02: the button is not one that can only be refused; with another intention it is itself again."""
    form = {"panel": "verb", "action": "change_intention", "actor": world.id("Nil")}
    refused = "Es lo que ya había declarado: elige otra cosa."
    client = world.client("nil")
    assert refused in page(client.get(world.fight, form))
    changed = {"filled": "verb:change_intention", "first": "give_up", "second": "move", "third": "give_up"}
    dock = reverse("combat:fragment", args=[world.encounter.pk, "dock"])
    assert refused in page(client.get(dock, form))
    assert refused not in page(client.get(dock, {**form, **changed}))


@pytest.mark.parametrize("name", ["Vera", "Nil", "Jara"])
def test_sheet_is_shown_written_and_printed(world: World, name: str) -> None:
    one = Character.objects.get(name=name)
    client = world.client("capitana")
    shown = page(client.get(reverse("characters:show", args=[one.pk])))
    for words in ("Aguante", "Resistencia de la cabeza", "Atletismo"):
        assert words in shown
    page(client.get(reverse("characters:edit", args=[one.pk])))
    assert "Localizaciones" in page(client.get(reverse("characters:print", args=[one.pk])))


def test_blank_sheets_are_printed(world: World) -> None:
    page(world.client("capitana").get(reverse("characters:print_blank", args=[world.table.pk])))


STEPS: dict[str, dict[str, str]] = {
    "role": {"character_name": "Adela", "role": "own"},
    "characteristics": {
        "strength": "4", "dexterity": "7", "constitution": "5", "intelligence": "5", "perception": "5", "will": "4",
    },
    "skills": {"athletics": "6", "ranged_weapons": "6", "medicine": "4", "brawl": "6", "melee_weapons": "3"},
    "gear": {"weapons__0__name": "Larga", "weapons__0__category": "rifles", "weapons__0__place": "back"},
    "about": {"background": "Vino con el convoy."},
}  # fmt: skip


def test_character_is_made_step_by_step(world: World) -> None:
    """TAC-HOUSE-03."""
    client = world.client("vera")
    order = [*STEPS, "repaso"]
    for step, following in zip(STEPS, order[1:], strict=False):
        here = reverse("characters:step", args=[world.table.pk, "person", step])
        page(client.get(here))
        answer = client.post(here, {**STEPS[step], "go": "next"})
        there = reverse("characters:step", args=[world.table.pk, "person", following])
        assert answer.headers.get("Location") == there, answer.content.decode()[-4000:]
    page(client.get(reverse("characters:step", args=[world.table.pk, "person", "repaso"])))
    client.post(reverse("characters:step", args=[world.table.pk, "person", "repaso"]), {"go": "finish"})
    made = Character.objects.get(name="Adela")
    assert (made.sheet["dexterity"], made.sheet["medicine"]) == (7, 4)
    page(client.get(made.get_absolute_url()))


def test_character_is_made_at_once(world: World) -> None:
    client = world.client("vera")
    assert "Socorrista" in page(client.get(reverse("characters:start", args=[world.table.pk])))
    client.post(reverse("characters:quick", args=[world.table.pk]), {"character_name": "Telma", "archetype": "medic"})
    made = Character.objects.get(name="Telma")
    assert made.sheet["medicine"] == 6
    assert made.sheet["equipment"] is True


def test_the_shooter_chooses_the_number_of_shots(world: World) -> None:
    query = urlencode({"panel": "verb", "action": "shoot", "actor": world.id("Jara")})
    shown = world.client("capitana").get(f"{world.fight}?{query}").content.decode()
    assert 'name="shots"' in shown


def test_inventory_shows_the_load_against_the_aguante(world: World) -> None:
    """TAC-INV-06: the bar, and a warning once it is too much."""
    vera = Character.objects.get(name="Vera")
    address = reverse("characters:inventory", args=[vera.pk])
    shown = page(world.client("vera").get(address))
    assert '/ <span class="num">' in shown
    assert "Por encima del Aguante" not in shown
    weak = {**vera.sheet, "strength": 1, "constitution": 1}
    update_character(character=vera, name=vera.name, values=weak, by=User.objects.get(username="capitana"))
    assert "Por encima del Aguante" in page(world.client("vera").get(address))
