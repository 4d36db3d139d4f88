"""Sheets, fights, the shop and new characters take entries from the packs of their table."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from characters.models import Character, CharacterChange
from equipment.ledger.models import Loot, Possession
from equipment.packs import choosing
from tests.combat.play import Game, make_game
from tests.kept import played_once
from tests.packs import sample
from tests.packs.shelf import brought

TALENT = """
[[entry]]
code = "SLT0001"
name = { es = "Oído de marea", en = "Tidal ear" }
[[entry.gives.traits]]
text = { es = "Oye venir la marea", en = "Hears the tide come" }
"""


def with_talent() -> Game:
    made = make_game()
    choosing.take(made.table, brought(talent_toml=TALENT))
    return made


@pytest.fixture
def game(db: None) -> Game:
    return played_once(with_talent)


def test_a_sheet_takes_an_entry_after_seeing_what_changes(game: Game) -> None:
    ana = game.characters["Ana"]
    page = game.client("player").get(reverse("characters:offered", args=[ana.pk])).content.decode()
    assert "Oído de marea" in page
    assert "Arpón" not in page
    assert "Cangrejo" not in page
    url = reverse("characters:take_entry", args=[ana.pk, "SLT0001"])
    assert "Oye venir la marea" in game.client("player").get(url).content.decode()
    game.client("player").post(url, {"revision": ana.revision})
    ana.refresh_from_db()
    assert [row["text"] for row in ana.sheet["traits"]] == ["Esgrima", "Terca", "Oye venir la marea"]
    assert CharacterChange.objects.filter(state__character=ana, field="traits").exists()
    assert "no cambia nada" in game.client("player").get(url).content.decode()


def test_what_was_edited_meanwhile_is_not_overwritten(game: Game) -> None:
    ana = game.characters["Ana"]
    url = reverse("characters:take_entry", args=[ana.pk, "SLT0001"])
    response = game.client("player").post(url, {"revision": ana.revision + 3})
    assert response.status_code == 422
    ana.refresh_from_db()
    assert len(ana.sheet["traits"]) == 2


def test_things_and_creatures_are_not_taken_by_a_sheet(game: Game) -> None:
    ana = game.characters["Ana"]
    for code in ("SLO0001", "SLC0001", "SLX0001"):
        url = reverse("characters:take_entry", args=[ana.pk, code])
        assert game.client("game_master").get(url).status_code == 404


def test_creatures_come_from_the_bestiary_into_a_fight(game: Game) -> None:
    url = reverse("combat:add", args=[game.encounter.pk])
    assert "Cangrejo alto" in game.client("game_master").get(url).content.decode()
    assert "Ninguna criatura así." in game.client("game_master").get(url, {"q": "dragón"}).content.decode()
    said = {"who": "bestiary", "creature": "SLC0001", "count": "3", "side": "foes", "shows": "word", "hidden": "on"}
    game.client("game_master").post(url, said)
    crabs = [one for one in game.fight.combatants.values() if one.name.startswith("Cangrejo")]
    assert [one.hidden for one in crabs] == [True] * 3
    assert {one.body.physical.maximum for one in crabs} == {12}
    assert len({one.group for one in crabs}) == 1


def test_a_creature_that_is_not_there_is_said_so(game: Game) -> None:
    url = reverse("combat:add", args=[game.encounter.pk])
    before = len(game.fight.combatants)
    for code in ("", "SLO0001", "SLC9999"):
        said = {"who": "bestiary", "creature": code, "count": "1", "side": "foes", "shows": "word"}
        assert game.client("game_master").post(url, said).status_code == 422
    assert len(game.fight.combatants) == before


def test_a_new_character_takes_entries_in_its_steps(game: Game) -> None:
    client = game.client("player")
    step = reverse("characters:step", args=[game.table.pk, "person", "traits"])
    assert "Oído de marea" in client.get(step).content.decode()
    client.post(step, {"more_talent": ["SLT0001"], "go": "look"})
    # The choice is kept while other pages are visited.
    client.post(step, {"more_talent": ["SLT0001"], "go": "back"})
    page = client.get(step).content.decode()
    assert re.search(r'value="SLT0001"[^>]*checked', page)


def test_the_things_of_the_packs_are_given_and_sold(game: Game) -> None:
    ana = game.characters["Ana"]
    url = reverse("characters:add_thing", args=[ana.pk])
    assert "Arpón" in game.client("player").get(url).content.decode()
    game.client("player").post(url, {"key": "key-of-taking", "entry": "SLO0001", "quantity": "2"})
    owned = Possession.objects.get(owner=ana, entry="SLO0001")
    assert (owned.name, owned.quantity, owned.values["price"]) == ("Arpón", 2, 30)


def test_what_is_not_shown_to_the_table_is_not_offered_to_its_players(game: Game) -> None:
    choosing.show(game.table, choosing.available(game.table)[0], shown=False)
    ana = game.characters["Ana"]
    offered = reverse("characters:offered", args=[ana.pk])
    assert "Oído de marea" not in game.client("player").get(offered).content.decode()
    assert "Oído de marea" in game.client("game_master").get(offered).content.decode()


def test_what_people_have_stays_when_the_table_takes_another_version(game: Game) -> None:
    ana = game.characters["Ana"]
    url = reverse("characters:add_thing", args=[ana.pk])
    game.client("player").post(url, {"key": "key-of-taking", "entry": "SLO0001", "quantity": "1"})
    head = sample.HEAD.replace('version = "1.0"', 'version = "2.0"')
    choosing.take(game.table, brought(pack_toml=head, weapon_toml=sample.WEAPON.replace("30", "45")))
    assert Possession.objects.get(owner=ana, entry="SLO0001").values["price"] == 30
    assert Character.objects.get(pk=ana.pk).revision == ana.revision


GUARD = """{"entry": [{
  "code": "SLC0001", "name": {"es": "Guarda del faro", "en": "Lighthouse guard"}, "habitat": "El faro",
  "treasure": {"es": "Una llave y tres monedas", "en": "A key and three coins"},
  "gives": {"physical_max": 12, "mental_max": 4, "armour": "light", "shield": true}
}]}
"""


def test_a_fallen_creature_of_the_bestiary_leaves_what_it_had_and_its_treasure_is_told_to_the_game_master(
    game: Game,
) -> None:
    head = sample.HEAD.replace('version = "1.0"', 'version = "1.1"')
    choosing.take(game.table, brought(pack_toml=head, creature__coast_json=GUARD))
    said = {"who": "bestiary", "creature": "SLC0001", "count": "1", "side": "foes", "shows": "word"}
    game.client("game_master").post(reverse("combat:add", args=[game.encounter.pk]), said)
    game.damage("game_master", "Guarda del faro", 90)
    address = f"{reverse('combat:open_loot', args=[game.encounter.pk])}?who={game.id('Guarda del faro')}"
    assert game.client("game_master").post(address, {"key": "a-key-of-this-test"}).status_code == 302
    loot = Loot.objects.get()
    assert loot.entry == "SLC0001"
    assert sorted(loot.possessions.values_list("name", flat=True)) == ["Armadura ligera", "Escudo"]
    stash = reverse("characters:stash", args=[game.table.pk])
    assert "Una llave y tres monedas" in game.client("game_master").get(stash).content.decode()
    assert "Una llave" not in game.client("player").get(stash).content.decode()
