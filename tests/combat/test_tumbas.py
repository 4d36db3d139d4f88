"""The demo table of Tumbas on its pages: the fight, the sheet, making a character, paper; and what rules write on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import deeds, demo, piles, services, store
from combat.deeds import Deed
from combat.models import Encounter
from equipment.ledger.models import Possession
from rules.core.types import Json
from rules.systems.tumbas.gear.carrying import carried, count
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import sessions
from tapiz_site.speech import speaker
from tests.combat.plain import Screen, words
from tests.kept import as_made, demo_table, made_once

pytestmark = pytest.mark.django_db


class World:
    """The demo table, its people by log-in, and its fight."""

    def __init__(self) -> None:
        demo_table(next(path for path in demo.demos() if path.parent.name == "tumbas"))
        self.encounter = Encounter.objects.get(free=False)
        self.table = self.encounter.table
        self.gm = User.objects.get(username="narradora")
        self.keys = 0

    def client(self, username: str) -> Client:
        client = Client()
        client.force_login(User.objects.get(username=username))
        return client

    def id(self, name: str, encounter: Encounter | None = None) -> str:
        fight = store.read((encounter or self.encounter).pk).head.fight
        return next(one.id for one in fight.combatants.values() if one.called(by_game_master=True) == name)

    def act(
        self, encounter: Encounter, deed: Deed, username: str = "narradora", faces: list[int] | None = None
    ) -> None:
        self.keys += 1
        user = User.objects.get(username=username)
        roll = (lambda request: faces) if faces else deeds.roll
        services.act(encounter=encounter.pk, user=user, deed=deed, key=f"key-{self.keys}-of-test", faces=roll)

    def command(
        self, encounter: Encounter, action: str, actor: str = "", *, rolls: bool = False, **inputs: Json
    ) -> None:
        read = store.read(encounter.pk)
        who = self.id(actor, encounter) if actor else None
        declared = read.system.actions[action].inputs(
            read.head.fight, who, read.head.fight.viewer(str(self.gm.pk), game_master=True)
        )
        filled = {item.name: inputs.get(item.name, item.default) for item in declared}
        self.act(encounter, Deed("command", action, who, filled, read.system.moment(read.head.fight)))

    def free_scene(self) -> Encounter:
        """The free scene with all characters in it, after the fight."""
        self.act(self.encounter, Deed("command", "archive"))
        return services.scene_of(self.table, self.gm)


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


@pytest.mark.parametrize("username", ["narradora", "irena", "tapia"])
def test_fight_opens_for_all_people_of_the_table(world: World, username: str) -> None:
    shown = page(world.client(username).get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Melé" in shown
    assert "trabado" in shown
    assert ("Guardián" in shown) is (username == "narradora")


def test_the_dead_are_told_so_and_not_what_would_bring_them_back(world: World) -> None:
    """TUM-HOUSE-20: the dying read what they have to reach."""
    fight, client = reverse("combat:fight", args=[world.encounter.pk]), world.client("irena")
    tokens = []
    for amount, says in ((18, "Vuelve, si vive"), (10, "Ha muerto.")):
        world.command(world.encounter, "damage", amount=amount, targets={world.id("Irena"): "full"})
        shown = page(client.get(fight))
        assert says in shown
        tokens.append(re.search(r'name="token" value="([^"]*)"', shown))
    assert "Vuelve, si vive" not in shown
    dying, dead = tokens
    assert dying
    assert dead
    assert dying[1] != dead[1], "a page that follows takes the new panel in"


def test_the_basket_counts_what_is_worn(world: World) -> None:
    """TUM-HOUSE-09: the same armour as on the card of the fight."""
    read = store.read(world.encounter.pk)
    found = {pile.first.name: dict(pile.brief) for pile in piles.piles(read, speaker("tumbas"))}
    assert found["Irena"]["Armadura"] == str(read.head.fight.combatants[world.id("Irena")].body.armour) == "1"


def test_player_is_offered_what_was_declared_and_acts(world: World) -> None:
    """The wolves have yet to act; Irena's blow waits for them."""
    fight = reverse("combat:fight", args=[world.encounter.pk])
    shown = page(world.client("narradora").get(fight, {"panel": "act", "actor": world.id("Lobo 1")}))
    assert "Atacar" in shown
    read = store.read(world.encounter.pk)
    query = urlencode(
        {
            "do": "command",
            "action": "attack",
            "actor": world.id("Lobo 1"),
            "moment": read.system.moment(read.head.fight),
            "rolls": "1",
        }
    )
    body = {"key": "a-key-of-this-test", "target": world.id("Irena"), "weapon": "natural", "others__count": "0"}
    answer = world.client("narradora").post(f"{reverse('combat:act', args=[world.encounter.pk])}?{query}", body)
    assert answer.status_code in (200, 302)
    assert len(store.read(world.encounter.pk).head.open) == 1  # the warrior is asked about the aptitude
    shown = page(world.client("irena").get(fight))
    assert "Usar la aptitud" in shown
    assert "Guardarla" in shown
    assert "ante Lobo 1" in shown


