"""Bad files are refused as a whole, with all faults, and leave nothing behind."""

from __future__ import annotations

import copy
import gzip
import random
from typing import Any

import jsonschema
import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters.models import Character
from combat.models import Encounter, LogEntry
from exchange import formats, incoming, incoming_characters, outgoing, reading, schemas
from exchange.faults import Refused
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Adventure, Membership, Session, Table
from tests.combat.play import Game
from tests.kept import without
from tests.sizes import examples

from .mutating import spoilt
from .played import data, document

pytestmark = pytest.mark.django_db
MODELS = (Table, Membership, Character, Encounter, LogEntry, Adventure, Session)


def counts() -> list[int]:
    return [model._default_manager.count() for model in MODELS]


def refusal(game: Game, content: bytes, *, table: bool = True) -> dict[str, str]:
    """The faults of a file by their places; nothing was written."""
    before = counts()
    user = game.users["game_master"]
    with pytest.raises(Refused) as caught:
        _import(game, content, user, table=table)
    assert counts() == before
    return {fault.place: fault.text for fault in caught.value.faults}


def _import(game: Game, content: bytes, user: User, *, table: bool) -> None:
    if table:
        incoming.import_table(data=content, by=user)
    else:
        incoming_characters.import_character(table=game.table, data=content, by=user, players=[])


def changed(content: Any, *changes: tuple[str, Any]) -> bytes:
    """A document with other values at these places."""
    content = copy.deepcopy(content)
    for place, value in changes:
        steps = [int(step) if step.isdecimal() else step for step in place.split("/")]
        around = content
        for step in steps[:-1]:
            around = around[step]
        around[steps[-1]] = value
    return data(content)


# Before anything is understood


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "No es JSON"),
        (b"{", "No es JSON: línea 1, columna 2."),
        (b"\xff\xfe{}", "UTF-8"),
        (b"[]", "No es un fichero exportado"),
        (b'{"format": "otro"}', "No es un fichero exportado"),
        (b'{"format": "tapiz-table", "format": "tapiz-table"}', "«format» aparece dos veces"),
        (b'{"format": "tapiz-table", "version": NaN}', "número que no se puede leer"),
        (b'{"format": "tapiz-table", "version": ' + b"9" * 5000 + b"}", "número que no se puede leer"),
        (b'{"format": "tapiz-table", "version": "1"}', "Falta la versión"),
        (b'{"format": "tapiz-table", "version": true}', "Falta la versión"),
        (b'{"format": "tapiz-table", "version": 8}', "versión 8 del formato y aquí se conoce hasta la 7"),
        (b'{"format": "tapiz-table", "version": 1, "system": "rolemaster"}', "«rolemaster» no está"),
        (b'{"format": "tapiz-table", "version": 1, "system": ["tapiz"]}', "no está en esta instalación"),
        (b'{"format": "tapiz-table", "version": 1, "x": "\\u0000"}', "signos que no se pueden guardar"),
        (b'{"format": "tapiz-table", "version": 1, "x": "\\ud800"}', "signos que no se pueden guardar"),
        (b'{"format": "tapiz-table", "version": 1, "x": 1.5}', "número entero"),
        (b'{"format": "tapiz-table", "version": 1, "x": 99999999999}', "demasiado grande"),
        (b"[" * 50 + b"]" * 50, "demasiados niveles"),
        (b"[" * 200_000, "demasiados niveles"),
        (b" " * 5_000_001, "demasiado grande: como mucho 5 MB"),
        (gzip.compress(b" " * 50_000_000, mtime=0), "demasiado grande una vez descomprimido"),
        (gzip.compress(b"{}", mtime=0)[:-4], "dañado"),
        (gzip.compress(b"{}", mtime=0) + b"more", "dañado"),
        (b"\x1f\x8b" + b"x" * 40, "dañado"),
    ],
    ids=lambda value: value[:30].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_files_that_are_none(evening: Game, content: bytes, said: str) -> None:
    assert any(said in text for text in refusal(evening, content).values())


def test_too_many_values(evening: Game, monkeypatch: pytest.MonkeyPatch, told: dict[str, Json]) -> None:
    monkeypatch.setattr(reading, "MOST_VALUES", 100)
    assert refusal(evening, data(told)) == {"": "El fichero contiene demasiados datos."}


def test_the_other_kind_of_file_is_told_where_to_go(evening: Game, told: dict[str, Json]) -> None:
    character = data(outgoing.character_document(evening.characters["Ana"]))
    assert "página de su mesa" in refusal(evening, character)["format"]
    assert "lista de mesas" in refusal(evening, data(told), table=False)["format"]


# Versions


