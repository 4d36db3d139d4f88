"""Maps in packs: reading with all faults, writing, publishing, differences, copying to a table, laying under fights."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from combat.models import TableMap
from equipment.packs import choosing, differences, drafts
from equipment.packs.files.faults import Refused
from equipment.packs.files.reading import load
from equipment.packs.files.writing import files_of
from equipment.packs.installing import bring
from equipment.packs.models import PackVersion
from equipment.packs.stored import pack_of
from rules.core.registry import get_system
from rules.core.types import Json
from tests.combat.mechs import FALCON, GM, Field
from tests.packs import sample

HEAD = """
format = "tapiz-pack-1"
system = "tactico"
code = "VA"
slug = "vados"
version = "1"
languages = ["es", "en"]
licence = "CC0"

[name]
es = "Vados"
en = "Fords"
"""


def drawn(**said: Json) -> Json:
    makes = get_system("tactico").maps  # type: ignore[attr-defined]
    empty = makes.new({"columns": 12, "rows": 9})
    return makes.painted(empty, {"brush": "woods", "hexes": "0304", "level": 1, "face": None, **said})


def files(**maps: Json) -> dict[str, bytes]:
    known = maps or {"vado": {"name": {"es": "Vado", "en": "Ford"}, "data": drawn()}}
    found = {"pack.toml": HEAD.encode()}
    return {**found, **{f"maps/{name}.json": json.dumps(one).encode() for name, one in known.items()}}


# Files


def test_maps_are_read_and_written_again() -> None:
    pack = load(files())
    (one,) = pack.maps
    assert (one.slug, one.name["en"], one.data["cells"].keys()) == ("vado", "Ford", {"0304"})
    assert load(files_of(pack)) == pack


def test_the_file_that_a_table_takes_along_is_a_map_of_a_pack() -> None:
    taken = {"format": "tapiz-map", "version": 1, "system": "tactico", "name": "Vado", "data": drawn()}
    assert load(files(vado=taken)).maps[0].name == {"es": "Vado", "en": "Vado"}


def test_every_fault_of_every_map_is_said() -> None:
    wrong: dict[str, Json] = {
        "a": {"name": "A", "data": {"columns": "x"}},
        "b": {"name": {"es": "B"}, "data": drawn()},
        "c": {"name": "C"},
        "d": {"name": "D", "data": drawn(), "system": "tapiz"},
        "e": {"name": "E", "data": drawn(), "colour": "red"},
        "F": {"name": "F", "data": drawn()},
        "g": {"name": "G", "data": drawn(), "version": 2},
    }
    with pytest.raises(Refused) as found:
        load(files(**wrong))
    assert sorted((one.file, one.code) for one in found.value.faults) == [
        ("maps/F.json", "pack.map"),
        ("maps/a.json", "core.board.not_a_map"),
        ("maps/b.json", "pack.language_missing"),
        ("maps/c.json", "pack.missing"),
        ("maps/d.json", "pack.map"),
        ("maps/e.json", "pack.unknown"),
        ("maps/g.json", "pack.format"),
    ]


def test_every_system_has_maps_of_its_boards() -> None:
    board = {
        "columns": 8,
        "rows": 8,
        "cells": {"C4": {"ground": "clear", "level": 1, "streams": []}},
        "shape": "square",
    }
    file = {"format": "tapiz-map", "version": 1, "system": "tapiz", "name": "Patio", "data": board}
    (found,) = load({**sample.files(), "maps/patio.json": json.dumps(file).encode()}).maps
    assert found.data["cells"]["C4"]["level"] == 1
    with pytest.raises(Refused, match=r"maps/patio\.json"):
        load({**sample.files(), "maps/patio.json": json.dumps({**file, "data": {**board, "rows": 99}}).encode()})


# At a table


@pytest.fixture
def field(db: None) -> Field:
    return Field()


def played(field: Field) -> PackVersion:
    version = bring(load(files()), field.table)
    choosing.take(field.table, version)
    return version


def test_what_is_stored_says_what_the_files_said(field: Field) -> None:
    assert files_of(pack_of(played(field))) == files_of(load(files()))


def test_a_map_that_changed_is_a_difference() -> None:
    new = files(vado={"name": {"es": "Vado", "en": "Ford"}, "data": drawn(hexes="0305")})
    found = differences.between(load(files()), load(new))
    assert (found.maps, found.any) == (("vado",), True)


def test_one_tap_in_the_compendium_brings_a_map_to_the_table(field: Field) -> None:
    version, client = played(field), field.client(GM)
    address = reverse("combat:map_of_pack", args=[field.table.pk, version.pack_id, "vado"])
    assert address in client.get(reverse("packs:compendium", args=[field.table.pk])).content.decode()
    answer = client.post(address)
    kept = TableMap.objects.get()
    assert (answer.status_code, kept.name, kept.data) == (302, "Vado", drawn())


def test_one_tap_lays_it_under_a_fight_without_keeping_it(field: Field) -> None:
    version, client = played(field), field.client(GM)
    address = reverse("combat:map_of_pack", args=[field.table.pk, version.pack_id, "vado"])
    assert address in client.get(reverse("combat:maps", args=[field.table.pk])).content.decode()
    client.post(address, {"do": "lay", "encounter": str(field.encounter.pk)})
    board = field.fight.round.vehicles.board
    assert (board.columns, board.rows, list(board.cells)) == (12, 9, ["0304"])
    assert not TableMap.objects.exists()


def test_maps_of_packs_are_for_the_game_master(field: Field) -> None:
    version, client = played(field), field.client(FALCON)
    address = reverse("combat:map_of_pack", args=[field.table.pk, version.pack_id, "vado"])
    assert address not in client.get(reverse("packs:compendium", args=[field.table.pk])).content.decode()
    assert client.post(address).status_code == 403
    assert not TableMap.objects.exists()


def test_an_own_pack_takes_a_map_of_the_table_and_is_published_with_it(field: Field) -> None:
    client = field.client(GM)
    kept = TableMap.objects.create(table=field.table, name="Vado viejo", data=drawn())
    draft = drafts.begin(
        table=field.table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="CC0", language="es"
    )
    page = reverse("packs:draft", args=[field.table.pk, draft.pack_id])
    assert "Vado viejo" in client.get(page).content.decode()
    address = reverse("packs:map", args=[field.table.pk, draft.pack_id])
    for _time in range(2):
        assert client.post(address, {"map": str(kept.pk)}).status_code == 302
    draft.refresh_from_db()
    assert [one["slug"] for one in draft.maps] == ["vado-viejo", "vado-viejo-2"]
    client.post(address, {"do": "drop", "map": "vado-viejo-2"})
    draft.refresh_from_db()
    version = drafts.publish(draft, "1")
    assert [one.slug for one in pack_of(version).maps] == ["vado-viejo"]
    assert [one["slug"] for one in drafts.draft_of(version.pack).maps] == ["vado-viejo"]
