"""Characters in a fight: it writes their condition, they are in one fight at a time, edits of their sheets arrive."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters.models import Character
from characters.services import create_character, update_character
from combat import services, sheets, store
from combat.deeds import Deed
from combat.errors import Elsewhere, NothingToUndo
from combat.models import Encounter, Enlistment
from rules.core.types import Json
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership
from tapiz_site.live import versions

from .play import ANA, Game

pytestmark = pytest.mark.django_db


def condition(game: Game, name: str) -> dict[str, object]:
    return Character.objects.get(pk=game.characters[name].pk).condition


def test_the_condition_follows_the_fight_and_its_undo(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    assert condition(fight, "Ana")["physical"]["current"] == 17
    assert condition(fight, "Bruno")["physical"]["current"] == 20
    fight.undo("player")
    assert condition(fight, "Ana")["physical"]["current"] == 20
    fight.redo("player")
    assert condition(fight, "Ana")["physical"]["current"] == 17
    fight.command("game_master", "give_effect", who=fight.id("Ana"), name="Cegada", tier="major", lasts="lasting")
    assert [effect["name"] for effect in condition(fight, "Ana")["effects"].values()] == ["Cegada"]


def elsewhere(game: Game) -> Encounter:
    return store.create(table=game.table, name="Otra", user=game.users["game_master"])


def enlist(game: Game, encounter: Encounter, name: str) -> None:
    character = Character.objects.get(pk=game.characters[name].pk)
    services.enlist(
        encounter=encounter, user=game.users["game_master"], rows=[sheets.character_row(character)], key=game.key()
    )


def start(game: Game, encounter: Encounter) -> None:
    """Roll initiative there, so that its characters take part."""
    deed = Deed("command", "initiative")
    services.act(encounter=encounter.pk, user=game.users["game_master"], deed=deed, key=game.key())


def test_a_character_fights_in_one_place_at_a_time(fight: Game) -> None:
    other = elsewhere(fight)
    enlist(fight, other, "Ana")
    entries = other.entries.count()
    with pytest.raises(Elsewhere):
        start(fight, other)
    assert other.entries.count() == entries
    assert Enlistment.objects.filter(encounter=fight.encounter).count() == 2


def test_an_archived_fight_lets_its_characters_go(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    fight.command("game_master", "archive")
    other = elsewhere(fight)
    enlist(fight, other, "Ana")
    start(fight, other)
    ana = Enlistment.objects.get(encounter=other).combatant
    assert store.read(other.pk).head.fight.combatants[ana].body.physical.current == 17
    for again in ("resume", "undo"):
        with pytest.raises(Elsewhere):
            fight.undo("game_master") if again == "undo" else fight.command("game_master", "resume")
    assert fight.characters["Ana"].enlistment.encounter_id == other.pk


def test_taken_back_it_holds_them_again(fight: Game) -> None:
    fight.command("game_master", "archive")
    assert not Enlistment.objects.filter(encounter=fight.encounter).exists()
    fight.undo("game_master")
    assert Enlistment.objects.filter(encounter=fight.encounter).count() == 2


def test_a_dismissed_character_is_free(fight: Game) -> None:
    fight.command("game_master", "dismiss", who=fight.id("Bruno"))
    other = elsewhere(fight)
    enlist(fight, other, "Bruno")
    start(fight, other)
    with pytest.raises(Elsewhere):
        fight.undo("game_master")


def test_a_scene_in_preparation_learns_of_edits_and_of_conditions(fight: Game) -> None:
    other = elsewhere(fight)
    enlist(fight, other, "Ana")
    assert fight.characters["Ana"].enlistment.encounter_id == fight.encounter.pk
    values = {**ANA, "physical_max": 30}
    update_character(character=fight.characters["Ana"], name="Ana", values=values, by=fight.users["player"])
    who = next(iter(store.read(other.pk).head.fight.combatants))
    assert store.read(other.pk).head.fight.body(who).physical.maximum == 30
    fight.damage("player", "Ana", 3)
    fight.command("game_master", "archive")
    start(fight, other)
    assert store.read(other.pk).head.fight.body(who).physical.current == 17


def test_an_edited_sheet_arrives_as_a_step(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    ana = fight.characters["Ana"]
    values = {**ANA, "physical_max": 30}
    update_character(character=ana, name="Ana la Roja", values=values, by=fight.users["player"])
    assert (fight.newest.kind, fight.newest.data["command"]["action"]) == ("command", "resheet")
    pool = fight.body("Ana la Roja").physical
    assert (pool.current, pool.maximum) == (17, 30)
    fight.undo("game_master")
    assert fight.body("Ana").physical.maximum == 20


def test_a_deleted_character_goes_on_in_the_fight(fight: Game) -> None:
    Character.objects.get(pk=fight.characters["Bruno"].pk).delete()
    fight.damage("game_master", "Bruno", 3)
    assert fight.body("Bruno").physical.current == 17
    assert Enlistment.objects.filter(encounter=fight.encounter).count() == 1


def test_a_new_player_of_a_character_may_edit_and_play_it(fight: Game) -> None:
    ana, other = fight.characters["Ana"], fight.users["other_player"]
    update_character(character=ana, name="Ana", values=ANA, by=fight.users["game_master"], players=[other])
    assert fight.one("Ana").controllers == {str(other.pk)}
    fight.damage("other_player", "Ana", 2)
    update_character(character=ana, name="Ana", values=ANA, by=other)
    assert fight.body("Ana").physical.current == 18


def test_a_person_who_leaves_the_table_controls_no_combatant(fight: Game) -> None:
    campaigns.remove(membership=Membership.objects.get(table=fight.table, user=fight.users["player"]))
    assert not fight.one("Ana").controllers
    fight.damage("game_master", "Ana", 2)
    assert fight.body("Ana").physical.current == 18


def test_a_character_without_a_player_waits_unseen_in_the_free_scene(fight: Game) -> None:
    runs = fight.users["game_master"]
    create_character(table=fight.table, kind="person", name="El sicario", values=ANA, by=runs)
    address = reverse("combat:free", args=[fight.table.pk])
    page = fight.client("player").post(address, follow=True).content.decode()
    assert "El sicario" not in page
    page = fight.client("game_master").post(address, follow=True).content.decode()
    assert "El sicario" in page
    sicario = Character.objects.get(name="El sicario")
    update_character(character=sicario, name="El sicario", values=ANA, by=runs, players=[fight.users["other_player"]])
    page = fight.client("player").post(address, follow=True).content.decode()
    assert "El sicario" in page


def test_numbers_are_shown_of_characters_with_a_player(fight: Game) -> None:
    runs = fight.users["game_master"]
    sicario = create_character(table=fight.table, kind="person", name="El sicario", values=ANA, by=runs)
    assert sheets.character_row(sicario)["shows"] == "word"
    assert sheets.character_row(fight.characters["Ana"])["shows"] == "number"


def test_the_page_of_the_table_is_not_woken_by_what_players_may_not_know(fight: Game) -> None:
    runs, topic = fight.users["game_master"], fight.table.topic
    lich, wolf = (
        create_character(table=fight.table, kind="creature", name=name, values=ANA, by=runs)
        for name in ("Liche", "Lobo")
    )
    prepared = elsewhere(fight)
    before = versions.version(topic)
    services.enlist(encounter=prepared, user=runs, rows=[sheets.character_row(wolf)], key=fight.key())
    services.enlist(
        encounter=fight.encounter, user=runs, rows=[sheets.character_row(lich, hidden=True)], key=fight.key()
    )
    fight.command("game_master", "dismiss", who=fight.id("Liche"))
    fight.undo("game_master")
    assert versions.version(topic) == before
    fight.command("game_master", "reveal", who=fight.id("Liche"))
    assert versions.version(topic) > before
    before = versions.version(topic)
    fight.command("game_master", "pause")
    assert versions.version(topic) > before


def test_an_act_moves_the_time_of_its_fight(fight: Game) -> None:
    before = Encounter.objects.get(pk=fight.encounter.pk).changed
    fight.damage("player", "Ana", 3)
    assert Encounter.objects.get(pk=fight.encounter.pk).changed > before


# Away and back


def current(game: Game, name: str) -> int:
    found = condition(game, name)["physical"]
    assert isinstance(found, dict)
    return int(found["current"])


def in_the_free_scene(game: Game, name: str, action: str, **inputs: Json) -> None:
    """A character is hurt in the free scene."""
    place = services.scene_of(game.table, game.users["game_master"])
    there = Game(game.table, game.users, place, game.characters, keys=500 + game.keys)
    there.command("game_master", action, targets={there.id(name): "full"}, pool="physical", **inputs)
    game.keys += 50


def heal(game: Game, name: str, amount: int) -> None:
    in_the_free_scene(game, name, "damage", amount=amount, verb="heal")


def test_a_character_healed_while_the_fight_was_archived_comes_back_healed(fight: Game) -> None:
    fight.damage("game_master", "Ana", 10)
    fight.command("game_master", "archive")
    heal(fight, "Ana", 8)
    assert current(fight, "Ana") == 18
    fight.command("game_master", "resume")
    assert fight.body("Ana").physical.current == 18
    fight.damage("game_master", "Ana", 1)
    assert (fight.body("Ana").physical.current, current(fight, "Ana")) == (17, 17)


def test_an_unchanged_character_comes_back_without_a_log_entry(fight: Game) -> None:
    fight.damage("game_master", "Ana", 10)
    fight.command("game_master", "archive")
    services.scene_of(fight.table, fight.users["game_master"])
    fight.command("game_master", "resume")
    assert fight.newest.data["command"]["action"] == "resume"


def test_a_sheet_edited_while_the_fight_was_archived_comes_back_edited(fight: Game) -> None:
    fight.damage("game_master", "Ana", 10)
    fight.command("game_master", "archive")
    update_character(
        character=Character.objects.get(pk=fight.characters["Ana"].pk),
        name="Ana",
        values={**ANA, "physical_max": 30},
        by=fight.users["player"],
    )
    fight.command("game_master", "resume")
    assert (fight.body("Ana").physical.current, fight.body("Ana").physical.maximum) == (10, 30)


@pytest.mark.parametrize("away", ["archive", "dismiss"])
def test_a_character_that_an_undo_brings_back_is_in_its_present_state(fight: Game, away: str) -> None:
    services.scene_of(fight.table, fight.users["game_master"])
    fight.damage("game_master", "Ana", 10)
    inputs = {"who": fight.id("Ana")} if away == "dismiss" else {}
    fight.command("game_master", away, **inputs)
    heal(fight, "Ana", 8)
    fight.undo("game_master")
    assert (fight.body("Ana").physical.current, current(fight, "Ana")) == (18, 18)


def test_taking_back_the_return_makes_nothing_past_present(fight: Game) -> None:
    fight.damage("game_master", "Ana", 10)
    fight.command("game_master", "archive")
    heal(fight, "Ana", 8)
    fight.command("game_master", "resume")
    fight.undo("game_master")
    assert (fight.fight.status, current(fight, "Ana")) == ("archived", 18)
    assert len(fight.newest.data["targets"]) == 2
    fight.redo("game_master")
    assert (fight.fight.status, fight.body("Ana").physical.current) == ("running", 18)
    fight.command("game_master", "archive")
    heal(fight, "Ana", 1)
    fight.undo("game_master")
    returned = fight.newest
    assert current(fight, "Ana") == 19
    with pytest.raises(NothingToUndo):
        fight.undo("game_master", returned.id)
    newest = store.newest_step(fight.read.encounter)
    assert newest is not None
    assert newest.id != returned.id
    assert (fight.body("Ana").physical.current, current(fight, "Ana")) == (19, 19)
