"""Looks and pictures in files: they come back as they were, and nothing comes in that an upload would not take."""

from __future__ import annotations

import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from exchange import archives, incoming, incoming_characters, outgoing, pictures, reading
from exchange.faults import Refused
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks, pixels, storing
from tapiz_site.pictures.emblems import Emblem
from tapiz_site.pictures.models import Look, Picture, Rendition
from tests.combat.play import Game, make_game
from tests.kept import as_made, made_once
from tests.pictures.samples import HOSTILE, SCRIPT, made, photo

WOLF = Emblem("wolf", "granza")
Spoil = Callable[[dict[str, Any]], object]


def _with_pictures() -> Game:
    found = make_game()
    runs, table = found.users["game_master"], found.table
    looks.choose_emblem(table, looks.of_table(table), WOLF)
    looks.choose_emblem(table, looks.of_creature("Orco"), Emblem("bull", "verde"))
    for likeness in (found.characters["Ana"].likeness, looks.of_creature("Sombra")):
        looks.choose_portrait(table, likeness, storing.keep(table, pixels.face(photo()), by=runs))
    for caption in ("El mapa", "La carta"):
        storing.keep(table, to_show(500, 300), by=runs, caption=caption, to_show=True)
    return found


@cache
def to_show(wide: int, high: int) -> pixels.Encoded:
    return pixels.whole(made(size=(wide, high)))


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(_with_pictures, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    """A table with every kind of look and two pictures to show."""
    return as_made(_game)


@pytest.fixture(scope="module")
def whole(_game: Game, django_db_blocker: DjangoDbBlocker) -> bytes:
    """The file of the table as every test begins with it."""
    with django_db_blocker.unblock():
        return table_file(_game)


def table_file(game: Game) -> bytes:
    return outgoing.written(outgoing.table_document(Table.objects.get(pk=game.table.pk)))[0]


def character_file(game: Game, name: str = "Ana") -> bytes:
    found = Character.objects.select_related("table").get(pk=game.characters[name].pk)
    return outgoing.written(outgoing.character_document(found))[0]


def spoilt(data: bytes, spoil: Spoil) -> bytes:
    document = json.loads(data)
    spoil(document)
    return json.dumps(document).encode()


def in_pieces(data: bytes) -> list[str]:
    text = b64encode(data).decode()
    return [text[start : start + 16_000] for start in range(0, len(text), 16_000)] or [""]


def test_a_table_comes_back_with_its_looks_and_pictures(game: Game, whole: bytes) -> None:
    before = json.loads(whole)
    table = Table.objects.get(pk=incoming.import_table(data=whole, by=game.users["stranger"]).pk)
    assert looks.face_of(table, looks.of_table(table)).emblem == WOLF
    assert looks.face_of(table, looks.of_creature("Orco 3")).emblem == Emblem("bull", "verde")
    ana = Character.objects.get(table=table, name="Ana")
    for likeness in (ana.likeness, looks.of_creature("sombra")):
        portrait = looks.face_of(table, likeness).portrait
        assert sorted(Rendition.objects.filter(picture=portrait).values_list("side", flat=True)) == [96, 256]
    assert [one.caption for one in table.pictures.filter(to_show=True)] == ["La carta", "El mapa"]
    assert {**outgoing.table_document(table), "people": before["people"]} == before


def test_who_has_chosen_nothing_keeps_the_emblem_under_another_id(game: Game, whole: bytes) -> None:
    before = looks.face_of(game.table, game.characters["Bruno"].likeness).emblem
    table = incoming.import_table(data=whole, by=game.users["stranger"])
    table = Table.objects.get(pk=table.pk)
    assert looks.face_of(table, Character.objects.get(table=table, name="Bruno").likeness).emblem == before


def test_a_character_takes_its_portrait_along(game: Game) -> None:
    data = character_file(game)
    ana = incoming_characters.import_character(table=game.table, data=data, by=game.users["player"], players=())
    ana = Character.objects.select_related("table").get(pk=ana.pk)
    face = looks.face_of(ana.table, ana.likeness)
    assert face.portrait is not None
    assert outgoing.written(outgoing.character_document(ana))[0] == data


def test_a_file_holds_the_largest_rendition_alone_and_no_secret_of_the_photo(game: Game, whole: bytes) -> None:
    text = whole.decode()
    document = json.loads(text)
    faces = [one["look"]["portrait"] for one in document["characters"] if one["look"]["portrait"]]
    portrait = Picture.objects.get(look__of="character")
    assert faces == [in_pieces(bytes(portrait.renditions.get(side=256).data))]
    assert str(portrait.pk) not in text


def test_a_file_takes_the_newest_pictures_and_leaves_out_what_is_too_much(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = Picture.objects.get(caption="La carta").renditions.get(side=1600)
    monkeypatch.setattr(pictures, "MOST_SHOWN", len(newest.data))
    assert [one["caption"] for one in json.loads(table_file(game))["pictures"]] == ["La carta"]


def test_files_from_before_are_still_taken(game: Game, whole: bytes) -> None:
    def older(document: dict[str, Any]) -> None:
        document["version"] = 5 if "house" in document else 2
        for name in ("look", "creatures", "pictures", "boundaries", "stop_tells"):
            document.pop(name, None)
        for one in document.get("characters", ()):
            del one["look"]

    table = incoming.import_table(data=spoilt(whole, older), by=game.users["stranger"])
    assert not Look.objects.filter(table=table).exists()
    ana = incoming_characters.import_character(
        table=game.table, data=spoilt(character_file(game), older), by=game.users["player"], players=()
    )
    assert not Look.objects.filter(key=str(ana.pk)).exists()


@pytest.mark.parametrize("what", [what for what in HOSTILE if what != "nothing"])
def test_a_file_brings_nothing_that_an_upload_would_not_take(game: Game, what: str, whole: bytes) -> None:
    image = in_pieces(HOSTILE[what])

    def in_portrait(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = image

    def in_both(document: dict[str, Any]) -> None:
        in_portrait(document)
        document["pictures"][0]["image"] = image

    with pytest.raises(Refused) as refused:
        incoming.check_table(data=spoilt(whole, in_both), by=game.users["stranger"])
    assert [str(fault.place) for fault in refused.value.faults] == ["look.portrait", "pictures[0].image"]
    with pytest.raises(Refused):
        incoming_characters.check_character(table=game.table, data=spoilt(character_file(game), in_portrait))


@pytest.mark.parametrize("image", [["no es base64"], ["UklGR"], ["ñ"], ["UklGRg==", "UklGRg=="]])
def test_what_is_no_base64_is_refused(game: Game, image: list[str], whole: bytes) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = image

    with pytest.raises(Refused):
        incoming.check_table(data=spoilt(whole, spoil), by=game.users["stranger"])


def test_a_photo_in_a_file_loses_what_a_photo_loses(game: Game, whole: bytes) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = in_pieces(photo())
        document["pictures"][0]["image"] = in_pieces(photo())

    table = incoming.import_table(data=spoilt(whole, spoil), by=game.users["stranger"])
    for rendition in Rendition.objects.filter(picture__table=table):
        data = bytes(rendition.data)
        assert data[:4] == b"RIFF"
        assert b"EXIF" not in data
        assert b"MARCA-DEL-MOVIL" not in data


def test_what_hides_behind_one_of_our_own_images_is_left_out(game: Game, whole: bytes) -> None:
    def spoil(document: dict[str, Any]) -> None:
        for look in (document["look"], document["characters"][0]["look"]):
            ours = pixels.face(made()).renditions[256]
            look["portrait"] = in_pieces(ours + SCRIPT + b" " * (len(SCRIPT) % 2))

    table = incoming.import_table(data=spoilt(whole, spoil), by=game.users["stranger"])
    assert not any(SCRIPT in bytes(one.data) for one in Rendition.objects.filter(picture__table=table))


def test_an_unknown_emblem_is_refused(game: Game, whole: bytes) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["emblem"] = "unicorn.pink"

    with pytest.raises(Refused) as refused:
        incoming.check_table(data=spoilt(whole, spoil), by=game.users["stranger"])
    assert [str(fault.place) for fault in refused.value.faults] == ["look.emblem"]


def test_a_character_with_a_portrait_needs_room_at_its_table(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MOST_BYTES", storing.used(game.table)[0])
    with pytest.raises(Refused) as refused:
        incoming_characters.check_character(table=game.table, data=character_file(game))
    assert [str(fault.place) for fault in refused.value.faults] == ["look.portrait"]
    assert incoming_characters.check_character(table=game.table, data=character_file(game, "Bruno"))


def test_where_the_last_room_goes_meanwhile_the_character_comes_without_its_portrait(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = incoming_characters.check_character(table=game.table, data=character_file(game))
    monkeypatch.setattr(storing, "MOST_BYTES", 0)
    ana = incoming_characters.write_character(table=game.table, checked=checked, by=game.users["player"], players=())
    assert looks.face_of(Table.objects.get(pk=game.table.pk), ana.likeness).portrait is None


# More pictures than a document holds


@pytest.fixture
def many(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The same, with five pictures of which the document holds the two newest."""
    for caption in ("El faro", "", "¿Quién es?"):
        storing.keep(game.table, to_show(600, 400), by=game.users["game_master"], caption=caption, to_show=True)
    newest = table_pictures(game.table)[:2]
    monkeypatch.setattr(pictures, "MOST_SHOWN", sum(len(data) for _caption, data in newest))
    return game


def table_pictures(table: Table) -> list[tuple[str, bytes]]:
    """The pictures to show with their bytes, the newest first."""
    return [
        (one.caption, bytes(one.renditions.get(side=1600).data))
        for one in table.pictures.filter(to_show=True).order_by("-created", "pk")
    ]


def archive_of(game: Game) -> bytes:
    file, end = archives.written_table(Table.objects.get(pk=game.table.pk))
    with file:
        data = file.read()
    assert end == "zip"
    return data


def packed_anew(data: bytes, changes: dict[str, bytes | None], *, packing: int = zipfile.ZIP_STORED) -> bytes:
    """A zip with some of its files changed, added or (None) taken out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", packing) as archive:
        for name, content in {**files, **changes}.items():
            if content is not None:
                archive.writestr(name, content)
    return into.getvalue()


def test_a_table_with_many_pictures_is_a_zip_that_leaves_none_behind(many: Game) -> None:
    data = archive_of(many)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = json.loads(archive.read("pictures.json"))
        alone = archive.read("table.json")
    assert [(row["caption"], row["file"]) for row in listed] == [
        ("El faro", "pictures/001-el-faro.webp"),
        ("La carta", "pictures/002-la-carta.webp"),
        ("El mapa", "pictures/003-el-mapa.webp"),
    ]
    table = Table.objects.get(pk=incoming.import_table(data=data, by=many.users["stranger"]).pk)
    assert table_pictures(table) == table_pictures(many.table)
    assert len(table_pictures(incoming.import_table(data=alone, by=many.users["stranger"]))) == 2
    # the people of an imported table are names, in the place of those who ran it
    with archives.written_table(table)[0] as again, zipfile.ZipFile(again) as archive:
        assert archive.read("pictures.json") == json.dumps(listed, ensure_ascii=False, indent=1).encode()
        written = json.loads(archive.read("table.json"))
    assert {**written, "people": []} == {**json.loads(alone), "people": []}


def test_the_game_master_downloads_the_zip_and_imports_it(many: Game) -> None:
    runs = Client()
    runs.force_login(many.users["game_master"])
    answer = runs.get(reverse("exchange:table", args=[many.table.pk]))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].endswith('.zip"')
    sent = SimpleUploadedFile("mesa.zip", b"".join(answer.streaming_content))
    page = runs.post(reverse("exchange:import_table"), {"file": sent})
    assert page.status_code == 302
    assert table_pictures(Table.objects.get(pk=page["Location"].split("/")[2])) == table_pictures(many.table)


def test_a_long_document_without_more_pictures_is_a_zip_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MOST_PLAIN", 1000)
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    table = incoming.import_table(data=archive_of(game), by=game.users["stranger"])
    assert table_pictures(table) == table_pictures(game.table)


BAD_ZIPS: dict[str, dict[str, bytes | None]] = {
    "no document": {"table.json": None},
    "no list": {"pictures.json": None},
    "a list that is none": {"pictures.json": b'{"caption": 1}'},
    "a list of other files": {"pictures.json": b'[{"caption": "", "file": "../../etc/passwd"}]'},
    "a file that is not listed": {"pictures/004.webp": b"RIFF"},
    "a file that is missing": {"pictures/001-el-faro.webp": None},
    "a picture that is none": {"pictures/001-el-faro.webp": SCRIPT},
    "a picture that is huge": {"pictures/001-el-faro.webp": made("WEBP", size=(1700, 1700))},
    "a long picture": {"pictures/001-el-faro.webp": b"RIFF" + bytes(pixels.MOST_KEPT)},
    "a broken document": {"table.json": b"{"},
}


@pytest.mark.parametrize("what", BAD_ZIPS)
def test_a_zip_brings_nothing_that_is_not_ours(many: Game, what: str) -> None:
    before = Table.everywhere.count()
    with pytest.raises(Refused):
        incoming.import_table(data=packed_anew(archive_of(many), BAD_ZIPS[what]), by=many.users["stranger"])
    assert Table.everywhere.count() == before


def test_a_damaged_or_endless_zip_is_refused(many: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    data = archive_of(many)
    half, flipped = data[: len(data) // 2], data[:200] + bytes([data[200] ^ 1]) + data[201:]
    bomb = packed_anew(data, {"table.json": bytes(reading.MOST_UNPACKED + 1)}, packing=zipfile.ZIP_DEFLATED)
    crowd = packed_anew(data, {f"{number:05}": b"" for number in range(2000)})
    for bad in (half, flipped, bomb, crowd, archives.MAGIC):
        with pytest.raises(Refused):
            incoming.check_table(data=bad, by=many.users["stranger"])
    monkeypatch.setattr("django.conf.settings.MAX_TABLE_BYTES", len(data) - 1)
    with pytest.raises(Refused):
        incoming.check_table(data=data, by=many.users["stranger"])


def test_more_pictures_than_a_table_takes_are_refused_and_a_full_one_comes_back(
    many: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, full = archive_of(many), storing.used(many.table)[0]
    monkeypatch.setattr(storing, "MOST_BYTES", full)
    monkeypatch.setattr(pictures, "MOST_OF_FILE", full + full // 10)
    assert incoming.import_table(data=data, by=many.users["stranger"]).pictures.count() == 7
    monkeypatch.setattr(pictures, "MOST_OF_FILE", full // 2)
    with pytest.raises(Refused) as refused:
        incoming.check_table(data=data, by=many.users["stranger"])
    assert [str(fault.place) for fault in refused.value.faults] == ["pictures"]
