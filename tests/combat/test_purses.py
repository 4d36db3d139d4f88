"""Hero points belong to players: all open encounters of the table share them, wherever they change."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from characters.services import create_character
from combat import outside, services, sheets, store
from combat.deeds import Deed
from combat.models import Encounter
from rules.core.changes import fold
from rules.core.fight import RESERVE
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Purse

from .play import ANA, Game

pytestmark = pytest.mark.django_db


def scene(game: Game) -> Encounter:
    return services.scene_of(game.table, game.users["game_master"])


def purse(game: Game, who: str) -> Purse:
    return Purse.objects.get(table=game.table, user=game.users[who])


def in_scene(game: Game, key: str) -> int:
    return store.read(scene(game).pk).head.fight.in_purse(key)


def test_a_player_begins_with_the_allowance_of_the_sheet(fight: Game) -> None:
    assert fight.points("Ana") == purse(fight, "player").points == 2


def test_what_is_given_in_the_fight_is_there_outside_too(fight: Game) -> None:
    scene(fight)
    fight.command("game_master", "award", who=[fight.id("Ana")], count=1)
    key = purse(fight, "player").key
    assert (fight.points("Ana"), in_scene(fight, key), purse(fight, "player").points) == (3, 3, 3)


def test_what_a_player_is_given_in_a_session_is_counted_everywhere_and_until_it_ends(fight: Game) -> None:
    """TAP-HERO-15: two to four in a session; the note beside each name says how many it has been."""
    key, session = (
        purse(fight, "player").key,
        sessions.begin_session(table=fight.table, user=fight.users["game_master"]),
    )
    fight.command("game_master", "award", who=[fight.id("Ana")], count=2)
    free = scene(fight)
    assert store.read(free.pk).head.fight.purses[key].awarded == 2
    params = {"panel": "verb", "action": "award"}
    assert "en esta sesión 2; lo normal, de 2 a 4" in fight.get("game_master", **params).content.decode()
    sessions.end_session(session=session, user=fight.users["game_master"])
    assert store.read(free.pk).head.fight.purses[key].awarded == fight.fight.purses[key].awarded == 0
    assert fight.points("Ana") == purse(fight, "player").points == 4


def test_taking_it_back_takes_it_back_everywhere(fight: Game) -> None:
    scene(fight)
    fight.command("game_master", "award", who=[fight.id("Ana")], count=1)
    fight.undo("game_master")
    assert (fight.points("Ana"), in_scene(fight, purse(fight, "player").key)) == (2, 2)


def test_what_was_brought_in_is_not_taken_back_where_it_came(fight: Game) -> None:
    """An award in the fight is not the newest step of the free scene."""
    place = scene(fight)
    before = store.newest_step(store.read(place.pk).encounter)
    fight.command("game_master", "award", who=[fight.id("Ana")], count=1)
    newest = place.entries.last()
    assert newest is not None
    assert newest.kind == "sync"
    assert store.newest_step(store.read(place.pk).encounter) == before


def test_one_player_with_two_characters_has_one_purse(fight: Game) -> None:
    second = create_character(
        table=fight.table, kind="person", name="Zoe", values={**ANA, "level": 4}, by=fight.users["game_master"],
        players=[fight.users["player"]],
    )  # fmt: skip
    services.enlist(
        encounter=fight.encounter, user=fight.users["game_master"], rows=[sheets.character_row(second)], key="two"
    )
    fight.command("game_master", "award", who=[fight.id("Zoe")], count=1)
    assert fight.points("Ana") == fight.points("Zoe") == 3


def test_a_new_fight_begins_with_what_is_left(fight: Game) -> None:
    fight.command("game_master", "award", who=[fight.id("Ana")], count=2)
    other = store.create(table=fight.table, name="Otra", user=fight.users["game_master"])
    assert store.read(other.pk).head.fight.in_purse(purse(fight, "player").key) == 4


def test_a_fight_that_is_opened_again_learns_what_was_spent_meanwhile(fight: Game) -> None:
    fight.command("game_master", "archive")
    place = scene(fight)
    ana = next(one.id for one in store.read(place.pk).head.fight.combatants.values() if one.name == "Ana")
    deed = Deed("command", "award", inputs={"who": [ana], "count": 3, "reason": None})
    services.act(encounter=place.pk, user=fight.users["game_master"], deed=deed, key=fight.key())
    assert fight.points("Ana") == 2
    fight.command("game_master", "resume")
    assert fight.points("Ana") == 5


def test_an_adventure_refreshes_all_players_and_fills_the_reserve(fight: Game) -> None:
    """TAP-HERO-17, TAP-HERO-18: this table has two characters with players."""
    fight.command("game_master", "award", who=[fight.id("Ana"), fight.id("Bruno")], count=3)
    sessions.begin_adventure(table=fight.table, name="La torre", user=fight.users["game_master"])
    assert (fight.points("Ana"), fight.points("Bruno"), fight.points("Orco 1")) == (2, 2, 2)
    assert in_scene(fight, RESERVE) == 2


def test_the_page_tells_the_reserve_to_the_game_master_alone(fight: Game) -> None:
    sessions.begin_adventure(table=fight.table, name="La torre", user=fight.users["game_master"])
    address = fight.encounter.get_absolute_url()
    assert "Reserva: 2" in fight.client("game_master").get(address).content.decode()
    for who in ("player", "spectator"):
        assert "Reserva" not in fight.client(who).get(address).content.decode()


def test_another_person_who_takes_the_seat_spends_from_another_purse(fight: Game) -> None:
    fight.command("game_master", "award", who=[fight.id("Ana")], count=5)
    fight.characters["Ana"].players.set([fight.users["other_player"]])
    outside.resheet(fight.characters["Ana"], fight.users["game_master"])
    assert fight.points("Ana") == fight.points("Bruno") == 2
    assert purse(fight, "player").points == 7


def test_the_log_still_folds_to_the_head(fight: Game) -> None:
    scene(fight)
    fight.command("game_master", "award", who=[fight.id("Ana")], count=1)
    for encounter in (fight.encounter, scene(fight)):
        encounter.refresh_from_db()
        state = encounter.first
        for entry in store.entries(encounter):
            state = fold(state, entry.changes)
        assert state == encounter.head


def test_an_update_takes_no_points_away(game: Game) -> None:
    """Before purses, a character's condition and the stored head held them."""
    migration = import_module("characters.migrations.0004_points_to_purses")
    Purse.objects.all().delete()
    for name, points in (("Ana", 7), ("Bruno", 1)):
        character = game.characters[name]
        character.refresh_from_db()
        character.condition = {**character.condition, "hero_points": points}
        character.save()
    game.encounter.refresh_from_db()
    head = game.encounter.head
    fight = {name: value for name, value in head["fight"].items() if name != "purses"}
    for one in fight["combatants"].values():
        one.pop("purse", None)
        one["body"]["hero_points"] = 9
    game.encounter.head, game.encounter.state_version = {**head, "fight": fight}, 1
    game.encounter.save()
    migration.points_to_purses(apps, None)
    game.command("game_master", "set_initiative", who=game.id("Ana"), initiative=9)
    assert (game.points("Ana"), game.points("Bruno")) == (7, 1)
