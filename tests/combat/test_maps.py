"""Maps of a table: painted by tapping and by name, exported, laid under a fight; for the game master."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from combat.models import TableMap
from tests.combat.mechs import FALCON, GM, SCREEN, Field
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _field(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Field]:
    with made_once(Field, django_db_blocker) as field:
        yield field


@pytest.fixture
def field(_field: Field, db: None) -> Field:
    return as_made(_field)


def listing(field: Field) -> str:
    return reverse("combat:maps", args=[field.table.pk])


def made(field: Field) -> TableMap:
    client = field.client(GM)
    answer = client.post(listing(field), {"name": "Vado", "columns": "12", "rows": "10"})
    assert answer.status_code == 302
    return TableMap.objects.get()


def test_new_map_is_empty_and_of_the_size_asked_for(field: Field) -> None:
    kept = made(field)
    assert (kept.data["columns"], kept.data["rows"], kept.data["cells"]) == (12, 10, {})
    assert "Vado" in field.client(GM).get(listing(field)).content.decode()


def test_a_map_of_machines_offers_a_picture_and_regions_as_every_map(field: Field) -> None:
    page = field.client(GM).get(made(field).get_absolute_url()).content.decode()
    assert "/imagen/" in page
    assert "map-regions" in page
    assert "Deshacer" in page


def test_map_too_large_is_refused_beside_its_field(field: Field) -> None:
    answer = field.client(GM).post(listing(field), {"name": "Vado", "columns": "99", "rows": "10"})
    assert answer.status_code == 422
    assert not TableMap.objects.exists()
    assert 'aria-invalid="true"' in answer.content.decode()


def test_tap_paints_the_hex_under_it(field: Field) -> None:
    kept = made(field)
    # The middle of 0203 on the page, at 48 pixels a hex.
    answer = field.client(GM).post(
        kept.get_absolute_url(), {"brush": "rough", "level": "0", "at.x": "69", "at.y": "144"}
    )
    assert answer.status_code == 200
    kept.refresh_from_db()
    assert set(kept.data["cells"]) == {"0203"}
    assert kept.data["cells"]["0203"]["ground"] == "rough"


def test_hexes_are_painted_by_name(field: Field) -> None:
    kept = made(field)
    field.client(GM).post(kept.get_absolute_url(), {"brush": "woods", "level": "2", "hexes": "0101, 0302-0304"})
    kept.refresh_from_db()
    assert set(kept.data["cells"]) == {"0101", "0302", "0303", "0304"}
    assert {cell["level"] for cell in kept.data["cells"].values()} == {2}


def test_stream_is_painted_on_an_edge_and_taken_away_again(field: Field) -> None:
    kept, client = made(field), field.client(GM)
    stroke = {"brush": "stream", "face": "4", "hexes": "0303"}
    client.post(kept.get_absolute_url(), stroke)
    kept.refresh_from_db()
    assert kept.data["cells"] == {"0203": {"ground": "clear", "level": 0, "streams": [1]}}
    client.post(kept.get_absolute_url(), stroke)
    kept.refresh_from_db()
    assert kept.data["cells"] == {}


def test_unknown_hex_is_named_and_nothing_is_painted(field: Field) -> None:
    kept = made(field)
    answer = field.client(GM).post(kept.get_absolute_url(), {"brush": "woods", "hexes": "0101 9999"})
    assert answer.status_code == 422
    assert "9999" in answer.content.decode()
    kept.refresh_from_db()
    assert kept.data["cells"] == {}


def test_map_goes_out_as_a_file_and_comes_back(field: Field) -> None:
    kept, client = made(field), field.client(GM)
    client.post(kept.get_absolute_url(), {"brush": "water", "hexes": "0505"})
    answer = client.get(reverse("combat:map_file", args=[field.table.pk, kept.pk]))
    assert json.loads(answer.content)["format"] == "tapiz-map"
    brought = SimpleUploadedFile("vado.json", answer.content)
    client.post(listing(field), {"file": brought})
    again = TableMap.objects.exclude(pk=kept.pk).get()
    kept.refresh_from_db()
    assert (again.name, again.data) == (kept.name, kept.data)


@pytest.mark.parametrize(
    "content",
    [
        b"no es un mapa",
        b'{"format": "tapiz-map", "system": "tapiz", "data": {}}',
        b'{"format": "tapiz-map", "system": "tactico", "data": {"columns": 5, "rows": 5, "cells": {"9999": {}}}}',
        b'{"format": "tapiz-map", "system": "tactico", "data": {"columns": "x"}}',
    ],
)
def test_file_that_is_no_map_of_this_system_is_refused(field: Field, content: bytes) -> None:
    answer = field.client(GM).post(listing(field), {"file": SimpleUploadedFile("x.json", content)})
    assert answer.status_code == 422
    assert not TableMap.objects.exists()


def test_map_is_laid_under_a_fight_as_a_step_that_can_be_undone(field: Field) -> None:
    kept, client = made(field), field.client(GM)
    client.post(kept.get_absolute_url(), {"brush": "woods", "hexes": "0101"})
    before = field.fight.round.vehicles.board
    client.post(kept.get_absolute_url(), {"do": "lay", "encounter": str(field.encounter.pk)})
    board = field.fight.round.vehicles.board
    assert (board.columns, board.rows, board.name, list(board.cells)) == (12, 10, "Vado", ["0101"])
    assert all(board.has(field.machine(name).at) for name in ("Halcón", "Roca", "Saqueador"))
    newest = field.encounter.entries.order_by("sequence").last()
    assert newest is not None
    client.post(f"{field.url('act')}?do=undo&entry={newest.pk}", {"key": "undo-the-map-now"})
    assert field.fight.round.vehicles.board == before


@pytest.mark.parametrize("username", [FALCON, SCREEN])
def test_maps_are_for_the_game_master(field: Field, username: str) -> None:
    kept, client = made(field), field.client(username)
    for address in (
        listing(field),
        kept.get_absolute_url(),
        reverse("combat:map_file", args=[field.table.pk, kept.pk]),
    ):
        assert client.get(address).status_code == 403
    assert client.post(kept.get_absolute_url(), {"do": "delete"}).status_code == 403
    assert TableMap.objects.exists()


def test_map_is_renamed_and_thrown_away(field: Field) -> None:
    kept, client = made(field), field.client(GM)
    client.post(kept.get_absolute_url(), {"do": "rename", "name": "Otro vado"})
    kept.refresh_from_db()
    assert kept.name == "Otro vado"
    client.post(kept.get_absolute_url(), {"do": "delete"})
    assert not TableMap.objects.exists()
