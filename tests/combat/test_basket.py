"""The basket in which a scene is prepared: creatures with their numbers, more and fewer, hidden or in sight."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.urls import reverse

from combat import piles, services, store
from combat.deeds import Deed
from combat.models import Encounter
from equipment.packs import catalogue, choosing
from equipment.packs.models import Pack
from tapiz_site.speech import speaker
from tests.kept import shipped_packs

from .play import Game

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


@pytest.fixture
def scene(game: Game) -> Encounter:
    """An empty scene of a table with a bestiary."""
    shipped_packs()
    version = Pack.objects.filter(system="tapiz", versions__entries__kind="creature").first().versions.latest("pk")
    choosing.take(game.table, version, game.users["game_master"])
    return store.create(table=game.table, name="La torre", user=game.users["game_master"])


def names(scene: Encounter) -> list[str]:
    fight = store.read(scene.pk).head.fight
    rows = sorted(fight.combatants.values(), key=lambda one: one.entered)
    return [one.called(by_game_master=True) for one in rows]


def creature(game: Game) -> tuple[str, str]:
    found = catalogue.entries_for(game.table, family="creature")[0]
    return found.code, found.name


def add(game: Game, scene: Encounter, code: str, **said: str) -> HttpResponse:
    form = {"key": game.key(), "who": "bestiary", "creature": code, "count": "1", "side": "foes", "shows": "word"}
    return game.client("game_master").post(reverse("combat:add", args=[scene.pk]), {**form, **said})


def pile(scene: Encounter) -> str:
    """The first pile, as its buttons name it; empty where there is none."""
    return next((one.key for one in piles.piles(store.read(scene.pk), speaker("tapiz"))), "")


def change(game: Game, scene: Encounter, does: str) -> HttpResponse:
    """Press a button of the first pile."""
    form = {"key": game.key(), "does": does, "pile": pile(scene)}
    return game.client("game_master").post(reverse("combat:pile", args=[scene.pk]), form)


def test_a_creature_is_listed_with_its_level_and_hit_points(game: Game, scene: Encounter) -> None:
    page = text(game.client("game_master").get(reverse("combat:add", args=[scene.pk])))
    assert re.search(r"nivel <b>\d+</b> · PGF máximos <b>\d+</b>", page)


def test_adding_stays_on_the_page_with_its_search(game: Game, scene: Encounter) -> None:
    code, name = creature(game)
    sent = add(game, scene, code, q=name)
    assert sent.status_code == 302
    assert sent["Location"].startswith(f"{reverse('combat:add', args=[scene.pk])}?q=")
    page = text(game.client("game_master").get(sent["Location"]))
    assert "1 dentro" in page
    assert f'name="pile" value="{pile(scene)}"' in page
    assert names(scene) == [name]


def test_one_more_makes_a_numbered_group_and_one_fewer_a_single_one(game: Game, scene: Encounter) -> None:
    code, name = creature(game)
    add(game, scene, code)
    change(game, scene, "more")
    assert names(scene) == [f"{name} 1", f"{name} 2"]
    add(game, scene, code)
    assert names(scene) == [f"{name} 1", f"{name} 2", f"{name} 3"]
    groups = {one.group for one in store.read(scene.pk).head.fight.combatants.values()}
    assert len(groups) == 1
    assert None not in groups
    change(game, scene, "fewer")
    change(game, scene, "fewer")
    assert names(scene) == [name]
    change(game, scene, "fewer")
    assert names(scene) == []


def test_a_pile_is_hidden_and_shown_as_a_whole(game: Game, scene: Encounter) -> None:
    code, _name = creature(game)
    add(game, scene, code, count="3")
    for does, hidden in (("hide", True), ("reveal", False)):
        change(game, scene, does)
        assert {one.hidden for one in store.read(scene.pk).head.fight.combatants.values()} == {hidden}
    change(game, scene, "hide")
    change(game, scene, "more")
    assert {one.hidden for one in store.read(scene.pk).head.fight.combatants.values()} == {True}


def test_the_same_tap_twice_counts_once(game: Game, scene: Encounter) -> None:
    code, name = creature(game)
    add(game, scene, code)
    form = {"who": "bestiary", "creature": code, "count": "1", "side": "foes", "shows": "word", "key": "one-tap-only"}
    for _tap in range(2):
        game.client("game_master").post(reverse("combat:add", args=[scene.pk]), form)
    assert names(scene) == [f"{name} 1", f"{name} 2"]


def test_it_begins_from_there(game: Game, scene: Encounter) -> None:
    address = reverse("combat:add", args=[scene.pk])
    assert "Empezar" not in text(game.client("game_master").get(address))
    add(game, scene, creature(game)[0])
    page = text(game.client("game_master").get(address))
    act = re.search(r'action="([^"]*do=command&amp;action=initiative[^"]*)"', page)
    assert act is not None
    begun = game.client("game_master").post(act[1].replace("&amp;", "&"), {"key": game.key()})
    assert begun["Location"] == scene.get_absolute_url()


def test_who_comes_later_is_told_from_those_of_its_name(game: Game, scene: Encounter) -> None:
    code, name = creature(game)
    add(game, scene, code)
    add(game, scene, code)
    services.act_for_app(scene.pk, game.users["game_master"], Deed("command", "initiative", rolls=True))
    assert store.read(scene.pk).head.fight.status == "running"
    add(game, scene, code)
    add(game, scene, code, hidden="on")
    add(game, scene, code, name="Eco", hidden="on")
    add(game, scene, code, name="Eco")
    assert names(scene) == [f"{name} 1", f"{name} 2", f"{name} 3", name, "Eco", "Eco"]
    (waits,) = [one for one in store.read(scene.pk).head.fight.combatants.values() if one.hidden and one.name == name]
    services.act_for_app(scene.pk, game.users["game_master"], Deed("command", "reveal", inputs={"who": waits.id}))
    assert names(scene)[3] == f"{name} 4", "its number comes with it"


def test_the_numbers_of_a_creature_are_read_in_the_fight(fight: Game) -> None:
    one = {"panel": "one", "who": fight.id("Orco 1")}
    page = text(fight.client("game_master").get(fight.url("panel"), one))
    block = page[page.index('class="block"') :]
    assert "PGF máximos" in block
    assert "Berrea" in block
    assert 'class="block"' not in text(fight.client("player").get(fight.url("panel"), one))


def test_whom_the_game_master_hid_or_took_out_while_preparing_no_player_reads_of_later(
    game: Game, scene: Encounter
) -> None:
    ambusher, passer_by = catalogue.entries_for(game.table, family="creature")[:2]
    for creature_code in (passer_by.code, ambusher.code):
        add(game, scene, creature_code)
        change(game, scene, "fewer" if creature_code == passer_by.code else "hide")
    add(game, scene, passer_by.code, public_name="Alguien")
    services.act(encounter=scene.pk, user=game.users["game_master"], deed=Deed("command", "initiative"), key=game.key())
    address = reverse("combat:log", args=[scene.pk])
    pages = {
        who: "".join(text(game.client(who).get(page)) for page in (address, scene.get_absolute_url()))
        for who in ("game_master", "player", "spectator")
    }
    for one in (ambusher, passer_by):
        assert [who for who, page in pages.items() if one.name in page] == ["game_master"]
