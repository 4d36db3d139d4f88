"""The pages and downloads of export and import."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from characters.models import Character
from exchange import outgoing, views
from rules.core.types import Json
from tapiz_site.campaigns.models import Membership, Role, Table
from tests.combat.play import Game

from .played import data

pytestmark = pytest.mark.django_db


def file(content: Json, name: str = "ana.json") -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile(name, content if isinstance(content, bytes) else data(content))}


def ana(game: Game) -> dict[str, Json]:
    return outgoing.character_document(game.characters["Ana"])


def test_a_character_as_a_file(evening: Game) -> None:
    response = evening.client("player").get(f"/personajes/{evening.characters['Ana'].pk}/exportar/")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="ana.personaje.json"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response["Cache-Control"]
    assert json.loads(response.content) == outgoing.character_document(Character.objects.get(name="Ana"))


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Íñigo «el Áspero»", "inigo-el-aspero.personaje.json"),
        ("../..", "personaje.personaje.json"),
        ('"\n', "personaje.personaje.json"),
    ],
)
def test_names_of_files(name: str, wanted: str) -> None:
    assert outgoing.file_name(name, "personaje", "personaje.json") == wanted


def test_a_table_as_a_file(evening: Game, told: dict[str, Json]) -> None:
    response = evening.client("game_master").get(f"/mesas/{evening.table.pk}/exportar/")
    assert response["Content-Disposition"] == 'attachment; filename="los-jueves.mesa.json"'
    assert json.loads(b"".join(response.streaming_content)) == told


def test_readers_of_a_shared_sheet_cannot_export_it(evening: Game) -> None:
    Membership.objects.create(table=evening.table, user=evening.users["stranger"], role=Role.PLAYER)
    pk = evening.characters["Ana"].pk
    assert evening.client("stranger").get(f"/personajes/{pk}/").status_code == 200
    assert evening.client("stranger").get(f"/personajes/{pk}/exportar/").status_code == 403


def test_a_player_brings_their_own(evening: Game) -> None:
    url = f"/mesas/{evening.table.pk}/personajes/importar/"
    others = {"players": [str(evening.users["game_master"].pk)]}
    response = evening.client("player").post(url, {**file({**ana(evening), "name": "Nueva"}), **others})
    made = Character.objects.get(name="Nueva")
    assert response["Location"] == made.get_absolute_url()
    assert list(made.players.all()) == [evening.users["player"]]
    assert made.shared is False


def test_the_game_master_chooses_the_players(evening: Game) -> None:
    url = f"/mesas/{evening.table.pk}/personajes/importar/"
    client = evening.client("game_master")
    client.post(url, {**file({**ana(evening), "name": "Suya"}), "players": [str(evening.users["player"].pk)]})
    assert list(Character.objects.get(name="Suya").players.all()) == [evening.users["player"]]
    client.post(url, file({**ana(evening), "name": "De nadie"}))
    assert list(Character.objects.get(name="De nadie").players.all()) == []
    # A person who is not at the table.
    strange = {**file({**ana(evening), "name": "Ajena"}), "players": [str(evening.users["stranger"].pk)]}
    assert client.post(url, strange).status_code == 422
    assert not Character.objects.filter(name="Ajena").exists()


def test_faults_are_listed_and_escaped(evening: Game) -> None:
    url = f"/mesas/{evening.table.pk}/personajes/importar/"
    bad = {**ana(evening), "<script>": 1}
    response = evening.client("player").post(url, file(bad))
    page = response.content.decode()
    assert response.status_code == 422
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert "El fichero tiene 1 fallo" in page
    bad = {**ana(evening), "kind": "dragon", "name": ""}
    page = evening.client("player").post(url, file(bad), headers={"accept-language": "en"}).content.decode()
    assert "The file has 2 faults, and nothing has been saved:" in page


def test_nothing_was_sent(evening: Game) -> None:
    assert evening.client("player").post("/mesas/importar/", {}).status_code == 422
    assert evening.client("player").post("/mesas/importar/", file(b"")).status_code == 422


def test_a_table_arrives(evening: Game, told: dict[str, Json]) -> None:
    response = evening.client("stranger").post("/mesas/importar/", file(told))
    made = Table.objects.exclude(pk=evening.table.pk).get(name="Los jueves")
    assert response["Location"] == made.get_absolute_url()
    page = evening.client("stranger").get(made.get_absolute_url()).content.decode()
    assert "Falta invitar a la gente" in page
    assert "Jugadora · jugador/a" in page
    fight = made.encounters.get(free=False)
    for address in (fight.get_absolute_url(), f"/mesas/{made.pk}/tiradas/", f"/mesas/{made.pk}/sesiones/"):
        assert evening.client("stranger").get(address).status_code == 200
    log = evening.client("stranger").get(f"{fight.get_absolute_url()}registro/").content.decode()
    assert "Dirección" in log
    # The people of the other table do not see it.
    assert evening.client("game_master").get(made.get_absolute_url()).status_code == 404


def test_only_so_often(evening: Game, settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, views.IMPORT: "2/h/user", views.EXPORT: "1/h/user"}  # type: ignore[attr-defined]
    client = evening.client("game_master")
    assert [client.post("/mesas/importar/", file(b"{}")).status_code for _try in range(3)] == [422, 422, 429]
    url = f"/mesas/{evening.table.pk}/exportar/"
    assert [client.get(url).status_code for _try in range(2)] == [200, 429]


@pytest.mark.parametrize(
    "name", ["character-1", "character-2", "character-3", "table-1", "table-2", "table-3", "table-6", "table-7"]
)
def test_the_schemas_are_served(client: Client, name: str) -> None:
    response = client.get(f"/formatos/{name}.json")
    assert response.status_code == 200
    assert json.loads(response.content)["$id"] == f"tapiz-{name}.json"


@pytest.mark.parametrize("name", ["character-4", "character-0", "other-1"])
def test_no_other_schemas(client: Client, name: str) -> None:
    assert client.get(f"/formatos/{name}.json").status_code == 404


def test_where_the_ways_are_offered(evening: Game) -> None:
    table = evening.table.get_absolute_url()
    assert "Exportar la mesa" in evening.client("game_master").get(table).content.decode()
    player = evening.client("player").get(table).content.decode()
    assert "Importar un personaje" in player
    assert "Exportar la mesa" not in player
    assert "Importar" not in evening.client("spectator").get(table).content.decode()
    sheet = evening.characters["Ana"].get_absolute_url()
    assert f"{sheet}exportar/" in evening.client("player").get(sheet).content.decode()


def test_as_many_queries_for_a_long_log(evening: Game, django_assert_max_num_queries: object) -> None:
    for _step in range(20):
        evening.damage("game_master", "Orco 2", 1)
    with django_assert_max_num_queries(23):  # type: ignore[operator]
        outgoing.table_document(evening.table)
