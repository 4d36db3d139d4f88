"""Who may see a picture; for all others it does not exist."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from combat.views import shared
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks, pixels, showing, storing
from tapiz_site.pictures.looks import Likeness, of_creature
from tapiz_site.pictures.models import Hanging, Picture
from tapiz_site.pictures.policy import picture_or_404
from tests.combat.play import ROLES, Game

from .samples import made

GAME_MASTER = {"game_master"}
AT_THE_TABLE = {"game_master", "player", "other_player", "spectator"}


def url_of(picture: Picture, side: int = 96) -> str:
    return reverse("pictures:file", args=[picture.pk, side])


def portrait(game: Game, likeness: Likeness) -> Picture:
    found = storing.keep(game.table, pixels.face(made()), by=game.users["game_master"])
    looks.choose_portrait(game.table, likeness, found)
    return found


def to_show(game: Game) -> Picture:
    return storing.keep(game.table, pixels.whole(made()), by=game.users["game_master"], to_show=True)


def seen_by(game: Game, picture: Picture, side: int = 96) -> set[str]:
    answers = {who: game.client(who).get(url_of(picture, side)) for who in ROLES}
    for who, answer in answers.items():
        if answer.status_code != 200:
            assert answer.status_code == (302 if who == "anonymous" else 404)
    return {who for who, answer in answers.items() if answer.status_code == 200}


def test_the_portrait_of_the_table_is_for_its_people(game: Game) -> None:
    assert seen_by(game, portrait(game, looks.of_table(game.table))) == AT_THE_TABLE


def test_a_table_in_the_bin_shows_nothing(game: Game) -> None:
    picture = portrait(game, looks.of_table(game.table))
    Table.objects.filter(pk=game.table.pk).update(deleted_at=timezone.now())
    assert seen_by(game, picture) == set()


def test_a_picture_that_draws_nobody_is_the_game_masters(game: Game) -> None:
    assert seen_by(game, storing.keep(game.table, pixels.face(made()), by=None)) == GAME_MASTER


def test_the_portrait_of_a_player_s_character_is_for_all_at_the_table(game: Game) -> None:
    assert seen_by(game, portrait(game, game.characters["Ana"].likeness)) == AT_THE_TABLE


def test_the_portrait_of_a_creature_is_for_those_who_see_it_in_a_fight(game: Game) -> None:
    assert seen_by(game, portrait(game, of_creature("Orco"))) == AT_THE_TABLE
    assert seen_by(game, portrait(game, of_creature("Dragón"))) == GAME_MASTER


def test_the_portrait_of_who_is_hidden_exists_for_the_game_master_alone(game: Game) -> None:
    picture = portrait(game, of_creature("Sombra"))
    assert seen_by(game, picture) == GAME_MASTER
    for who in ("player", "spectator"):
        page = game.client(who).get(game.url()).content.decode()
        assert str(picture.pk) not in page
    assert str(picture.pk) in game.client("game_master").get(game.url()).content.decode()
    game.command("game_master", "reveal", who=game.id("Sombra"))
    assert seen_by(game, picture) == AT_THE_TABLE
    assert str(picture.pk) in game.client("player").get(game.url()).content.decode()


def test_the_portrait_of_the_true_name_stays_with_the_game_master(game: Game) -> None:
    picture = portrait(game, of_creature("Duque"))
    shared.forget()
    game.command("game_master", "rename", who=game.id("Orco 1"), name="Duque", public_name="Encapuchado")
    assert seen_by(game, picture) == GAME_MASTER
    assert str(picture.pk) not in game.client("player").get(game.url()).content.decode()
    public = portrait(game, of_creature("Encapuchado"))
    assert seen_by(game, public) == AT_THE_TABLE


def test_the_character_behind_a_public_name_is_not_betrayed_by_its_portrait(game: Game) -> None:
    bruno = game.characters["Bruno"]
    bruno.players.clear()
    picture = portrait(game, bruno.likeness)
    game.command("game_master", "rename", who=game.id("Bruno"), name="Bruno", public_name="Encapuchado")
    assert seen_by(game, picture) == GAME_MASTER
    for who in ("player", "spectator"):
        assert str(picture.pk) not in game.client(who).get(game.url()).content.decode()


def test_a_scene_in_preparation_shows_nobody(game: Game) -> None:
    picture = portrait(game, of_creature("Orco"))
    game.encounter.status = "ready"
    game.encounter.save()
    assert seen_by(game, picture) == GAME_MASTER


def test_a_picture_to_show_is_the_game_master_s_until_it_hangs_and_again_afterwards(game: Game) -> None:
    picture, other = to_show(game), to_show(game)
    assert seen_by(game, picture, 1600) == GAME_MASTER
    showing.hang(game.table, picture)
    assert seen_by(game, picture, 1600) == AT_THE_TABLE
    showing.hang(game.table, other)
    assert seen_by(game, picture, 1600) == GAME_MASTER
    showing.take_down(game.table)
    assert seen_by(game, other, 1600) == GAME_MASTER


def test_what_hangs_at_another_table_is_not_shown_at_its_own(game: Game) -> None:
    picture = to_show(game)
    Hanging.objects.create(table=Table.objects.create(name="Otra", system="tapiz"), picture=picture)
    assert seen_by(game, picture, 1600) == GAME_MASTER


def test_an_account_that_is_closed_sees_no_picture(game: Game) -> None:
    picture, player = portrait(game, game.characters["Ana"].likeness), game.users["player"]
    assert picture_or_404(player, picture.pk) == picture
    player.is_active = False
    with pytest.raises(Http404):
        picture_or_404(player, picture.pk)


def test_an_unknown_picture_and_a_foreign_one_read_the_same(game: Game) -> None:
    picture = to_show(game)
    unknown = reverse("pictures:file", args=[uuid4(), 96])
    for who in ("player", "stranger"):
        foreign, none = game.client(who).get(url_of(picture)), game.client(who).get(unknown)
        assert (foreign.status_code, none.status_code) == (404, 404)
        assert _bare(foreign.content) == _bare(none.content)
        assert foreign.headers.keys() == none.headers.keys()


def _bare(content: bytes) -> str:
    """A page without the ids of the picture and of the request."""
    return re.sub(r"[0-9a-f-]{12,}", "", content.decode())


@pytest.mark.parametrize("side", [0, 1, 97, 4096])
def test_a_size_that_was_not_made_is_not_there(game: Game, side: int) -> None:
    assert game.client("game_master").get(url_of(to_show(game), side)).status_code == 404


def test_a_table_in_the_bin_shows_none(game: Game) -> None:
    picture = portrait(game, looks.of_table(game.table))
    game.client("game_master").post(reverse("campaigns:delete", args=[game.table.pk]))
    assert seen_by(game, picture) == set()


def test_it_is_served_as_an_image_that_can_do_nothing_and_is_kept_by_one_browser(game: Game) -> None:
    answer = game.client("game_master").get(url_of(to_show(game), 256), headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Content-Disposition"] == 'inline; filename="tapiz.webp"'
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert set(answer["Cache-Control"].split(", ")) == {"private", "max-age=86400", "immutable"}
    assert answer.content[:4] == b"RIFF"
