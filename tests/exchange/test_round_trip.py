"""Export, import, export: the same but for ids, and without any of the old ids."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import fields

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters.models import Character
from combat import services, store
from combat.deeds import Deed
from combat.errors import CombatError
from combat.models import Encounter, Enlistment, IndexPiece, LogEntry
from exchange import incoming, incoming_characters, outgoing
from exchange.formats import TABLE, VERSIONS, schema
from exchange.models import FormerPerson
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.types import Json
from tapiz_site.campaigns.models import Membership
from tests.combat.long import lengthen
from tests.combat.play import Game, creatures, make_game
from tests.kept import without
from tests.sizes import examples

from .played import answer_all, data, document, ids_in, importer

pytestmark = pytest.mark.django_db


def character_round(game: Game, name: str) -> tuple[dict, Character]:
    before = outgoing.character_document(game.characters[name])
    runs = game.users["game_master"]
    game.characters[name].refresh_from_db()
    made = incoming_characters.import_character(table=game.table, data=data(before), by=runs, players=[])
    return before, made


def test_a_character(evening: Game) -> None:
    before, made = character_round(evening, "Ana")
    assert made.pk != evening.characters["Ana"].pk
    assert outgoing.character_document(made) == before


@pytest.mark.parametrize(("name", "kind"), [("entry", Entry), ("command", Command)])
def test_the_schema_knows_all_that_a_log_holds(name: str, kind: type) -> None:
    known = schema(TABLE, VERSIONS[TABLE])["$defs"][name]["properties"]
    assert {field.name for field in fields(kind)} <= set(known)


def test_the_condition_comes_along(evening: Game) -> None:
    ana = evening.characters["Ana"]
    ana.refresh_from_db()
    before = outgoing.character_document(ana)
    made = incoming_characters.import_character(
        table=evening.table, data=data(before), by=evening.users["game_master"], players=[]
    )
    assert before["condition"]["physical"]["current"] == made.condition["physical"]["current"] == 13


def test_a_condition_older_than_the_sheet_counts_by_the_sheet(evening: Game) -> None:
    ana = evening.characters["Ana"]
    ana.refresh_from_db()
    ana.sheet = {**ana.sheet, "physical_max": 30}
    ana.save()
    before, made = character_round(evening, "Ana")
    assert before["condition"]["physical"]["maximum"] == 30
    assert outgoing.character_document(made) == before


def test_a_table(evening: Game, told: dict[str, Json]) -> None:
    made = incoming.import_table(data=data(told), by=importer())
    after = document(made)
    assert after == told
    assert document(incoming.import_table(data=data(after), by=importer("tercera"))) == told


def test_a_fight_from_before_the_state_knew_some_fields(evening: Game, told: dict[str, Json]) -> None:
    """Its log enlists combatants without fields that have defaults by now; the fight was read and written since."""
    for entry in told["encounters"][0]["entries"]:
        for operation, path, _old, new in entry["changes"]:
            if operation == "add" and path[:2] == ["fight", "combatants"] and len(path) == 3:
                del new["body"]["thrown"]
                if not new["gear"]["things"]:
                    del new["gear"]
    assert document(incoming.import_table(data=data(told), by=importer()))["characters"] == told["characters"]


def test_the_importing_person_is_added_to_the_people(evening: Game, told: dict[str, Json]) -> None:
    made = incoming.import_table(data=data(told), by=evening.users["stranger"])
    assert {**document(made), "people": told["people"]} == told
    assert [*told["people"], {"name": "Nadie", "role": "game_master", "plays": []}] == document(made)["people"]


def test_no_id_goes_out_and_none_comes_in(evening: Game, told: dict[str, Json]) -> None:
    real = {str(pk) for pk in Character.objects.values_list("pk", flat=True)}
    real |= {str(pk) for pk in Encounter.objects.values_list("pk", flat=True)}
    real |= set(LogEntry.objects.values_list("pk", flat=True)) | set(evening.fight.combatants)
    assert ids_in(told) & real == set()
    assert all(int(one.replace("-", ""), 16) < 10_000 for one in ids_in(told))
    made = incoming.import_table(data=data(told), by=importer())
    for encounter in made.encounters.all():
        rows = list(encounter.entries.values_list("data", flat=True))
        assert ids_in([encounter.head, encounter.first, encounter.memory, rows]) & ids_in(told) == set()


def test_people_come_as_names_alone(evening: Game) -> None:
    evening.users["player"].email = "jugadora@example.org"
    evening.users["player"].set_password("una clave larga")
    evening.users["player"].save()
    text = json.dumps(document(evening.table))
    assert "example.org" not in text
    assert "password" not in text
    made = incoming.import_table(data=text.encode(), by=importer())
    assert Membership.objects.filter(table=made).count() == 1
    assert not Character.objects.filter(table=made, players__isnull=False).exists()
    player = FormerPerson.objects.get(table=made, name="Jugadora")
    assert [one.name for one in player.played.all()] == ["Ana"]


def test_imported_characters_have_no_players(evening: Game, told: dict[str, Json]) -> None:
    """The ids of people in a file belong to other people here."""
    stranger = str(evening.users["stranger"].pk)
    for one in told["encounters"][0]["head"]["fight"]["combatants"].values():
        if one["name"] == "Orco":
            one["controllers"] = [stranger]
    for entry in told["encounters"][0]["entries"]:
        for change in entry["changes"]:
            if isinstance(change[3], dict) and change[3].get("name") == "Orco":
                change[3]["controllers"] = [stranger]
    made = incoming.import_table(data=data(told), by=importer())
    for encounter in made.encounters.all():
        fight = store.read(encounter.pk).head.fight
        assert {person for one in fight.combatants.values() for person in one.controllers} == set()


def test_the_names_of_authors_stay(evening: Game, told: dict[str, Json]) -> None:
    made = incoming.import_table(data=data(told), by=importer())
    rows = LogEntry.objects.filter(encounter__table=made)
    assert {row.by for row in rows} == {None}
    assert {"Dirección", "Jugadora"} <= {row.data["by_name"] for row in rows}


def test_an_imported_fight_goes_on(evening: Game, told: dict[str, Json]) -> None:
    made = incoming.import_table(data=data(told), by=importer())
    other = made.encounters.get(free=False)
    runs = Membership.objects.get(table=made).user
    game = Game(made, {"game_master": runs}, other, {})
    assert Enlistment.objects.filter(encounter=other).count() == 2
    before = game.body("Ana").physical.current
    game.damage("game_master", "Ana", 2)
    assert game.body("Ana").physical.current == before - 2
    ana = Character.objects.get(table=made, name="Ana")
    assert ana.condition["physical"]["current"] == before - 2
    # Steps from before the import can be undone too.
    for _step in range(4):
        game.undo("game_master")
    untouched = Character.objects.get(table=evening.table, name="Ana")
    assert untouched.condition["physical"]["current"] == before


def test_what_waits_for_an_answer_still_waits(evening: Game) -> None:
    evening.command("game_master", "attack", "Orco 2", target=evening.id("Ana"), attribute="strength")
    assert evening.asked
    made = incoming.import_table(data=data(document(evening.table)), by=importer())
    game = Game(made, {"game_master": Membership.objects.get(table=made).user}, made.encounters.get(free=False), {})
    assert [type(one) for one in game.asked] == [type(one) for one in evening.asked]
    game.act("game_master", Deed("roll_all"))
    answer_all(game)


def test_characters_in_the_bin_stay(evening: Game) -> None:
    from characters.services import delete_character

    delete_character(character=evening.characters["Bruno"], by=evening.users["game_master"])
    before = document(evening.table)
    assert [one["name"] for one in before["characters"]] == ["Ana"]
    assert document(incoming.import_table(data=data(before), by=importer())) == before


def test_long_logs_are_indexed_again(evening: Game) -> None:
    lengthen(evening, store.PIECE - 1)
    assert not IndexPiece.objects.exists()
    while len(evening.entries) <= store.PIECE:
        evening.damage("game_master", "Orco 2", 1)
        evening.undo("game_master")
    made = incoming.import_table(data=data(document(evening.table)), by=importer())
    ours = IndexPiece.objects.filter(encounter=evening.encounter).values_list("sequence", flat=True)
    assert ours
    assert list(IndexPiece.objects.filter(encounter__table=made).values_list("sequence", flat=True)) == list(ours)


def test_what_is_too_large_for_a_request_goes_compressed(evening: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = outgoing.table_document(evening.table)
    monkeypatch.setattr(outgoing, "MOST_PLAIN", 1000)
    packed, end = outgoing.written(before)
    assert end == "json.gz"
    assert outgoing.written(before)[0] == packed
    assert outgoing.table_document(incoming.import_table(data=packed, by=importer())) == before


@settings(max_examples=examples(6), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_whatever_was_played(seed: int) -> None:
    """Random acts, including refused ones, undone and redone."""
    with transaction.atomic():
        game = _random_evening(random.Random(seed))
        before = document(game.table)
        made = incoming.import_table(data=data(before), by=game.users["game_master"])
        assert document(made) == before
        transaction.set_rollback(True)


def _random_evening(chance: random.Random) -> Game:
    without()
    game = make_game()
    game.begin()
    for _act in range(chance.randint(3, 14)):
        names = [one.called(by_game_master=True) for one in game.fight.combatants.values()]
        name = chance.choice(names)
        acts = (
            lambda name=name: game.damage("game_master", name, chance.randint(1, 9)),
            lambda name=name, names=names: game.attack(
                "game_master", name, chance.choice(names), bonus=chance.randint(0, 12)
            ),
            lambda: game.undo("game_master"),
            lambda: game.redo("game_master"),
            lambda: game.end_turn(),
            lambda name=name: game.command("game_master", "reveal", who=game.id(name)),
            lambda name=name, place=_act: game.command(
                "game_master", "rename", who=game.id(name), name=f"Otro {place}º", public_name="?"
            ),
            lambda name=name: game.command("game_master", "dismiss", who=game.id(name)),
            lambda: game.command("game_master", "archive"),
            lambda: services.enlist(
                encounter=game.encounter,
                user=game.users["game_master"],
                rows=creatures("Lobo", {"physical_max": 9, "mental_max": 5}, 2),
                key=game.key(),
            ),
        )
        with suppress(RuleError, CombatError, KeyError):
            chance.choice(acts)()
        if chance.random() < 0.7:
            with suppress(RuleError, CombatError):
                answer_all(game)
    return game
