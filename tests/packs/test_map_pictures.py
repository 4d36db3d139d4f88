"""Pictures under maps, and regions named by language: in the file of a map, in a pack, at the table that takes them."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from PIL import Image

from combat import plans
from combat.models import TableMap
from equipment.packs import choosing, drafts
from equipment.packs.files.faults import Refused
from equipment.packs.files.images import pieces_of
from equipment.packs.files.reading import load
from equipment.packs.files.writing import files_of
from equipment.packs.installing import bring
from equipment.packs.stored import pack_of
from rules.core.types import Json
from tapiz_site.pictures import pixels
from tapiz_site.pictures.models import Picture, Rendition
from tests.combat.play import Game, begun_game
from tests.packs import sample


@pytest.fixture
def fight(db: None) -> Game:
    return begun_game()


def image(shade: int = 120) -> bytes:
    into = io.BytesIO()
    Image.effect_mandelbrot((320, 240), (-2, -1.2, 0.8, 1.2), shade).convert("RGB").save(into, "PNG")
    return pixels.plan(into.getvalue()).renditions[pixels.WHOLE]


def patio(picture: bytes = b"", name: Json = "Cocina") -> dict[str, Json]:
    board: dict[str, Json] = {"columns": 8, "rows": 6, "cells": {}, "name": "", "shape": "square"}
    board["regions"] = {"r1": {"name": name, "cells": ["A1"], "covered": True}}
    if not picture:
        return {"name": "Patio", "data": board}
    board["backdrop"] = {"picture": "picture", "left": 0, "top": 0, "width": 800, "height": 600}
    return {"name": "Patio", "data": board, "picture": pieces_of(picture)}


def files(**one: Any) -> dict[str, bytes]:
    return {**sample.files(), "maps/patio.json": json.dumps(patio(**one)).encode()}


def test_a_map_of_a_pack_has_its_picture_and_names_of_regions_by_language() -> None:
    names = {"es": "Cocina", "en": "Kitchen"}
    pack = load(files(picture=image(), name=names))
    (one,) = pack.maps
    assert one.picture == tuple(pieces_of(image()))
    assert one.data["regions"]["r1"]["name"] == names
    assert load(files_of(pack)) == pack


@pytest.mark.parametrize(
    "wrong",
    [
        {"picture": ["no base64!"]},
        {"picture": pieces_of(b"GIF89a no picture of ours")},
        {"picture": "text"},
        {"picture": []},
        {"picture": [1]},
    ],
)
def test_a_picture_that_is_none_is_refused(wrong: dict[str, Json]) -> None:
    file = json.dumps({**patio(image()), **wrong}).encode()
    with pytest.raises(Refused) as found:
        load({**sample.files(), "maps/patio.json": file})
    assert [(one.file, one.path) for one in found.value.faults] == [("maps/patio.json", ("picture",))]


@pytest.mark.parametrize("name", [{"es": "Cocina"}, {"es": "C", "en": "K", "fr": "C"}, {"es": "C", "en": "K" * 41}])
def test_a_region_says_its_name_in_each_language_of_the_pack(name: Json) -> None:
    with pytest.raises(Refused) as found:
        load(files(name=name))
    assert {one.path[:4] for one in found.value.faults} == {("data", "regions", "r1", "name")}


def test_a_map_of_a_pack_comes_to_the_table_with_its_picture_in_the_readers_language(fight: Game) -> None:
    version = bring(load(files(picture=image(), name={"es": "Cocina", "en": "Kitchen"})), fight.table)
    choosing.take(fight.table, version)
    address = f"/mesas/{fight.table.pk}/mapas/lienzo/{version.pack_id}/patio/"
    client = fight.client("game_master")
    with translation.override("en"):
        client.post(address, headers={"Accept-Language": "en"})
    client.post(address)
    one, other = TableMap.objects.order_by("created")
    assert [kept.data["regions"]["r1"]["name"] for kept in (one, other)] == ["Kitchen", "Cocina"]
    assert one.data["backdrop"]["picture"] == other.data["backdrop"]["picture"]
    assert bytes(Rendition.objects.get(side=pixels.WHOLE).data) == image()
    client.post(address, {"do": "lay", "encounter": str(fight.encounter.pk)})
    assert "<image" in fight.get("player", "fragment", "land").content.decode()
    assert Picture.objects.count() == 1, "the same picture is kept once"


def test_a_map_goes_out_as_a_file_with_its_picture_and_comes_back_and_into_a_pack(fight: Game) -> None:
    client, listing = fight.client("game_master"), f"/mesas/{fight.table.pk}/mapas/"
    client.post(listing, {"file": SimpleUploadedFile("a.json", whole(patio(image())))})
    kept = TableMap.objects.get()
    file = client.get(f"{kept.get_absolute_url()}archivo/").content
    told = json.loads(file)
    assert (told["data"]["backdrop"]["picture"], told["picture"]) == ("picture", pieces_of(image()))
    assert str(Picture.objects.get().pk) not in file.decode()
    client.post(listing, {"file": SimpleUploadedFile("a.json", file)})
    assert TableMap.objects.count() == 2
    draft = drafts.begin(
        table=fight.table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="CC0", language="es"
    )
    client.post(reverse("packs:map", args=[fight.table.pk, draft.pack_id]), {"map": str(kept.pk)})
    draft.refresh_from_db()
    (one,) = pack_of(draft).maps
    assert one.picture == tuple(pieces_of(image()))
    assert load(files_of(pack_of(drafts.publish(draft, "1")))).maps == (one,)


def whole(table: dict[str, Json]) -> bytes:
    return json.dumps({"format": "tapiz-map", "version": 1, "system": "tapiz", **table}).encode()


def test_a_file_names_no_picture_of_a_table(fight: Game) -> None:
    """Neither its own nor another's: what it does not bring is not there."""
    made = TableMap.objects.create(table=fight.table, name="Nave", data={})
    foreign = plans.keep(made, pixels.plan_again(image()), fight.users["game_master"])
    sneaky = patio(image())
    sneaky["data"]["backdrop"]["picture"] = str(foreign.pk)
    del sneaky["picture"]
    client = fight.client("game_master")
    client.post(f"/mesas/{fight.table.pk}/mapas/", {"file": SimpleUploadedFile("a.json", whole(sneaky))})
    assert "backdrop" not in TableMap.objects.get(name="Patio").data


def test_a_file_whose_picture_is_none_is_refused_with_a_sentence(fight: Game) -> None:
    sent = SimpleUploadedFile("a.json", whole({**patio(image()), "picture": pieces_of(b"RIFF....WEBPno")}))
    answer = fight.client("game_master").post(f"/mesas/{fight.table.pk}/mapas/", {"file": sent})
    assert answer.status_code == 422
    assert not TableMap.objects.exists()
