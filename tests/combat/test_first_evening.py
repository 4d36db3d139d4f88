"""A new table leads its people to the first scene and on to the next, one main button at a time."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from combat import scenes, services, store
from combat.deeds import Deed
from combat.models import Encounter
from equipment.packs import choosing
from equipment.packs.models import Pack, TablePack
from rules.core.registry import SYSTEMS
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors, sessions
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role, Session, Table
from tests.combat.mechs import GM, Field
from tests.combat.play import people
from tests.kept import shipped_packs

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(table: Table, reader: Client, query: str = "") -> str:
    return reader.get(f"{table.get_absolute_url()}{query}").content.decode()


def main_buttons(page: str) -> list[str]:
    """The first words of each main button."""
    found = re.findall(r"<(?:a|button)[^>]*btn--next[^>]*>(.*?)</(?:a|button)>", page, re.DOTALL)
    texts = (
        re.sub(r'<span class="choice__plain">.*?</span>|<small>.*?</small>|<svg.*?</svg>', "", one) for one in found
    )
    return [" ".join(re.sub(r"<[^>]+>", "\n", one).strip().split("\n")[0].split()) for one in texts]


@pytest.fixture(params=sorted(SYSTEMS))
def group(request: pytest.FixtureRequest) -> tuple[Table, dict[str, User]]:
    """A new table of each system, with Marta who runs it and two who will play."""
    shipped_packs()
    users = {name: User.objects.create(username=name, display_name=name.title()) for name in ("marta", "ana", "bea")}
    return campaigns.create_table(user=users["marta"], name="Los lunes", system=request.param), users


def test_each_state_has_one_main_button(group: tuple[Table, dict[str, User]]) -> None:
    table, users = group
    marta, ana, bea = (client_of(users[name]) for name in ("marta", "ana", "bea"))
    at = table.pk

    def now() -> str:
        (button,) = main_buttons(page_of(table, marta))
        return button

    pack = Pack.objects.get(system=table.system)
    assert now() == f"Jugar {pack.versions.get().called('es')}"
    marta.post(reverse("combat:evening_canvas", args=[at]), {"pack": pack.pk})
    assert TablePack.objects.get(table=table).pack == pack
    assert doors.door_of(table) is not None
    assert now() == "Seguir con los personajes"
    doors.close_door(table=table)
    assert now() == "Abrir la puerta"
    marta.post(reverse("campaigns:own_door", args=[at]), {"again": "1"})
    for name, reader in (("ana", ana), ("bea", bea)):
        Membership.objects.create(table=table, user=users[name], role=Role.PLAYER)
        assert main_buttons(page_of(table, reader)) == ["Hacer mi personaje"]
    marta.post(reverse("combat:evening_step", args=[at]), {"step": "characters"})
    assert "Falta el personaje de Ana, Bea" in page_of(table, marta)

    # one makes a character, the other is given one without leaving the table
    ana.post(reverse("characters:quick", args=[at]))
    given = {"character_players": users["bea"].pk, "back": "table"}
    assert marta.post(reverse("characters:quick", args=[at]), given)["Location"] == table.get_absolute_url()
    page = page_of(table, marta)
    assert "Todo el mundo tiene personaje" in page
    assert main_buttons(page) == ["Seguir con la escena"]
    played = Character.objects.get(players=users["ana"])
    assert main_buttons(page_of(table, ana)) == [f"Ver a {played.name}"]
    marta.post(reverse("combat:evening_step", args=[at]), {"step": "scene"})
    first, second, *_between, last = scenes.scenes_of(table)
    assert now() == f"Preparar {first.name}"

    # the scene has its creatures and the group, and players do not learn of it before it begins
    before = page_of(table, ana)
    answer = marta.post(reverse("combat:prepare", args=[at]), {"scene": first.ref, "key": "a" * 12})
    scene = Encounter.objects.get(table=table, free=False)
    assert answer["Location"] == reverse("combat:add", args=[scene.pk])
    found = store.read(scene.pk).head.fight.combatants.values()
    assert sum(one.side == "foes" for one in found) == sum(pile.count for pile in first.foes)
    assert {one.name for one in found if one.character} == {one.name for one in Character.objects.filter(table=table)}
    assert {one.hidden for one in found if one.side == "foes"} <= {True, False}
    assert unkeyed(page_of(table, ana)) == unkeyed(before)
    assert now() == f"Seguir preparando {first.name}"

    # after it comes the next, until the Lienzo has no more
    for following in (second, last, None):
        end(scene, users["marta"])
        scene = scenes.prepare(table, following, users["marta"], store.new_id()) if following else scene
    sessions.begin_session(table=table, user=users["marta"])
    assert now() == "Terminar la sesión"
    ended = marta.post(reverse("campaigns:end_session", args=[at, Session.objects.get().pk]))
    assert ended["Location"] == reverse("combat:session_chronicle", args=[at, Session.objects.get().pk])
    assert now() == "Nueva escena"


def unkeyed(page: str) -> str:
    """A page without what is drawn anew each time."""
    return re.sub(r'(name="(?:key|csrfmiddlewaretoken)" value|data-live-listen|data-live-topics)="[^"]*"', "", page)


def end(scene: Encounter, user: User) -> None:
    services.act_for_app(scene.pk, user, Deed("command", "archive"))


def test_the_next_scene_follows_the_last_one_that_was_played() -> None:
    table, users = people()
    shipped_packs()
    version = Pack.objects.get(system="tapiz").versions.get()
    choosing.take(table, version, users["game_master"])
    first, second, third, *_others = scenes.scenes_of(table)
    assert scenes.following(table) == first
    end(scenes.prepare(table, second, users["game_master"], store.new_id()), users["game_master"])
    found = scenes.following(table)
    assert found is not None
    assert found.ref == third.ref
    assert main_buttons(page_of(table, client_of(users["game_master"]))) == [f"Preparar {third.name}"]


def test_a_step_behind_is_opened_again_and_one_ahead_is_not() -> None:
    table, users = people()
    shipped_packs()
    client = client_of(users["game_master"])
    assert "¿Qué se juega esta noche?" in page_of(table, client, "?paso=scene")
    client.post(reverse("combat:evening_canvas", args=[table.pk]), {"pack": ""})
    assert not TablePack.objects.filter(table=table).exists()
    client.post(reverse("combat:evening_step", args=[table.pk]), {"step": "scene"})
    again = page_of(table, client, "?paso=canvas")
    assert main_buttons(again) == ["Jugar Bruma y bronce"]
    # what was chosen is chosen still: no Lienzo
    assert re.search(r'name="pack" value="" checked', again)
    assert main_buttons(page_of(table, client)) == ["Preparar una escena en blanco"]
    assert client.post(reverse("combat:evening_step", args=[table.pk]), {"step": "elsewhere"}).status_code == 404


def test_the_whole_page_of_the_table_can_be_read_meanwhile() -> None:
    table, users = people()
    runs = client_of(users["game_master"])
    assert "sessions-title" not in page_of(table, runs)
    whole = page_of(table, runs, "?entera=1")
    assert "sessions-title" in whole
    assert main_buttons(whole) == ["Seguir con la primera tarde"]


def test_a_scene_sent_twice_is_prepared_once() -> None:
    table, users = people()
    client = client_of(users["game_master"])
    for _attempt in range(2):
        client.post(reverse("combat:prepare", args=[table.pk]), {"scene": "", "key": "b" * 12})
    assert Encounter.objects.filter(table=table, free=False).count() == 1


def test_a_table_that_has_played_is_not_in_its_first_evening() -> None:
    table, users = people()
    create_character(table=table, kind="person", name="Ana", values={}, by=users["game_master"], players=[])
    sessions.begin_session(table=table, user=users["game_master"])
    assert "sessions-title" in page_of(table, client_of(users["game_master"]))


def test_a_machine_has_no_empty_load_and_no_purse() -> None:
    field = Field()
    machine = Character.objects.filter(table=field.table, kind="mech").first()
    assert machine is not None
    page = field.client(GM).get(reverse("characters:inventory", args=[machine.pk])).content.decode()
    assert "load-title" not in page
    assert "coins-title" not in page