def test_a_question_says_what_the_game_master_decides_of_it(world: World) -> None:
    """TUM-TEST-03, TUM-DICE-01: the player proposes attribute and dice of an opposed test."""
    people = [world.id("Irena"), world.id("Lobo 1")]
    world.command(world.encounter, "contest", what="tirar de la cuerda", people=people)
    shown = page(world.client("irena").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Atributo · lo decide la DJ" in shown
    assert "Dados de premio o castigo · lo decide la DJ" in shown


def test_what_goes_wrong_is_told_by_the_game_master(world: World) -> None:
    """TUM-FUMB-01: two equal dice that fail."""
    scene = world.free_scene()
    world.command(scene, "test", "Irena", attribute="strength", what="forzar la puerta")
    world.act(scene, Deed("answer", request="test", inputs={"faces": [1, 1]}))
    dj = Screen(world.client("narradora"), scene.get_absolute_url())
    for says in ("Qué sale especialmente mal", "Qué pasa"):
        assert says in dj.part("panel")
    dj.fill(words="La bisagra chirría")
    dj.press("Aplicar")
    assert "La bisagra chirría" in words(page(world.client("orlo").get(scene.get_absolute_url())))


def test_who_has_acted_prepares_nothing(world: World) -> None:
    """What comes next in a round is another declaration (TUMS-CMB-02)."""
    shown = page(world.client("irena").get(reverse("combat:fight", args=[world.encounter.pk])))
    assert "Ya no le queda nada en este asalto." in shown
    assert "Prepara tu turno" not in shown
    assert 'name="weapon"' not in shown


def test_the_whole_log_leads_to_every_term_of_the_damage(world: World) -> None:
    """TUM-HOUSE-16: the die, the Strength of the attacker and her talent; the armour of a foe stays hidden."""
    client = world.client("irena")
    log = page(client.get(reverse("combat:log", args=[world.encounter.pk])))
    whys = [page(client.get(link)) for link in sorted(set(re.findall(r'href="([^"]*/por-que/[^"]*)"', log)))]
    (told,) = [one for one in whys if "Daño a <b>Lobo 1</b>" in one]
    said = " ".join(re.sub(r"<[^>]*>", " ", told[told.index("Daño a <b>Lobo 1</b>") :]).split())
    assert "Dados:" in said
    assert "Fuerza +2" in said
    assert "Talento: Brazo fuerte +1" in said
    assert not any("Hay que superar lo de" in one for one in whys), "what a foe rolls is not hers to see"
    master = world.client("narradora")
    whys = [page(master.get(link)) for link in sorted(set(re.findall(r'href="([^"]*/por-que/[^"]*)"', log)))]
    assert any("Hay que superar lo de" in one for one in whys)


def test_every_form_of_the_fight_opens(world: World) -> None:
    client = world.client("narradora")
    panel = reverse("combat:panel", args=[world.encounter.pk])
    system = store.read(world.encounter.pk).system
    for name, action in system.actions.items():
        if not action.internal:
            query = {"panel": "verb", "action": name, "actor": world.id("Irena")}
            page(client.get(panel, query))


def test_declarations_are_made_on_the_page(world: World) -> None:
    for who in ("Lobo 1", "Lobo 2"):
        world.act(world.encounter, Deed("command", "end_turn", world.id(who), {}, moment(world)))
    world.command(world.encounter, "next_step")
    fight = reverse("combat:fight", args=[world.encounter.pk])
    shown = page(world.client("irena").get(fight))
    assert "Apresurarse" in shown
    # she is in melee with Lobo 1
    assert "Declarar: atacar; objetivo: Lobo 1" in shown
    moving = page(world.client("irena").get(fight, {"filled": f"act:{world.id('Irena')}:declare", "what": "move"}))
    assert "Declarar: moverse" in moving
    query = urlencode(
        {"do": "command", "action": "declare", "actor": world.id("Irena"), "moment": moment(world), "rolls": "1"}
    )
    body = {"key": "one-more-key-of-test", "what": "move", "target": "", "words": "hacia la puerta"}
    answer = world.client("irena").post(f"{reverse('combat:act', args=[world.encounter.pk])}?{query}", body)
    assert answer.status_code in (200, 302)
    assert "declara moverse" in page(world.client("orlo").get(fight))


def moment(world: World) -> str:
    read = store.read(world.encounter.pk)
    return str(read.system.moment(read.head.fight))


def test_sheet_says_every_number(world: World) -> None:
    irena = Character.objects.get(name="Irena")
    shown = page(world.client("irena").get(reverse("characters:show", args=[irena.pk])))
    for says in ("Capacidad de carga", "Hacha", "Puntos de equipo", "Brazo fuerte", "Guerrero"):
        assert says in shown


def test_sheet_is_written_whole(world: World) -> None:
    irena = Character.objects.get(name="Irena")
    page(world.client("irena").get(reverse("characters:edit", args=[irena.pk])))


@pytest.mark.parametrize("name", ["Irena", "Orlo", "Mirta"])
def test_sheet_is_printed(world: World, name: str) -> None:
    one = Character.objects.get(name=name)
    shown = page(world.client("narradora").get(reverse("characters:print", args=[one.pk])))
    assert name in shown
    assert "puntos de golpe" in shown


def test_blank_sheets_are_printed(world: World) -> None:
    page(world.client("narradora").get(reverse("characters:print_blank", args=[world.table.pk])))


STEPS: dict[str, dict[str, str]] = {
    "class": {"character_name": "Adela", "character_class": "thief"},
    "race": {"race": "elf"},
    "attributes": {
        "method": "standard", "strength": "0", "agility": "3", "resistance": "0", "intelligence": "2", "will": "0",
    },
    "talents": {"talents": "foresight"},
    "gear": {"kit": "own", "arms": "dagger", "armour": "leather", "buy_points": "1", "buy_lots": "1"},
    "about": {"background": "Salió de noche."},
}  # fmt: skip


def test_character_is_made_step_by_step(world: World) -> None:
    """TUMS-CHAR-01: in the order of the rules."""
    client = world.client("irena")
    order = [*STEPS, "repaso"]
    for step, following in zip(STEPS, order[1:], strict=False):
        here = reverse("characters:step", args=[world.table.pk, "person", step])
        page(client.get(here))
        answer = client.post(here, {**STEPS[step], "go": "next"})
        assert answer.headers.get("Location") == reverse(
            "characters:step", args=[world.table.pk, "person", following]
        ), answer.content.decode()[-4000:]
    page(client.get(reverse("characters:step", args=[world.table.pk, "person", "repaso"])))
    client.post(reverse("characters:step", args=[world.table.pk, "person", "repaso"]), {"go": "finish"})
    made = Character.objects.get(name="Adela")
    assert (made.sheet["agility"], made.sheet["resistance"]) == (4, -1)
    assert (owned(made, "equipment_point"), owned(made, "coin")) == (4, 15 - 1 - 3 - 1 - 1)
    page(client.get(made.get_absolute_url()))


def test_character_is_made_at_once(world: World) -> None:
    client = world.client("irena")
    shown = page(client.get(reverse("characters:start", args=[world.table.pk])))
    assert "Mago" in shown
    client.post(reverse("characters:quick", args=[world.table.pk]), {"character_name": "Telma", "archetype": "wizard"})
    made = Character.objects.get(name="Telma")
    assert made.sheet["character_class"] == "wizard"
    assert made.sheet["intelligence"] == 3


def owned(character: Character, kind: str) -> int:
    """The quantity of a kind of thing that a character has, by its ledger."""
    return sum(Possession.objects.filter(owner=character.pk, kind=kind).values_list("quantity", flat=True))


# What rules write to the characters


def test_what_is_bought_are_things_and_can_be_taken_back(world: World) -> None:
    """TUM-BUY-01: the fight and the character's ledger agree, also after an undo."""
    scene = world.free_scene()
    kinds = ("coin", "equipment_point", "provisions")

    def counted() -> tuple[int, ...]:
        fight = store.read(scene.pk).head.fight
        gear = carried(fight.combatants[world.id("Irena", scene)])
        return tuple(count(gear, kind) for kind in kinds)

    irena = Character.objects.get(name="Irena")

    def in_ledger() -> tuple[int, ...]:
        return tuple(owned(irena, kind) for kind in kinds)

    assert counted() == in_ledger() == (8, 2, 3)
    world.command(scene, "buy", "Irena", points=1, lots=1)
    assert counted() == in_ledger() == (6, 3, 8)
    world.act(scene, Deed("undo"))
    assert counted() == in_ledger() == (8, 2, 3)
    world.act(scene, Deed("redo"))
    assert counted() == in_ledger() == (6, 3, 8)
    world.command(scene, "buy", "Irena", weapon="dagger", armour="leather")
    names = set(Possession.objects.filter(owner=irena.pk, quantity__gt=0).values_list("name", flat=True))
    assert {"Daga", "Cuero"} <= names


def test_level_goes_from_the_session_to_the_sheet(world: World) -> None:
    """TUM-LVL-02, TUM-LVL-04, TUM-HOUSE-24."""
    scene = world.free_scene()
    world.command(scene, "end_session")
    irena = Character.objects.get(name="Irena")
    assert (irena.sheet["sessions"], irena.sheet["levels_due"]) == (0, 1)
    client, due = world.client("irena"), "puede subir de nivel"
    sheet, table = irena.get_absolute_url(), world.table.get_absolute_url()
    link = re.search(r'href="([^"]*action=level_up[^"]*)"', page(client.get(sheet)))
    assert link
    assert "Subir de nivel" in page(client.get(link[1].replace("&amp;", "&")))
    assert due in page(client.get(table))
    world.command(scene, "level_up", "Irena")
    world.act(scene, Deed("answer", request="hit_die", inputs={"faces": [6]}))
    world.act(scene, Deed("answer", request="advance", inputs={"advance": "agility"}))
    irena.refresh_from_db()
    assert (irena.sheet["level"], irena.sheet["agility"], irena.sheet["hp_max"]) == (3, 2, 18 + 7)
    assert irena.condition["hp"] == 18 + 7
    assert "action=level_up" not in page(client.get(sheet))
    assert due not in page(client.get(table))


def test_the_end_of_the_session_is_one_whoever_presses_it(world: World) -> None:
    """TUM-LVL-01, TUM-LVL-02: the table's button counts for those who came; the scene's ends the table's session."""
    scene = world.free_scene()
    session = sessions.begin_session(table=world.table, user=world.gm)
    sessions.arrived(world.table, User.objects.get(username="irena"))
    client = world.client("narradora")
    client.post(reverse("campaigns:end_session", args=[world.table.pk, session.pk]))
    irena, orlo = (Character.objects.get(name=name) for name in ("Irena", "Orlo"))
    assert (irena.sheet["sessions"], irena.sheet["levels_due"]) == (0, 1)
    assert orlo.sheet["levels_due"] == 0
    assert "Fin de la sesión" in page(client.get(reverse("combat:log", args=[scene.pk])))
    again = sessions.begin_session(table=world.table, user=world.gm)
    world.command(scene, "end_session")
    again.refresh_from_db()
    irena.refresh_from_db()
    assert again.ended is not None
    assert (irena.sheet["sessions"], irena.sheet["levels_due"]) == (1, 1)


def test_edit_of_the_sheet_is_not_undone_with_the_scene(world: World) -> None:
    """An edit of a sheet stays: undoing its step in the scene changes the scene alone."""
    from characters.services import update_character

    scene = world.free_scene()
    irena = Character.objects.get(name="Irena")
    update_character(character=irena, name="Irena", values={**irena.sheet, "notes": "Debe dos favores"}, by=world.gm)
    world.act(scene, Deed("undo"))
    irena.refresh_from_db()
    assert irena.sheet["notes"] == "Debe dos favores"
