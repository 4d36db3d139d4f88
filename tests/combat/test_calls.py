"""What waits for a person is said in the header of every page of the table, and of no other table's or person's."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from combat import store
from combat.deeds import Deed
from combat.services import scene_of
from tests.combat.play import Game

pytestmark = pytest.mark.django_db


def calls(game: Game, who: str, query: str = "") -> str:
    """The part of the header that says what waits for this person."""
    address = reverse("combat:calls", args=[game.table.pk])
    return game.client(who).get(f"{address}{query}").content.decode()


def test_the_list_of_fights_says_what_each_waits_for(fight: Game) -> None:
    """Without opening it, in the words of its stage, for each reader."""
    url = fight.table.get_absolute_url()
    shown = {who: fight.client(who).get(url).content.decode() for who in ("game_master", "player", "spectator")}
    listed = {who: page[page.index('id="fights"') :] for who, page in shown.items()}
    assert "Te toca · Ana" in listed["player"]
    assert "Actúa Ana" in listed["game_master"]
    assert "Actúa Ana" in listed["spectator"]
    assert "en curso" not in listed["player"]
    # la carta is folded and names no rules
    page = shown["game_master"]
    carta = page[page.index('id="house-title"') :]
    assert "<details>" in carta[: carta.index('class="why"')]
    assert "TAP-" not in carta


def test_of_several_questions_each_says_which_it_is(game: Game) -> None:
    """In the header and beside the occasion; of those that others answer nothing is counted.

    The two orcs are a group and roll once.
    """
    game.command("game_master", "initiative")
    for place in ("1 de 2", "2 de 2"):
        page = game.get("game_master").content.decode()
        assert f"{place} · " in page[page.index('id="f-stage"') : page.index('id="panel"')]
        assert f'<span class="label">{place} · ' in page
        assert " de 2" not in game.get("player").content.decode()
        first = next(one for one in game.asked if one.to and not game.fight.combatants[one.to].controllers)
        game.act("game_master", Deed("roll", request=first.key))


def asked_in_the_free_scene(game: Game) -> Game:
    """The free scene, in which the game master is asked for the outcome of a player's act."""
    game.command("game_master", "archive")
    place = scene_of(game.table, game.users["game_master"])
    there = Game(game.table, game.users, place, game.characters, keys=500)
    there.command("player", "other", "Ana", what="trepar el muro")
    assert [request.to for request in there.asked] == [None]
    return there


def test_the_game_master_sees_on_every_page_of_the_table_who_waits(fight: Game) -> None:
    there = asked_in_the_free_scene(fight)
    ana = fight.characters["Ana"]
    pages = [
        fight.table.get_absolute_url(),
        ana.get_absolute_url(),
        reverse("combat:rolls", args=[fight.table.pk]),
        reverse("combat:new", args=[fight.table.pk]),
        reverse("campaigns:people", args=[fight.table.pk]),
        fight.encounter.get_absolute_url(),
    ]
    question = f"{there.encounter.get_absolute_url()}?ask="
    for page in pages:
        assert question in fight.client("game_master").get(page).content.decode(), page
    assert question not in fight.client("other_player").get(pages[0]).content.decode()
    # the screen of the room calls nobody
    room = fight.client("game_master").get(reverse("combat:screen", args=[fight.table.pk])).content.decode()
    assert 'class="call"' not in room


def test_the_page_of_a_fight_leaves_out_what_it_says_itself(fight: Game) -> None:
    page = fight.client("player").get(fight.encounter.get_absolute_url()).content.decode()
    assert 'class="call"' not in page
    assert 'class="call"' in fight.client("player").get(fight.table.get_absolute_url()).content.decode()
    assert 'class="call"' not in calls(fight, "player", f"?besides={fight.encounter.pk}")


def test_whose_turn_it_is_is_called_and_nobody_else(fight: Game) -> None:
    assert "Te toca" in calls(fight, "player")
    assert "call__go" not in calls(fight, "other_player")
    assert calls(fight, "spectator") == ""
    fight.end_turn()
    assert "call__go" not in calls(fight, "player")
    assert "Orco" in calls(fight, "game_master")


def test_a_hidden_turn_calls_others_as_if_it_were_not_there(fight: Game) -> None:
    while fight.turn != "Sombra":
        fight.end_turn()
    assert "Sombra" in calls(fight, "game_master")
    before = calls(fight, "other_player")
    assert "call__go" in before, "Bruno is next"
    fight.damage("game_master", "Sombra", 3)
    assert calls(fight, "other_player") == before
    fight.end_turn()
    assert calls(fight, "other_player") == before


def test_the_screen_says_whose_answer_everybody_waits_for(fight: Game) -> None:
    screen = reverse("combat:screen", args=[fight.table.pk])
    assert "le toca a" in fight.client("spectator").get(screen).content.decode()
    fight.command("player", "other", "Ana", what="trepar el muro")
    shown = fight.client("spectator").get(screen).content.decode()
    assert re.search(rf"<h1>\s*Responde {fight.table.the_dj}", shown), "the one awaited is what one reads from afar"
    assert "en el turno de" in shown


def test_a_page_listens_to_fights_that_run_and_hears_of_new_ones(game: Game) -> None:
    topic = f"fight:{game.encounter.pk}"
    rolls = reverse("combat:rolls", args=[game.table.pk])
    before = game.client("player").get(rolls).content.decode()
    assert game.table.topic in before
    assert topic not in before
    game.begin()
    assert topic in calls(game, "player")
    assert store.read(game.encounter.pk).head.fight.status == "running"


def test_what_waits_is_found_once_and_anew_after_each_act(
    fight: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """A page that finds what the page before it found does not read the other fights and proposals again."""
    address = reverse("combat:calls", args=[fight.table.pk])
    assert "Te toca" in fight.client("player").get(address).content.decode()
    with django_assert_max_num_queries(6) as asked:
        assert "Te toca" in fight.client("player").get(address).content.decode()
    assert not any('"head"' in query["sql"] or "equipment_proposal" in query["sql"] for query in asked)
    fight.command("game_master", "end_turn")
    assert "Te toca" not in fight.client("player").get(address).content.decode()
