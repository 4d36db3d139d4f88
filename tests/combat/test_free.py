"""The free scene of a table: its characters, acts in it, and how characters come and go."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from characters.models import Character
from characters.services import create_character, delete_character, recover_character
from combat import services, sheets, store, topics
from combat.deeds import Deed
from combat.models import Encounter, Enlistment
from exchange.incoming_characters import import_character
from exchange.outgoing import character_document
from rules.core.types import Json
from tapiz_site.campaigns import sessions
from tapiz_site.live import versions

from .play import Game

pytestmark = pytest.mark.django_db


def scene(game: Game) -> Encounter:
    return services.scene_of(game.table, game.users["game_master"])


def start(game: Game, encounter: Encounter) -> None:
    """Roll initiative there, so that its characters take part."""
    deed = Deed("command", "initiative")
    services.act(encounter=encounter.pk, user=game.users["game_master"], deed=deed, key=game.key())


def names(encounter: Encounter) -> list[str]:
    return sorted(one.name for one in store.read(encounter.pk).head.fight.combatants.values())


def test_a_table_has_one_without_the_characters_of_its_fights(fight: Game) -> None:
    assert scene(fight) == scene(fight)
    assert names(scene(fight)) == []


def test_characters_in_no_fight_are_there(fight: Game) -> None:
    place = scene(fight)
    fight.damage("player", "Ana", 3)
    fight.command("game_master", "archive")
    assert names(place) == ["Ana", "Bruno"]
    ana = next(one for one in store.read(place.pk).head.fight.combatants.values() if one.name == "Ana")
    assert ana.body.physical.current == 17


def test_going_back_to_the_fight_leaves_it(fight: Game) -> None:
    place = scene(fight)
    fight.command("game_master", "archive")
    fight.undo("game_master")
    assert names(place) == []
    assert set(Enlistment.objects.values_list("encounter", flat=True)) == {fight.encounter.pk}


def test_a_new_fight_takes_them_out_of_it(fight: Game) -> None:
    place = scene(fight)
    fight.command("game_master", "archive")
    other = store.create(table=fight.table, name="Otra", user=fight.users["game_master"])
    row = sheets.character_row(fight.characters["Ana"])
    services.enlist(encounter=other, user=fight.users["game_master"], rows=[row], key=fight.key())
    assert (names(place), names(other)) == (["Ana", "Bruno"], ["Ana"])
    start(fight, other)
    assert (names(place), names(other)) == (["Bruno"], ["Ana"])


def test_dismissed_from_a_fight_they_are_back(fight: Game) -> None:
    place = scene(fight)
    fight.command("game_master", "dismiss", who=fight.id("Bruno"))
    assert names(place) == ["Bruno"]


def test_people_of_the_table_go_there_and_strangers_do_not(fight: Game) -> None:
    address = reverse("combat:free", args=[fight.table.pk])
    assert fight.client("player").post(address).status_code == 302
    assert fight.client("stranger").post(address).status_code == 404
    assert fight.client("player").get(address).status_code == 405
    assert fight.client("player").get(scene(fight).get_absolute_url()).status_code == 200


def test_it_is_no_fight_on_the_page_of_the_table(fight: Game) -> None:
    place = scene(fight)
    page = fight.client("player").get(fight.table.get_absolute_url()).content.decode()
    assert place.get_absolute_url() not in page
    assert fight.encounter.get_absolute_url() in page


def test_a_player_rolls_there_at_any_time(fight: Game) -> None:
    fight.command("game_master", "archive")
    place = scene(fight)
    ana = next(one.id for one in store.read(place.pk).head.fight.combatants.values() if one.name == "Ana")
    address = f"{reverse('combat:act', args=[place.pk])}?do=command&action=roll&actor={ana}&rolls=1"
    answer = fight.client("player").post(address, {"key": "free-roll-1", "notation": "2d6", "reason": "suerte"})
    assert answer.status_code == 302
    page = fight.client("other_player").get(place.get_absolute_url()).content.decode()
    assert "tira 2d6, suerte" in page


def test_a_new_adventure_refreshes_hero_points_there_and_in_fights(fight: Game) -> None:
    fight.command("game_master", "award", who=[fight.id("Ana")], count=4)
    assert fight.points("Ana") == 6
    sessions.begin_adventure(table=fight.table, name="La torre", user=fight.users["game_master"])
    assert fight.points("Ana") == 2


def test_a_character_in_the_bin_leaves_the_free_scene(fight: Game) -> None:
    place = scene(fight)
    fight.command("game_master", "archive")
    character = Character.objects.get(pk=fight.characters["Bruno"].pk)
    delete_character(character=character, by=fight.users["game_master"])
    assert names(place) == ["Ana"]


def asked_there(game: Game, actor: str, action: str, **inputs: Json) -> Game:
    """The free scene, in which an act waits for an answer."""
    game.command("game_master", "archive")
    there = Game(game.table, game.users, scene(game), game.characters, keys=500)
    there.command("game_master", action, actor, **inputs)
    assert there.asked
    return there


def test_an_open_roll_there_does_not_keep_its_owner_from_a_fight(fight: Game) -> None:
    there = asked_there(fight, "Ana", "roll", notation="3d6", reason="")
    fight.command("game_master", "resume")
    assert fight.fight.status == "running"
    assert (names(there.encounter), there.asked) == ([], ())


def test_an_open_roll_there_of_a_character_who_stays_goes_on(fight: Game) -> None:
    there = asked_there(fight, "Ana", "roll", notation="3d6", reason="")
    other = store.create(table=fight.table, name="Otra", user=fight.users["game_master"])
    row = sheets.character_row(fight.characters["Bruno"])
    services.enlist(encounter=other, user=fight.users["game_master"], rows=[row], key=fight.key())
    start(fight, other)
    assert names(there.encounter) == ["Ana"]
    assert [request.to for request in there.asked] == [there.id("Ana")]


def test_what_is_open_there_for_a_character_who_leaves_is_closed(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 22)
    fight.command("game_master", "archive")
    there = Game(fight.table, fight.users, scene(fight), fight.characters, keys=500)
    there.command("player", "stabilise", "Ana", target=there.id("Bruno"), pool="physical")
    assert there.asked
    other = store.create(table=fight.table, name="Otra", user=fight.users["game_master"])
    bruno = Character.objects.get(pk=fight.characters["Bruno"].pk)
    services.enlist(
        encounter=other, user=fight.users["game_master"], rows=[sheets.character_row(bruno)], key=fight.key()
    )
    assert names(there.encounter) == ["Ana", "Bruno"]
    start(fight, other)
    assert names(there.encounter) == ["Ana"]
    assert not there.read.head.open
    page = there.get("player").content.decode()
    assert "Bruno se marcha de la escena" in page


def test_a_character_with_an_open_roll_there_goes_to_the_bin(fight: Game) -> None:
    there = asked_there(fight, "Bruno", "roll", notation="3d6", reason="")
    character = Character.objects.get(pk=fight.characters["Bruno"].pk)
    delete_character(character=character, by=fight.users["game_master"])
    assert names(there.encounter) == ["Ana"]
    assert not there.asked


def test_nothing_there_offers_a_pause(fight: Game) -> None:
    page = fight.client("game_master").get(scene(fight).get_absolute_url()).content.decode()
    assert "action=pause" not in page
    assert "action=pause" in fight.get("game_master").content.decode()


def rolled_from(game: Game, who: str, character: Character) -> bool:
    """Whether the sheet of this character offers its rolls to this reader."""
    page = game.client(who).get(character.get_absolute_url()).content.decode()
    return 'name="do" value="roll ' in page and f'href="{scene(game).get_absolute_url()}"' in page


def test_a_new_character_rolls_from_its_sheet_at_once(game: Game) -> None:
    client, start = game.client("player"), reverse("characters:quick", args=[game.table.pk])
    client.post(f"{start}?kind=person", {"character_name": "Zoe", "archetype": ""})
    assert rolled_from(game, "player", Character.objects.get(name="Zoe"))


def test_characters_from_the_bin_or_a_file_are_there_as_they_were(fight: Game) -> None:
    runs, place = fight.users["game_master"], scene(fight)
    fight.damage("game_master", "Ana", 3)
    fight.command("game_master", "archive")
    ana = Character.objects.get(pk=fight.characters["Ana"].pk)
    content = json.dumps(character_document(ana)).encode()
    delete_character(character=ana, by=runs)
    assert names(place) == ["Bruno"]
    recover_character(character=Character.everywhere.get(pk=ana.pk), by=runs)
    made = import_character(table=fight.table, data=content, by=runs, players=[fight.users["player"]])
    made.refresh_from_db()
    assert names(place) == ["Ana", "Ana", "Bruno"]
    assert made.condition["physical"]["current"] == 17
    assert {one.body.physical.current for one in store.read(place.pk).head.fight.combatants.values()} == {17, 20}
    assert rolled_from(fight, "player", made)


def test_a_creature_waits_outside_for_its_fight(game: Game) -> None:
    runs = game.users["game_master"]
    orc = create_character(table=game.table, kind="creature", name="Orco", values={}, by=runs)
    assert not Enlistment.objects.filter(character=orc).exists()


def test_no_player_hears_of_a_character_that_only_the_game_master_knows(game: Game) -> None:
    told = [game.table.topic, topics.table(scene(game).pk)]
    before = versions.versions(told)
    create_character(table=game.table, kind="person", name="Sombra", values={}, by=game.users["game_master"])
    assert versions.versions(told) == before
    assert "Sombra" not in game.client("player").get(scene(game).get_absolute_url()).content.decode()
