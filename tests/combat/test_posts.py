"""The pages of a fight by posts: the switch, who is awaited until when, and secret texts to the game master."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from combat import services
from combat.models import Wait, WaitState, Whisper

from .play import Game
from .posting import NOON, by_posts

pytestmark = pytest.mark.django_db


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return monkeypatch


def later(patch: pytest.MonkeyPatch, hours: int) -> None:
    patch.setattr(timezone, "now", lambda: NOON + timedelta(hours=hours))


def send(game: Game, who: str, name: str, **data: object) -> HttpResponse:
    return game.client(who).post(game.url(name), {"key": game.key(), **data})


def text(game: Game, who: str, name: str = "posts", **query: str) -> str:
    return game.get(who, name, **query).content.decode()


def test_the_game_master_switches_to_posts_and_back(fight: Game) -> None:
    assert "Seguir a ratos" in text(fight, "game_master", panel="more", name="fight")
    assert "a-ratos" not in text(fight, "player", "fight")
    send(fight, "game_master", "switch_posts", play="posts")
    assert fight.read.encounter.by_posts
    assert "a-ratos" in text(fight, "player", "fight")
    sequence = fight.read.encounter.sequence
    send(fight, "game_master", "switch_posts", play="live")
    assert not fight.read.encounter.by_posts
    assert fight.read.encounter.sequence == sequence
    assert "a-ratos" not in text(fight, "player", "fight")


def test_each_page_says_until_when(fight: Game, noon: pytest.MonkeyPatch) -> None:
    send(fight, "game_master", "switch_posts", play="posts")
    until = "hasta el viernes 4, 13:00"
    for who in ("game_master", "player", "other_player"):
        assert until in text(fight, who, "fight"), who
        assert until.capitalize() in text(fight, who), who
    table = fight.client("player").get(fight.table.get_absolute_url()).content.decode()
    assert f"Te toca · Ana · {until}" in table
    start = fight.client("player").get("/mesas/").content.decode()
    assert "Te esperan" in start
    assert until in start
    for who in ("other_player", "spectator", "stranger"):
        assert "Te esperan" not in fight.client(who).get("/mesas/").content.decode(), who


def test_only_the_game_master_may_decide_for_a_player(fight: Game, noon: pytest.MonkeyPatch) -> None:
    send(fight, "game_master", "switch_posts", play="posts")
    (wait,) = Wait.objects.all()
    assert "Otro plazo igual" not in text(fight, "player")
    later(noon, 10)
    send(fight, "game_master", "decide_wait", wait=wait.pk, do="more")
    wait.refresh_from_db()
    assert wait.due == NOON + timedelta(hours=58)
    send(fight, "game_master", "decide_wait", wait=wait.pk, do="instead")
    assert fight.turn == "Orco 1"
    # another game master's page is a moment old
    answer = fight.client("game_master").post(fight.url("decide_wait"), {"key": fight.key(), "wait": wait.pk})
    assert answer.status_code == 302
    assert fight.turn == "Orco 1"


def test_a_look_at_the_fight_is_enough_for_a_time_to_be_over(fight: Game, noon: pytest.MonkeyPatch) -> None:
    by_posts(fight, posts_over="default")
    assert "Te toca" in text(fight, "player", "fight")
    later(noon, 49)
    assert "Se acaba el tiempo de " in text(fight, "player", "fight")
    assert fight.turn == "Orco 1"


def test_the_game_master_is_called_to_decide(fight: Game, noon: pytest.MonkeyPatch) -> None:
    by_posts(fight, posts_over="game_master")
    later(noon, 49)
    assert "el plazo acabó el viernes 4, 13:00" in text(fight, "player", "fight")
    assert Wait.objects.get().state == WaitState.TOLD
    table = fight.client("game_master").get("/mesas/").content.decode()
    assert "A Ana se le acabó el plazo" in table


def test_a_whisper_is_read_by_the_two_of_them_alone(fight: Game) -> None:
    send(fight, "game_master", "switch_posts", play="posts")
    send(fight, "player", "whisper", text="Envenené el vino")
    called = fight.client("game_master").get(fight.table.get_absolute_url()).content.decode()
    assert "Recado de Jugadora" in called
    assert "Envenené el vino" in text(fight, "game_master")
    assert "Recado de Jugadora" not in fight.client("game_master").get(fight.table.get_absolute_url()).content.decode()
    player = fight.users["player"].pk
    send(fight, "game_master", "whisper", text="Y Bruno lo bebió", player=player)
    assert "Recado de" in fight.client("player").get("/mesas/").content.decode()
    assert "Y Bruno lo bebió" in text(fight, "player")
    for who in ("other_player", "spectator", "stranger"):
        for page in ("posts", "fight", "log"):
            assert "vino" not in text(fight, who, page), (who, page)
    # a player cannot write into the talk of another
    send(fight, "other_player", "whisper", text="Soy otro", player=player)
    assert set(Whisper.objects.filter(by=fight.users["other_player"]).values_list("player", flat=True)) == {
        fight.users["other_player"].pk
    }


def test_an_empty_whisper_is_not_sent_and_the_same_form_sends_one(fight: Game) -> None:
    send(fight, "player", "whisper", text="   ")
    assert not Whisper.objects.exists()
    client: Client = fight.client("player")
    for _time in range(2):
        client.post(fight.url("whisper"), {"key": "the-same-key", "text": "Una vez"})
    assert Whisper.objects.count() == 1


def test_the_free_scene_is_not_played_by_posts(fight: Game) -> None:
    scene = services.scene_of(fight.table, fight.users["game_master"])
    assert fight.client("game_master").get(reverse("combat:posts", args=[scene.pk])).status_code == 404
