"""Looks: an emblem by one tap, a portrait that is uploaded, and where they are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from characters.models import Character
from combat.views import shared
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks, pixels, storing
from tapiz_site.pictures.emblems import Emblem
from tapiz_site.pictures.looks import face_of, of_creature
from tapiz_site.pictures.models import Look, Picture, Rendition
from tests.combat.play import Game

from .samples import HOSTILE, made, photo, sent

WOLF = Emblem("wolf", "granza")


def url_of(character: Character) -> str:
    return reverse("characters:look", args=[character.pk])


def posted(game: Game, who: str, url: str, **data: Any) -> HttpResponse:
    return game.client(who).post(url, data)


def table_of(game: Game) -> Table:
    return Table.objects.get(pk=game.table.pk)


def face(game: Game, name: str) -> looks.Face:
    return face_of(table_of(game), game.characters[name].likeness)


def test_a_sheet_leads_those_who_may_change_it_to_this_page(game: Game) -> None:
    bruno = game.characters["Bruno"]
    Character.objects.filter(pk=bruno.pk).update(shared=True)
    way = f'href="{reverse("characters:look", args=[bruno.pk])}"'
    for who, leads in {"game_master": True, "other_player": True, "player": False, "spectator": False}.items():
        assert (way in game.client(who).get(bruno.get_absolute_url()).content.decode()) == leads, who


def test_an_emblem_is_chosen_by_one_tap_and_the_usual_one_by_another(game: Game) -> None:
    ana = game.characters["Ana"]
    usual = face(game, "Ana").emblem
    assert posted(game, "player", url_of(ana), emblem=str(WOLF)).status_code == 302
    assert face(game, "Ana").emblem == WOLF
    assert posted(game, "player", url_of(ana), usual="1").status_code == 302
    assert face(game, "Ana").emblem == usual


def test_the_page_offers_all_charges_and_dyes_and_marks_the_chosen_one(game: Game) -> None:
    page = game.client("player").get(url_of(game.characters["Ana"])).content.decode()
    emblem = face(game, "Ana").emblem
    assert page.count('class="emblem-choice"') == 51 + 6
    assert page.count('aria-current="true"') == 2
    assert f'value="{emblem}" aria-label="{emblem.title}"' in page


def test_an_emblem_that_does_not_exist_changes_nothing(game: Game) -> None:
    before = face(game, "Ana")
    for code in ("<script>", "wolf", "wolf.pink", ""):
        posted(game, "player", url_of(game.characters["Ana"]), emblem=code)
    assert face(game, "Ana") == before


def test_a_portrait_takes_the_place_of_the_emblem_and_goes_again(game: Game) -> None:
    ana = game.characters["Ana"]
    assert posted(game, "player", url_of(ana), file=sent(photo())).status_code == 302
    portrait = face(game, "Ana").portrait
    assert portrait is not None
    page = game.client("player").get(url_of(ana)).content.decode()
    assert f"/imagenes/{portrait}/256/" in page
    assert "emblem-choice" not in page
    assert posted(game, "player", url_of(ana), drop="1").status_code == 302
    assert face(game, "Ana").portrait is None
    assert not Picture.objects.exists()
    assert not Rendition.objects.exists()


def test_another_portrait_takes_the_place_of_the_first(game: Game) -> None:
    for size in ((100, 100), (200, 200)):
        posted(game, "player", url_of(game.characters["Ana"]), file=sent(made(size=size)))
    assert Picture.objects.count() == 1
    assert Rendition.objects.count() == 2


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_that_is_no_picture_is_refused_beside_its_field(game: Game, what: str) -> None:
    # as an image, whatever it is: what it says of itself counts for nothing
    answer = posted(game, "player", url_of(game.characters["Ana"]), file=sent(HOSTILE[what]))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Picture.objects.exists()


def test_a_form_without_a_file_is_refused(game: Game) -> None:
    assert posted(game, "player", url_of(game.characters["Ana"])).status_code == 422


def test_a_table_and_the_creatures_of_a_name_get_looks_from_the_game_master(game: Game) -> None:
    table = reverse("pictures:table_look", args=[game.table.pk])
    creature = reverse("pictures:creature_look", args=[game.table.pk]) + "?name=Orco+2"
    for url in (table, creature):
        assert posted(game, "game_master", url, emblem=str(WOLF)).status_code == 302
        assert posted(game, "player", url, emblem="axe.verde").status_code == 403
    found = table_of(game)
    assert face_of(found, looks.of_table(found)).emblem == WOLF
    assert face_of(found, of_creature("orco 1")).emblem == WOLF
    assert face_of(found, of_creature("Orca")).emblem != WOLF


def test_the_way_back_from_a_creature_leads_nowhere_else(game: Game) -> None:
    url = reverse("pictures:creature_look", args=[game.table.pk])
    for back in ("https://example.com/", "//example.com/", "/\\example.com", "javascript:alert(1)"):
        page = game.client("game_master").get(url, {"name": "Orco", "back": back}).content.decode()
        assert f'href="{back}"' not in page
        assert f'href="{game.table.get_absolute_url()}"' in page
    page = game.client("game_master").get(url, {"name": "Orco", "back": game.url()}).content.decode()
    assert f'href="{game.url()}"' in page


def test_a_table_has_room_for_so_much_and_the_portrait_of_before_makes_room(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = game.characters["Ana"]
    posted(game, "player", url_of(ana), file=sent(made()))
    taken, _number = storing.used(game.table)
    monkeypatch.setattr(storing, "MOST_BYTES", taken)
    assert posted(game, "player", url_of(ana), file=sent(made())).status_code == 302
    full = posted(game, "other_player", url_of(game.characters["Bruno"]), file=sent(made()))
    assert full.status_code == 422
    assert "No caben más imágenes" in full.content.decode()
    assert face(game, "Ana").portrait is not None
    assert Picture.objects.count() == 1


def test_a_person_sends_so_many_pictures_and_no_more(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapiz_site.pictures.choosing.spend", lambda *_args, **_more: False)
    answer = posted(game, "player", url_of(game.characters["Ana"]), file=sent(made()))
    assert answer.status_code == 422
    assert "Demasiadas imágenes seguidas" in answer.content.decode()


def test_rows_are_drawn_anew_after_a_choice_although_nothing_has_happened_in_the_fight(game: Game) -> None:
    shared.forget()
    fragment = game.url("fragment", "order")
    before = game.client("other_player").get(fragment)
    posted(game, "player", url_of(game.characters["Ana"]), emblem="rocket.tierra")
    after = game.client("other_player").get(fragment)
    assert "#rocket" not in before.content.decode()
    assert "#rocket" in after.content.decode()


def test_faces_cost_no_query_a_row(game: Game, django_assert_max_num_queries: Any) -> None:
    table = table_of(game)
    looks.choose_emblem(table, of_creature("Orco"), WOLF)
    table = table_of(game)
    with django_assert_max_num_queries(1):
        for number in range(50):
            face_of(table, of_creature(f"Orco {number}"))
            face_of(table, game.characters["Ana"].likeness)


def test_a_table_without_choices_asks_the_database_nothing(game: Game, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        face_of(game.table, of_creature("Orco"))


def test_the_look_of_a_character_goes_when_it_is_deleted_for_good(game: Game) -> None:
    posted(game, "player", url_of(game.characters["Ana"]), file=sent(made()))
    posted(game, "other_player", url_of(game.characters["Bruno"]), emblem=str(WOLF))
    for character in game.characters.values():
        Character.everywhere.get(pk=character.pk).delete()
    assert not Look.objects.exists()
    assert not Picture.objects.exists()


def test_all_pictures_of_a_table_go_with_it(game: Game) -> None:
    posted(game, "player", url_of(game.characters["Ana"]), file=sent(made()))
    Table.everywhere.get(pk=game.table.pk).delete()
    assert not Picture.objects.exists()
    assert not Rendition.objects.exists()
    assert not Look.objects.exists()


PLACES = {
    "the order": "/conflictos/{fight}/",
    "the targets": "/conflictos/{fight}/panel/?actor={orc}&action=attack",
    "the basket": "/conflictos/{fight}/anadir/",
    "the table": "/mesas/{table}/",
    "the sheet": "/personajes/{ana}/",
    "the screen of the room": "/mesas/{table}/pantalla/",
}
ON_PAPER = {
    "the sheet": "/personajes/{ana}/hoja/",
    "the cards": "/conflictos/{fight}/cartas/",
}


def page_at(game: Game, address: str) -> str:
    ids = {
        "fight": game.encounter.pk,
        "table": game.table.pk,
        "ana": game.characters["Ana"].pk,
        "orc": game.id("Orco 1"),
    }
    answer = game.client("game_master").get(address.format(**ids))
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("place", PLACES)
def test_a_portrait_stands_wherever_its_character_does(game: Game, place: str) -> None:
    picture = storing.keep(game.table, pixels.face(photo()), by=game.users["game_master"])
    looks.choose_portrait(table_of(game), game.characters["Ana"].likeness, picture)
    shared.forget()
    assert f"{picture.pk}" in page_at(game, PLACES[place])


@pytest.mark.parametrize("place", ON_PAPER)
def test_a_portrait_is_printed(game: Game, place: str) -> None:
    picture = storing.keep(game.table, pixels.face(photo()), by=game.users["game_master"])
    likeness = game.characters["Ana"].likeness if place == "the sheet" else of_creature("Orco")
    before = page_at(game, ON_PAPER[place])
    looks.choose_portrait(table_of(game), likeness, picture)
    assert "data:image/webp;base64," not in before
    assert "data:image/webp;base64," in page_at(game, ON_PAPER[place])