def test_older_versions_are_lifted(evening: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer format: `nombre` of this version is `name` in the next."""

    def lift(content: dict[str, Any]) -> dict[str, Any]:
        return {**{key: value for key, value in content.items() if key != "nombre"}, "name": content["nombre"]}

    ana = outgoing.character_document(evening.characters["Ana"])
    old = {**{key: value for key, value in ana.items() if key != "name"}, "nombre": "Ana"}
    present = formats.VERSIONS[formats.CHARACTER]
    coming = copy.deepcopy(formats.schema(formats.CHARACTER, present))
    coming["properties"]["version"] = {"const": present + 1}
    monkeypatch.setitem(formats.VERSIONS, formats.CHARACTER, present + 1)
    monkeypatch.setitem(formats.LIFTS, (formats.CHARACTER, present), lift)
    monkeypatch.setattr(formats, "schema", lambda name, version: coming)
    made = incoming_characters.import_character(
        table=evening.table, data=data(old), by=evening.users["game_master"], players=[]
    )
    assert made.name == "Ana"
    without = {key: value for key, value in old.items() if key != "nombre"}
    assert "versión antigua" in refusal(evening, data(without), table=False)["version"]
    newer = refusal(evening, data({**old, "version": present + 2}), table=False)
    assert f"versión {present + 2}" in newer["version"]


def test_sheets_and_states_that_are_newer(evening: Game, told: dict[str, Json]) -> None:
    found = refusal(evening, changed(told, ("characters/0/sheet_version", 9), ("encounters/0/state_version", 9)))
    assert set(found) == {"characters[0].sheet_version", "encounters[0].state_version"}


def test_another_system_than_the_tables(evening: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from rules.core import registry

    monkeypatch.setitem(registry.SYSTEMS, "fake", "tests.inputs.fake_system")
    content = outgoing.character_document(evening.characters["Ana"])
    assert (
        "en esta mesa se juega a Tapiz" in refusal(evening, data({**content, "system": "fake"}), table=False)["system"]
    )


# What is inside


def test_every_fault_of_a_sheet_at_once(evening: Game) -> None:
    content = outgoing.character_document(evening.characters["Ana"])
    sheet = {
        **content["sheet"],
        "level": 99,
        "strength": "mucha",
        "wings": 2,
        "traits": [{"text": ""}, {"text": "Alta"}],
    }
    with translation.override("es"):
        found = refusal(evening, data({**content, "sheet": sheet}), table=False)
    assert {"sheet.level", "sheet.strength", "sheet.wings"} <= set(found)
    assert any(place.startswith("sheet.traits[0]") for place in found)
    assert found["sheet.level"].startswith("Nivel: ")
    with translation.override("en"):
        assert refusal(evening, data({**content, "sheet": sheet}), table=False)["sheet.level"].startswith("Level: ")


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("kind", "dragon", "kind"),
        ("name", "", "name"),
        ("name", " \t ", "name"),
        ("name", "x" * 81, "name"),
        ("condition", {"physical": 3}, "condition"),
        ("condition/physical/current", "x", "condition.physical.current"),
        ("condition/effects", {"a": {"id": 1}}, "condition"),
        ("sheet", [], "sheet"),
        ("players", [1], "players"),
    ],
)
def test_faults_of_a_character(evening: Game, place: str, value: Any, said: str) -> None:
    ana = evening.characters["Ana"]
    ana.refresh_from_db()
    content = outgoing.character_document(ana)
    assert said in refusal(evening, changed(content, (place, value)), table=False)


def test_what_a_system_does_not_know_of_a_condition_stays_outside(evening: Game) -> None:
    ana = evening.characters["Ana"]
    ana.refresh_from_db()
    content = changed(outgoing.character_document(ana), ("condition/wings", 2))
    made = incoming_characters.import_character(
        table=evening.table, data=content, by=evening.users["game_master"], players=[]
    )
    assert made.condition == ana.condition


HEAD = "encounters/0/head/fight"


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ([("house", {"luck": 3})], {"house.luck"}),
        ([("people/0/role", "queen")], {"people[0].role"}),
        ([("people/1/plays", ["00000000-0000-0000-0000-00000000000f"])], {"people[1].plays[0]"}),
        ([("characters/1/id", "00000000-0000-0000-0000-000000000001")], {"characters[0].id", "characters[1].id"}),
        ([("characters/0/created", "2026-13-45T00:00:00Z")], {"characters[0].created"}),
        ([("characters/0/created", "9999-12-31T23:59:59+00:00")], {"characters[0].created"}),
        ([("sessions/0/adventure", 5)], {"sessions[0].adventure"}),
        ([("sessions/0/ended", None)], {"sessions[1].ended"}),
        ([("encounters/0/free", True)], {"encounters[0].free", "encounters[1].free"}),
        ([(f"{HEAD}/clock", 5)], {"encounters[0].head"}),
        (
            [(f"{HEAD}/clock", "x"), (f"{HEAD}/round/number", [])],
            {"encounters[0].head.fight.clock", "encounters[0].head.fight.round.number"},
        ),
        ([(f"{HEAD}/status", "lost")], {"encounters[0].head.fight.status"}),
        ([("encounters/0/entries/2/targets", ["0" * 32])], {"encounters[0].entries[2].targets[0]"}),
        ([("encounters/0/entries/1/changes", [])], {"encounters[0].entries[2].changes"}),
        ([("encounters/0/entries/1/command", None)], {"encounters[0].entries[1].command"}),
        ([("encounters/0/entries/0/kind", "steal")], {"encounters[0].entries[0].kind"}),
        # Faults of the schema and of the rules, in one list.
        (
            [("name", "\n"), ("encounters/1/name", ""), ("characters/0/name", 3), ("characters/0/sheet/level", 99)],
            {"name", "encounters[1].name", "characters[0].name", "characters[0].sheet.level"},
        ),
        ([("characters", 3), ("house", {"luck": 3}), (f"{HEAD}/clock", "x")], {"characters", "house.luck"}),
        (
            [("encounters", []), ("encounters", {}), ("sessions/0/adventure", 7)],
            {"encounters", "sessions[0].adventure"},
        ),
        ([("characters/0", None), ("adventures", "x")], {"characters[0]", "adventures"}),
    ],
)
def test_faults_of_a_table(
    evening: Game, changes: list[tuple[str, Any]], places: set[str], told: dict[str, Json]
) -> None:
    found = refusal(evening, changed(told, *changes))
    assert places <= set(found)


def test_a_character_in_two_open_fights(evening: Game, told: dict[str, Json]) -> None:
    told["encounters"].append({**copy.deepcopy(told["encounters"][0]), "name": "La misma"})
    found = refusal(evening, data(told))
    assert len(found) == 2
    assert all(place.endswith(".character") for place in found)


def test_a_fight_that_would_break_its_page(evening: Game, told: dict[str, Json]) -> None:
    """Consistent in itself, but invalid for its system: an attribute is missing from a combatant throughout."""
    del told["encounters"][1]
    for one in told["encounters"][0]["head"]["fight"]["combatants"].values():
        del one["body"]["scores"]["strength"]
    for entry in told["encounters"][0]["entries"]:
        for change in entry["changes"]:
            if isinstance(change[3], dict) and "body" in change[3]:
                del change[3]["body"]["scores"]["strength"]
    assert refusal(evening, data(told)) == {"encounters[0]": "Su sistema no sabe qué hacer con este conflicto."}


# Whatever else


def test_the_schemas_are_schemas_and_use_only_known_words() -> None:
    def words(schema: Any, *, names: bool = False) -> set[str]:
        if isinstance(schema, list):
            return set().union(*(words(one) for one in schema))
        if not isinstance(schema, dict):
            return set()
        found = set() if names else set(schema)
        for key, item in schema.items():
            if key not in ("const", "enum"):
                found |= words(item, names=key in ("properties", "$defs") and not names)
        return found

    for name in formats.SCHEMAS:
        found = formats.schema(name, formats.VERSIONS[name])
        jsonschema.Draft202012Validator.check_schema(found)
        assert words(found) <= schemas.KNOWN_WORDS


def test_what_is_exported_fits_the_published_schema(evening: Game, told: dict[str, Json]) -> None:
    jsonschema.Draft202012Validator(formats.schema(formats.TABLE, formats.VERSIONS[formats.TABLE])).validate(told)
    ana = outgoing.character_document(evening.characters["Ana"])
    jsonschema.Draft202012Validator(formats.schema(formats.CHARACTER, formats.VERSIONS[formats.CHARACTER])).validate(
        ana
    )


@pytest.fixture(scope="module")
def content(_evening: Game) -> dict[str, Any]:
    """The document of an evening, made once."""
    return document(_evening.table)


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_our_reading_of_the_schema_is_the_usual_one(content: dict[str, Any], seed: int) -> None:
    bad = spoilt({**content, "encounters": [_short(content["encounters"][0])]}, random.Random(seed))
    schema = formats.schema(formats.TABLE, formats.VERSIONS[formats.TABLE])
    fits = jsonschema.Draft202012Validator(schema).is_valid(bad)
    assert (not list(schemas.faults(schema, bad))) == fits


def _short(encounter: dict[str, Any]) -> dict[str, Any]:
    return {**encounter, "entries": encounter["entries"][:4]}


@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_spoilt_files_are_refused_or_taken_but_break_nothing(content: dict[str, Any], seed: int) -> None:
    from django.db import transaction

    from tests.combat.play import people

    chance = random.Random(seed)
    bad = content
    for _time in range(chance.choice((1, 1, 1, 3))):
        bad = spoilt(bad, chance)
    with transaction.atomic():
        without()
        _table, users = people()
        before = counts()
        try:
            incoming.import_table(data=data(bad), by=users["game_master"])
        except Refused:
            assert counts() == before
        transaction.set_rollback(True)
