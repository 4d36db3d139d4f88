"""A map in the making: its steps, its regions, its picture, all without scripts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from combat.models import TableMap
from rules.core.board.rules import rules_of
from rules.core.registry import SYSTEMS, get_system
from tapiz_site.pictures.models import Picture
from tests.pictures.samples import made, sent

from .play import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(fight: Game) -> Client:
    return fight.client("game_master")


@pytest.fixture
def kept(fight: Game, client: Client) -> TableMap:
    client.post(f"/mesas/{fight.table.pk}/mapas/", {"name": "Nave", "columns": "8", "rows": "6"})
    return TableMap.objects.get()


def does(client: Client, kept: TableMap, do: str, **fields: str) -> HttpResponse:
    answer = client.post(kept.get_absolute_url(), {"do": do, **fields})
    kept.refresh_from_db()
    return answer


def paint(client: Client, kept: TableMap, brush: str, cells: str = "", **fields: str) -> HttpResponse:
    return does(client, kept, "paint", brush=brush, cells=cells, level="1", radius="2", **fields)


def regions(kept: TableMap) -> dict[str, Any]:
    found: dict[str, Any] = kept.data.get("regions", {})
    return found


def test_strokes_are_taken_back_and_made_again_one_by_one(client: Client, kept: TableMap) -> None:
    for cell in ("A1", "B1", "C1"):
        paint(client, kept, "ground:water", cell)
    for left in (["A1", "B1"], ["A1"], [], []):
        does(client, kept, "undo", brush="ground:water")
        assert list(kept.data["cells"]) == left
    for left in (["A1"], ["A1", "B1"]):
        does(client, kept, "redo")
        assert list(kept.data["cells"]) == left
    paint(client, kept, "ground:solid", "H6")
    does(client, kept, "redo")
    assert list(kept.data["cells"]) == ["A1", "B1", "H6"], "what was taken back is gone once something else is painted"
    page = client.get(kept.get_absolute_url()).content.decode()
    assert re.search(r'value="redo" data-step disabled', page)
    assert not re.search(r'value="undo" data-step disabled', page)


def test_a_stroke_that_is_refused_or_changes_nothing_is_no_step(client: Client, kept: TableMap) -> None:
    paint(client, kept, "ground:water", "A1")
    paint(client, kept, "ground:water", "A1")
    assert paint(client, kept, "ground:water", "Z9").status_code == 422
    assert kept.step == 1


def test_no_more_steps_are_kept_than_one_takes_back(client: Client, kept: TableMap, monkeypatch: Any) -> None:
    monkeypatch.setattr("combat.map_steps.MOST", 3)
    for cell in ("A1", "B1", "C1", "D1", "E1"):
        paint(client, kept, "ground:water", cell)
    assert kept.steps.count() == 3
    for _time in range(5):
        does(client, kept, "undo")
    assert list(kept.data["cells"]) == ["A1", "B1"]


def test_a_region_is_named_painted_covered_and_dropped(client: Client, kept: TableMap) -> None:
    answer = does(client, kept, "region", name="Oficina")
    page = client.get(answer.headers["Location"]).content.decode()
    assert re.search(r'value="region:r1" checked', page), "it is what one paints with next"
    paint(client, kept, "region:r1", "A1-B2")
    assert regions(kept) == {"r1": {"name": "Oficina", "cells": ["A1", "B1", "A2", "B2"], "covered": True}}
    paint(client, kept, "region:r1", "B2")
    assert regions(kept)["r1"]["cells"] == ["A1", "B1", "A2"]
    does(client, kept, "cover", key="r1")
    assert regions(kept)["r1"]["covered"] is False
    does(client, kept, "cover", key="r1")
    does(client, kept, "name", key="r1", name="Puerta", entry="party")
    assert regions(kept)["r1"] | {"cells": []} == {"name": "Puerta", "cells": [], "covered": False, "entry": "party"}
    does(client, kept, "drop", key="r1")
    assert regions(kept) == {}
    does(client, kept, "undo")
    assert regions(kept)["r1"]["name"] == "Puerta"


def test_two_regions_have_different_names(client: Client, kept: TableMap) -> None:
    does(client, kept, "region", name="Oficina")
    does(client, kept, "region", name=" Oficina ")
    does(client, kept, "region", name="")
    does(client, kept, "name", key="r9", name="Nadie")
    assert [one["name"] for one in regions(kept).values()] == ["Oficina"]


def test_a_cell_is_chosen_from_lists(client: Client, kept: TableMap) -> None:
    page = client.get(kept.get_absolute_url()).content.decode()
    assert page.count("<option>") == 8 + 6
    paint(client, kept, "ground:water", column="C", row="4")
    assert list(kept.data["cells"]) == ["C4"]


def test_a_map_grows_shrinks_is_cleared_and_copied(client: Client, kept: TableMap) -> None:
    paint(client, kept, "ground:water", "H6 A1")
    paint(client, kept, "edge:wall", "G6:e A1:e")
    does(client, kept, "size", columns="7", rows="6")
    assert (list(kept.data["cells"]), list(kept.data["edges"])) == (["A1"], ["A1:e"])
    does(client, kept, "size", columns="2", rows="6")
    assert kept.data["columns"] == 7
    does(client, kept, "copy")
    assert sorted(TableMap.objects.values_list("name", flat=True)) == ["Nave", "Nave, copia"]
    does(client, kept, "clear")
    assert (kept.data["cells"], "edges" in kept.data) == ({}, False)
    assert TableMap.objects.exclude(pk=kept.pk).get().data["cells"]


def test_a_lamp_that_changes_nothing_says_so_above_the_map(client: Client, kept: TableMap) -> None:
    given = {"do": "paint", "brush": "lamp", "cells": "C3", "radius": "2"}
    answer = client.post(kept.get_absolute_url(), given, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    told = re.search(r'id="map-problem"[^>]*>([^<]+)<', answer.content.decode())
    assert told is not None
    assert told[1] == "La lámpara no alcanza ninguna casilla a oscuras: no cambia nada."
    assert 'id="map-problem"' in client.get(kept.get_absolute_url()).content.decode()


def test_each_degree_of_darkness_is_hatched_and_each_height_has_its_number(client: Client, kept: TableMap) -> None:
    lights = [light for system in SYSTEMS for light in rules_of(get_system(system)).lights]
    assert lights
    paint(client, kept, f"light:{rules_of(get_system('tapiz')).lights[0]}", "B2")
    paint(client, kept, "level", "C3")
    page = client.get(kept.get_absolute_url()).content.decode()
    assert [light for light in lights if f'<pattern id="tb-{light}"' not in page] == []
    assert f'fill="url(#tb-{rules_of(get_system("tapiz")).lights[0]}) none"' in page
    assert re.search(r'<text class="map__level"[^>]*>\+1</text>', page)


def test_a_lamp_lights_what_it_reaches_and_walls_stop_it(client: Client, kept: TableMap) -> None:
    paint(client, kept, "light:darkness", "A1-H6")
    paint(client, kept, "edge:wall", "B1:e B2:e B3:e B4:e B5:e B6:e")
    paint(client, kept, "lamp", "A1")
    light = {name: cell.get("light", "") for name, cell in kept.data["cells"].items()}
    assert "A1" not in light
    assert light["A4"] == "shadow"
    assert light["C1"] == light["H6"] == "darkness"


def test_words_tell_what_lies_on_a_cell(client: Client, kept: TableMap) -> None:
    paint(client, kept, "ground:water", "C4")
    paint(client, kept, "level", "C4")
    page = client.get(kept.get_absolute_url()).content.decode()
    found = re.search(r'data-words="([^"]*)"', page)
    assert found is not None
    assert json.loads(found[1].replace("&quot;", '"')) == {"C4": "agua, +1"}


# The picture


def with_picture(client: Client, kept: TableMap) -> Picture:
    client.post(f"{kept.get_absolute_url()}imagen/", {"file": sent(made(size=(500, 400)))})
    kept.refresh_from_db()
    return Picture.objects.get(pk=kept.data["backdrop"]["picture"])


def test_a_picture_is_laid_by_two_taps(client: Client, kept: TableMap) -> None:
    picture = with_picture(client, kept)
    address = f"{kept.get_absolute_url()}imagen/"
    assert f"/imagenes/{picture.pk}/1600/" in client.get(address).content.decode()
    once = client.post(address, {"at.x": "50", "at.y": "40", "first": "A1", "last": "H6"}).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', once))
    assert (hidden["x1"], hidden["y1"]) == ("50", "40")
    answer = client.post(address, {**hidden, "at.x": "450", "at.y": "340"})
    assert answer.status_code == 302
    kept.refresh_from_db()
    # 400 pixels are 8 cells, 300 are 6: 50 pixels a cell
    assert kept.data["backdrop"] == {"picture": str(picture.pk), "left": -100, "top": -80, "width": 1000, "height": 800}
    assert f'x="{-60:.2f}"' in client.get(kept.get_absolute_url()).content.decode()


def test_a_picture_is_laid_by_numbers_and_by_other_cells(client: Client, kept: TableMap) -> None:
    with_picture(client, kept)
    address = f"{kept.get_absolute_url()}imagen/"
    corners = {"x1": "50", "y1": "40", "x2": "100", "y2": "90", "first": "B2", "last": "b2"}
    assert client.post(address, corners).status_code == 302
    kept.refresh_from_db()
    laid = kept.data["backdrop"]
    assert (laid["left"], laid["top"], laid["width"], laid["height"]) == (0, 20, 1000, 800)
    for wrong in ({"x2": "20"}, {"last": "Z9"}, {"first": ""}, {"y2": "40"}):
        assert client.post(address, corners | wrong).status_code == 422
    page = client.get(address).content.decode()
    assert 'name="x2" value="400.0"' in page, "the form begins with how it lies now"


def test_how_much_of_a_picture_is_seen_and_that_it_goes(client: Client, kept: TableMap) -> None:
    with_picture(client, kept)
    does(client, kept, "strength", strength="40")
    assert kept.data["backdrop"]["strength"] == 40
    assert 'opacity="0.40"' in client.get(kept.get_absolute_url()).content.decode()
    does(client, kept, "bare")
    assert "backdrop" not in kept.data
    does(client, kept, "undo")
    assert kept.data["backdrop"]["strength"] == 40


def test_what_is_no_picture_is_refused(client: Client, kept: TableMap) -> None:
    answer = client.post(f"{kept.get_absolute_url()}imagen/", {"file": sent(b"no")})
    assert answer.status_code == 422
    assert not Picture.objects.exists()


def test_the_pictures_of_maps_are_the_game_masters(fight: Game, client: Client, kept: TableMap) -> None:
    picture = with_picture(client, kept)
    address = f"{kept.get_absolute_url()}imagen/"
    for who, status in (("player", 403), ("spectator", 403), ("stranger", 404)):
        assert fight.client(who).get(address).status_code == status
        assert fight.client(who).post(address, {"file": sent(made())}).status_code == status
        assert fight.client(who).get(f"/imagenes/{picture.pk}/1600/").status_code == 404


def test_a_hand_made_backdrop_draws_nothing(client: Client, kept: TableMap) -> None:
    kept.data = kept.data | {"backdrop": {"picture": "no-id", "left": 0, "top": 0, "width": 800, "height": 600}}
    kept.save()
    assert "<image" not in client.get(kept.get_absolute_url()).content.decode()
