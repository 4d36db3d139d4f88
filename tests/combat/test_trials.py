"""Trying something on a private copy: it never leaks into the fight or to others, and is carried over as acts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import services, trials
from combat.deeds import Deed
from combat.models import Encounter, Trial
from lessons import practising
from tapiz_site.campaigns.models import Table
from tapiz_site.live.models import Topic
from tests.kept import as_made, made_once

from .play import ROLES, Game, begun_game, creatures

pytestmark = pytest.mark.django_db


def begun() -> Game:
    game = begun_game()
    game.damage("game_master", "Orco 1", 4)
    return game


@pytest.fixture(scope="module")
def _begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_begun: Game, db: None) -> Game:
    return as_made(_begun)


def begin(game: Game, who: str = "game_master") -> HttpResponse:
    return game.client(who).post(game.url("try"))


def copy_of(game: Game) -> Game:
    """The copy, to be acted in by the same people."""
    encounter = Trial.objects.get(of=game.encounter).encounter
    return Game(encounter.table, game.users, encounter, {}, keys=1000, clients=game.clients)


def end(copy: Game, do: str) -> HttpResponse:
    return copy.client("game_master").post(copy.url("end_trial"), {"do": do})


def everything(game: Game) -> dict[str, object]:
    """All of the real table that acts could change."""
    encounters = Encounter.objects.filter(table=game.table).order_by("pk")
    return {
        "heads": list(encounters.values_list("head", "sequence", "memory", "changed")),
        "conditions": list(Character.everywhere.order_by("pk").values_list("pk", "condition", "sheet", "revision")),
        "purses": list(game.table.purses.order_by("pk").values_list("user", "points", "awarded")),
        "topics": sorted(Topic.objects.filter(name__contains=str(game.encounter.pk)).values_list("name", "version")),
        "table": sorted(Topic.objects.filter(name__contains=str(game.table.pk)).values_list("name", "version")),
    }


def test_nothing_done_in_a_copy_reaches_the_fight_or_anybody(game: Game) -> None:
    before = everything(game)
    pages = {who: game.get(who).content for who in ("player", "spectator")}
    assert begin(game)["Location"] == copy_of(game).url()
    copy = copy_of(game)
    copy.damage("game_master", "Ana", 9)
    copy.command("game_master", "reveal", who=copy.id("Sombra"))
    copy.command("game_master", "attack", "Ana", target=copy.id("Orco 1"), attribute="strength", mode="rolled")
    copy.act("game_master", Deed("roll", request="attack"))
    assert everything(game) == before
    for who, page in pages.items():
        assert len(game.get(who).content) == len(page)
    assert "Prueba" in copy.get("game_master").content.decode()
    for who in ROLES[1:]:
        assert copy.get(who).status_code in (404, 302)
    assert end(copy, "leave")["Location"] == game.url()
    assert everything(game) == before
    assert not Trial.objects.exists()
    assert not Table.objects.filter(practice=True).exists()


def test_the_copy_is_as_the_fight_is_but_of_nobody(game: Game) -> None:
    begin(game)
    copy = copy_of(game)
    assert copy.body("Orco 1") == game.body("Orco 1")
    assert copy.turn == game.turn
    assert not any(one.controllers or one.character for one in copy.fight.combatants.values())
    tables = game.client("game_master").get(reverse("campaigns:tables")).content.decode()
    assert tables.count(game.table.name) == tables.replace(str(copy.table.pk), "").count(game.table.name)
    assert str(copy.table.pk) not in tables


def test_what_was_tried_is_done_in_the_fight(game: Game) -> None:
    begin(game)
    copy = copy_of(game)
    copy.damage("game_master", "Ana", 2)
    copy.damage("game_master", "Bruno", 5)
    copy.undo("game_master")
    copy.end_turn()
    sequence = game.read.encounter.sequence
    assert end(copy, "carry")["Location"] == game.url()
    assert (game.body("Ana").physical.current, game.body("Bruno").physical.current) == (18, 20)
    assert game.turn == "Orco 1"
    assert game.read.encounter.sequence == sequence + 2
    assert not Trial.objects.exists()
    game.undo("game_master")
    assert game.turn == "Ana"


def test_what_no_longer_fits_is_left_out_and_told(game: Game) -> None:
    begin(game)
    copy = copy_of(game)
    copy.end_turn()
    copy.damage("game_master", "Ana", 2)
    game.end_turn()
    page = copy.client("game_master").post(copy.url("end_trial"), {"do": "carry"}, follow=True).content.decode()
    assert "no encajaba" in page
    assert game.turn == "Orco 1"
    assert game.body("Ana").physical.current == 18


def test_dice_fall_anew_when_they_are_carried_over(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(game)
    copy = copy_of(game)
    copy.command("game_master", "attack", "Ana", target=copy.id("Orco 1"), attribute="strength", mode="rolled")
    copy.act("game_master", Deed("roll", request="attack"), faces=[6, 6, 6])
    trials.carry_over(Trial.objects.get())
    rolls = [row for row in game.entries if row.kind == "answer"]
    assert len(rolls) == 1
    assert rolls[0].data["sides"] == [6, 6, 6]


def test_a_copy_is_the_game_masters_alone_and_one_replaces_another(game: Game) -> None:
    assert [begin(game, who).status_code for who in ("player", "stranger")] == [403, 404]
    begin(game)
    first = copy_of(game)
    begin(game)
    assert copy_of(game).encounter.pk != first.encounter.pk
    assert Table.objects.filter(practice=True).count() == 1
    practising.sweep()
    assert Trial.objects.count() == 1
    assert game.client("game_master").post(game.url("end_trial")).status_code == 404


def test_a_copy_of_a_moment_that_is_past_is_thrown_away_and_not_carried_over(game: Game) -> None:
    game.damage("game_master", "Orco 1", 2)
    then = game.newest
    game.damage("game_master", "Orco 1", 5)
    before = everything(game)
    page = game.client("game_master").get(game.url("moment", then.pk)).content.decode()
    assert f'action="{game.url("try")}"' in page
    assert game.client("game_master").post(game.url("try"), {"entry": then.pk}).status_code == 302
    copy = copy_of(game)
    assert copy.body("Orco 1").physical.current == 8
    copy.damage("game_master", "Orco 1", 1)
    assert "Hacerlo de verdad" not in copy.get("game_master").content.decode()
    assert end(copy, "carry").status_code == 404
    assert everything(game) == before
    assert end(copy, "leave")["Location"] == game.url()
    assert everything(game) == before
    assert game.client("game_master").post(game.url("try"), {"entry": "nada"}).status_code == 404
    assert game.client("player").post(game.url("try"), {"entry": then.pk}).status_code == 403


def test_the_free_scene_can_be_tried_and_carried_over(game: Game) -> None:
    url = game.client("game_master").post(reverse("combat:free", args=[game.table.pk]))["Location"]
    scene = Encounter.objects.get(table=game.table, free=True)
    free = Game(game.table, game.users, scene, {}, keys=2000, clients=game.clients)
    services.enlist(encounter=scene, user=game.users["game_master"], rows=creatures("Mula", {}), key=free.key())
    assert 'form="try"' in game.client("game_master").get(f"{url}panel/?panel=more").content.decode()
    begin(free)
    copy = copy_of(free)
    assert copy.encounter.free
    copy.damage("game_master", "Mula", 2)
    whole = free.body("Mula").physical.current
    assert end(copy, "carry")["Location"] == url
    assert free.body("Mula").physical.current == whole - 2
