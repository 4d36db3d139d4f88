"""Looks and pictures in files: they come back as they were, and nothing comes in that an upload would not take."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from characters.models import Character
from exchange import incoming, outgoing, pictures
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
        storing.keep(table, pixels.whole(made(size=(500, 300))), by=runs, caption=caption, to_show=True)
    return found


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(_with_pictures, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    """A table with every kind of look and two pictures to show."""
    return as_made(_game)


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


def test_a_table_comes_back_with_its_looks_and_pictures(game: Game) -> None:
    data = table_file(game)
    before = json.loads(data)
    table = Table.objects.get(pk=incoming.import_table(data=data, by=game.users["stranger"]).pk)
    assert looks.face_of(table, looks.of_table(table)).emblem == WOLF
    assert looks.face_of(table, looks.of_creature("Orco 3")).emblem == Emblem("bull", "verde")
    ana = Character.objects.get(table=table, name="Ana")
    for likeness in (ana.likeness, looks.of_creature("sombra")):
        portrait = looks.face_of(table, likeness).portrait
        assert sorted(Rendition.objects.filter(picture=portrait).values_list("side", flat=True)) == [96, 256]
    assert [one.caption for one in table.pictures.filter(to_show=True)] == ["La carta", "El mapa"]
    assert {**outgoing.table_document(table), "people": before["people"]} == before


def test_who_has_chosen_nothing_keeps_the_emblem_under_another_id(game: Game) -> None:
    before = looks.face_of(game.table, game.characters["Bruno"].likeness).emblem
    table = incoming.import_table(data=table_file(game), by=game.users["stranger"])
    table = Table.objects.get(pk=table.pk)
    assert looks.face_of(table, Character.objects.get(table=table, name="Bruno").likeness).emblem == before


def test_a_character_takes_its_portrait_along(game: Game) -> None:
    data = character_file(game)
    ana = incoming.import_character(table=game.table, data=data, by=game.users["player"], players=())
    ana = Character.objects.select_related("table").get(pk=ana.pk)
    face = looks.face_of(ana.table, ana.likeness)
    assert face.portrait is not None
    assert outgoing.written(outgoing.character_document(ana))[0] == data


def test_a_file_holds_the_largest_rendition_alone_and_no_secret_of_the_photo(game: Game) -> None:
    text = table_file(game).decode()
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


def test_files_from_before_are_still_taken(game: Game) -> None:
    def older(document: dict[str, Any]) -> None:
        document["version"] -= 1
        for name in ("look", "creatures", "pictures"):
            document.pop(name, None)
        for one in document.get("characters", ()):
            del one["look"]

    table = incoming.import_table(data=spoilt(table_file(game), older), by=game.users["stranger"])
    assert not Look.objects.filter(table=table).exists()
    ana = incoming.import_character(
        table=game.table, data=spoilt(character_file(game), older), by=game.users["player"], players=()
    )
    assert not Look.objects.filter(key=str(ana.pk)).exists()


@pytest.mark.parametrize("what", [what for what in HOSTILE if what != "nothing"])
def test_a_file_brings_nothing_that_an_upload_would_not_take(game: Game, what: str) -> None:
    image = in_pieces(HOSTILE[what])

    def in_portrait(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = image

    def in_picture(document: dict[str, Any]) -> None:
        document["pictures"][0]["image"] = image

    for spoil, place in ((in_portrait, "look.portrait"), (in_picture, "pictures[0].image")):
        with pytest.raises(Refused) as refused:
            incoming.check_table(data=spoilt(table_file(game), spoil), by=game.users["stranger"])
        assert [str(fault.place) for fault in refused.value.faults] == [place]
    with pytest.raises(Refused):
        incoming.check_character(table=game.table, data=spoilt(character_file(game), in_portrait))


@pytest.mark.parametrize("image", [["no es base64"], ["UklGR"], ["ñ"], ["UklGRg==", "UklGRg=="]])
def test_what_is_no_base64_is_refused(game: Game, image: list[str]) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = image

    with pytest.raises(Refused):
        incoming.check_table(data=spoilt(table_file(game), spoil), by=game.users["stranger"])


def test_a_photo_in_a_file_loses_what_a_photo_loses(game: Game) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["portrait"] = in_pieces(photo())
        document["pictures"][0]["image"] = in_pieces(photo())

    table = incoming.import_table(data=spoilt(table_file(game), spoil), by=game.users["stranger"])
    for rendition in Rendition.objects.filter(picture__table=table):
        data = bytes(rendition.data)
        assert data[:4] == b"RIFF"
        assert b"EXIF" not in data
        assert b"MARCA-DEL-MOVIL" not in data


def test_what_hides_behind_one_of_our_own_images_is_left_out(game: Game) -> None:
    def spoil(document: dict[str, Any]) -> None:
        for look in (document["look"], document["characters"][0]["look"]):
            ours = pixels.face(made()).renditions[256]
            look["portrait"] = in_pieces(ours + SCRIPT + b" " * (len(SCRIPT) % 2))

    table = incoming.import_table(data=spoilt(table_file(game), spoil), by=game.users["stranger"])
    assert not any(SCRIPT in bytes(one.data) for one in Rendition.objects.filter(picture__table=table))


def test_an_unknown_emblem_is_refused(game: Game) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["look"]["emblem"] = "unicorn.pink"

    with pytest.raises(Refused) as refused:
        incoming.check_table(data=spoilt(table_file(game), spoil), by=game.users["stranger"])
    assert [str(fault.place) for fault in refused.value.faults] == ["look.emblem"]


def test_a_character_with_a_portrait_needs_room_at_its_table(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MOST_BYTES", storing.used(game.table)[0])
    with pytest.raises(Refused) as refused:
        incoming.check_character(table=game.table, data=character_file(game))
    assert [str(fault.place) for fault in refused.value.faults] == ["look.portrait"]
    assert incoming.check_character(table=game.table, data=character_file(game, "Bruno"))


def test_where_the_last_room_goes_meanwhile_the_character_comes_without_its_portrait(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = incoming.check_character(table=game.table, data=character_file(game))
    monkeypatch.setattr(storing, "MOST_BYTES", 0)
    ana = incoming.write_character(table=game.table, checked=checked, by=game.users["player"], players=())
    assert looks.face_of(Table.objects.get(pk=game.table.pk), ana.likeness).portrait is None
