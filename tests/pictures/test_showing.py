"""The pictures that a game master keeps and shows: the list, the strip on every page, the screen in the room."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse

from tapiz_site.live import versions
from tapiz_site.live.access import allowed
from tapiz_site.pictures import pixels, showing, storing
from tapiz_site.pictures.models import Hanging, Picture
from tests.combat.play import Game

from .samples import HOSTILE, made, photo, sent


def url(game: Game, name: str, *args: object) -> str:
    return reverse(f"pictures:{name}", args=[game.table.pk, *args])


def kept(game: Game, caption: str = "El mapa") -> Picture:
    encoded = pixels.whole(made(size=(300, 200)))
    return storing.keep(game.table, encoded, by=game.users["game_master"], caption=caption, to_show=True)


def page(answer: HttpResponse) -> str:
    return answer.content.decode()


def test_a_picture_is_uploaded_with_a_title_and_listed(game: Game) -> None:
    client = game.client("game_master")
    answer = client.post(url(game, "pictures"), {"file": sent(photo()), "caption": "El mapa del barquero"})
    assert answer.status_code == 302
    picture = Picture.objects.get()
    assert (picture.caption, picture.to_show, picture.table) == ("El mapa del barquero", True, game.table)
    assert picture.size == sum(len(one.data) for one in picture.renditions.all())
    listed = page(client.get(url(game, "pictures")))
    assert "El mapa del barquero" in listed
    assert f"/imagenes/{picture.pk}/256/" in listed


def test_a_title_that_was_typed_stays_when_the_file_is_refused(game: Game) -> None:
    data = {"file": sent(HOSTILE["svg"]), "caption": "El mapa del barquero"}
    answer = game.client("game_master").post(url(game, "pictures"), data)
    assert answer.status_code == 422
    assert 'value="El mapa del barquero"' in page(answer)
    assert "No es una imagen" in page(answer)


def test_the_name_of_the_file_is_told_to_nobody(game: Game) -> None:
    game.client("game_master").post(url(game, "pictures"), {"file": sent(made(), "el-duque-es-el-traidor.png")})
    picture = Picture.objects.get()
    showing.hang(game.table, picture)
    for who in ("game_master", "player"):
        assert "traidor" not in page(game.client(who).get(game.table.get_absolute_url()))


def test_one_tap_shows_a_picture_everywhere_and_another_takes_it_away(game: Game) -> None:
    picture, home = kept(game), game.table.get_absolute_url()
    assert game.client("game_master").post(url(game, "show", picture.pk)).status_code == 302
    for who in ("player", "other_player", "spectator"):
        for address in (home, game.url()):
            shown = page(game.client(who).get(address))
            assert f"/imagenes/{picture.pk}/1600/" in shown
            assert "El mapa" in shown
            assert url(game, "take_down") not in shown
        assert f"/imagenes/{picture.pk}/1600/" in page(game.client(who).get(url(game, "hung")))
    for address in (home, game.url(), url(game, "pictures")):
        assert url(game, "take_down") in page(game.client("game_master").get(address))
    answer = game.client("game_master").post(url(game, "take_down"), {"back": game.url()})
    assert answer["Location"] == game.url()
    assert page(game.client("player").get(url(game, "hung"))) == ""
    assert str(picture.pk) not in page(game.client("player").get(home))


def test_who_shows_a_picture_from_a_fight_returns_to_it(game: Game) -> None:
    picture, client = kept(game), game.client("game_master")
    listed = page(client.get(url(game, "pictures"), {"back": game.url()}))
    assert f'name="back" value="{game.url()}"' in listed
    answer = client.post(url(game, "show", picture.pk), {"back": game.url()})
    assert answer["Location"] == game.url()
    for back in ("https://example.com", "//example.com", "/\\example.com", ""):
        assert f'value="{back}"' not in page(client.get(url(game, "pictures"), {"back": back}))
        answer = client.post(url(game, "show", picture.pk), {"back": back})
        assert answer["Location"] == url(game, "pictures")


def test_by_script_the_strip_goes_where_it_stands(game: Game) -> None:
    showing.hang(game.table, kept(game))
    answer = game.client("game_master").post(url(game, "take_down"), headers={"HX-Request": "true"})
    assert (answer.status_code, page(answer)) == (200, "")


def test_taking_away_leads_to_no_other_site(game: Game) -> None:
    for back in ("https://example.com", "//example.com", "/\\example.com"):
        answer = game.client("game_master").post(url(game, "take_down"), {"back": back})
        assert answer["Location"] == game.table.get_absolute_url()


def test_on_the_screen_the_picture_has_the_room_and_the_foot_says_whose_turn_it_is(game: Game) -> None:
    picture, screen = kept(game), reverse("combat:screen", args=[game.table.pk])
    before = page(game.client("player").get(screen))
    assert "tv__body" in before
    showing.hang(game.table, picture)
    shown = page(game.client("player").get(screen))
    assert f'href="/imagenes/{picture.pk}/1600/"' in shown
    assert "tv__body" not in shown
    assert "Le toca a <b>Ana</b>" in shown
    assert url(game, "take_down") not in page(game.client("game_master").get(screen))


def test_the_foot_of_the_screen_names_nobody_who_is_hidden(game: Game) -> None:
    game.end_turn("player")
    game.end_turn()
    game.end_turn()
    assert game.turn == "Sombra"
    showing.hang(game.table, kept(game))
    assert "Sombra" not in page(game.client("game_master").get(reverse("combat:screen", args=[game.table.pk])))


def test_pages_and_screen_listen_to_what_hangs_and_hear_of_each_change(game: Game) -> None:
    picture, topic = kept(game), showing.topic(game.table)
    for address in (game.url(), game.table.get_absolute_url(), reverse("combat:screen", args=[game.table.pk])):
        assert f"{topic}@" in page(game.client("player").get(address))
    heard = [versions.version(topic)]
    for act in (
        lambda: showing.hang(game.table, picture),
        lambda: showing.rename(game.table, picture, "Otro"),
        lambda: showing.take_down(game.table),
        lambda: showing.hang(game.table, picture),
        lambda: showing.delete(game.table, picture),
    ):
        act()
        heard.append(versions.version(topic))
    assert heard == list(range(6))
    showing.take_down(game.table)
    assert versions.version(topic) == 5


def test_what_does_not_hang_wakes_nobody(game: Game) -> None:
    picture = kept(game)
    showing.rename(game.table, picture, "Otro")
    showing.delete(game.table, picture)
    assert versions.version(showing.topic(game.table)) == 0


def test_only_people_of_the_table_may_listen(game: Game) -> None:
    topic = showing.topic(game.table)
    heard = {who for who, user in game.users.items() if allowed(user, topic)}
    assert heard == {"game_master", "player", "other_player", "spectator"}
    assert not allowed(game.users["game_master"], "picture:nothing")


def test_a_picture_is_renamed_and_deleted(game: Game) -> None:
    picture, client = kept(game), game.client("game_master")
    showing.hang(game.table, picture)
    client.post(url(game, "rename", picture.pk), {"caption": "La carta"})
    assert Picture.objects.get().caption == "La carta"
    refused = client.post(url(game, "rename", picture.pk), {"caption": "x" * 81})
    assert refused.status_code == 422
    assert "x" * 81 in page(refused)
    client.post(url(game, "delete", picture.pk))
    assert not Picture.objects.exists()
    assert not Hanging.objects.exists()


def test_the_picture_that_was_asked_for_is_renamed_and_deleted(game: Game) -> None:
    client, pictures = game.client("game_master"), [kept(game, name) for name in ("Uno", "Dos", "Tres")]
    for one in pictures:
        client.post(url(game, "rename", one.pk), {"caption": f"{one.caption}, visto"})
    assert {one.caption for one in Picture.objects.all()} == {"Uno, visto", "Dos, visto", "Tres, visto"}
    client.post(url(game, "delete", pictures[1].pk))
    assert {one.caption for one in Picture.objects.all()} == {"Uno, visto", "Tres, visto"}


def test_a_portrait_is_not_shown_renamed_or_deleted_by_these_addresses(game: Game) -> None:
    portrait = storing.keep(game.table, pixels.face(made()), by=None)
    for name in ("show", "rename", "delete"):
        assert game.client("game_master").post(url(game, name, portrait.pk)).status_code == 404


def test_a_picture_of_another_table_is_not_there(game: Game) -> None:
    picture = kept(game)
    other = game.users["stranger"].tables.get()
    for name in ("show", "rename", "delete"):
        address = reverse(f"pictures:{name}", args=[other.pk, picture.pk])
        assert game.client("stranger").post(address).status_code == 404
