"""Standing orders on the pages: given beside the question, used in the player's name, taken back by the player."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from .play import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def reserve(game: Game) -> Game:
    """A fight at a table with the defence reserve, in which the first orc acts."""
    runs = game.client("game_master")
    runs.post(reverse("campaigns:house", args=[game.table.pk]), {"defence_reserve": "on", "proposals": "trust"})
    game.begin()
    game.post("game_master", {"do": "house"})
    game.end_turn()
    return game


def order(game: Game, by: str, name: str, says: str) -> int:
    query = {"do": "command", "action": "standing_orders", "actor": game.id(name), "order.reserve": says}
    return game.post(by, query).status_code


def test_the_question_offers_the_orders_and_says_which_holds(reserve: Game) -> None:
    reserve.attack("game_master", "Orco 1", "Ana", bonus=9)
    page = reserve.get("player").content.decode()
    assert page.count("order.reserve=") == 3
    assert "La próxima vez · Reserva de defensa</legend>" in page
    pressed = page.index('aria-pressed="true"')
    assert "order.reserve=ask" in page[pressed - 400 : pressed]
    assert order(reserve, "player", "Ana", "never") == 302
    page = reserve.get("player").content.decode()
    pressed = page.index('aria-pressed="true"')
    assert "order.reserve=never" in page[pressed - 400 : pressed]


def test_the_button_says_what_would_be_spent(reserve: Game) -> None:
    reserve.attack("game_master", "Orco 1", "Ana", bonus=9)
    dock = " ".join(reserve.get("player", "fragment", "dock").content.decode().split())
    assert re.search(r"Aplicar\s*<small>\s*PGF que se gastan: 7\s*</small>", dock), dock


def test_points_that_nobody_cancelled_are_all_there_to_spend(reserve: Game) -> None:
    """TAP-OPT-02: the panel read 0 of them, and that ten were lacking for a major consequence."""
    reserve.attack("game_master", "Orco 1", "Ana", bonus=9)
    reserve.answer("player", "reserve", spend=0)
    page = reserve.get("game_master").content.decode()
    assert re.search(r'data-points="7"', page)


def test_the_form_knows_what_a_momentary_advantage_costs(reserve: Game) -> None:
    """TAP-HOUSE-15."""
    reserve.table.refresh_from_db()
    reserve.table.house = {**reserve.table.house, "momentary_price": 3}
    reserve.table.save()
    reserve.post("game_master", {"do": "house"}, htmx=True)
    reserve.attack("game_master", "Orco 1", "Ana", bonus=6)
    reserve.answer("player", "reserve", spend=0)
    assert 'data-momentary="3"' in reserve.get("game_master").content.decode()


def test_the_others_read_who_is_asked_but_nothing_of_the_points(reserve: Game) -> None:
    reserve.attack("game_master", "Orco 1", "Ana", bonus=9)
    told = reserve.get("other_player", "fragment", "stage").content.decode()
    assert "Responde Ana" in told
    assert "puede cancelar hasta" not in reserve.get("other_player").content.decode()
    assert "puede cancelar hasta" in reserve.get("player").content.decode()


def test_a_player_reads_that_others_answer_what_they_did_themselves(reserve: Game) -> None:
    while reserve.turn != "Bruno":
        reserve.end_turn()
    reserve.attack("other_player", "Bruno", "Orco 1", bonus=-9)
    told = reserve.get("other_player", "fragment", "stage").content.decode()
    assert "por tu acción" in told
    assert "Vas después" not in told


def test_an_order_is_used_in_the_name_of_its_player_who_may_take_it_back(reserve: Game) -> None:
    order(reserve, "player", "Ana", "never")
    reserve.attack("game_master", "Orco 1", "Ana", bonus=9)
    assert [request.key for request in reserve.asked] == ["spend"]
    used = reserve.newest
    assert (used.by, used.data["by_order"]) == (reserve.users["player"], True)
    assert "no, por orden permanente" in reserve.get("player", "log").content.decode()
    assert "por orden permanente" not in reserve.get("other_player", "log").content.decode()
    reserve.undo("player")
    assert [request.key for request in reserve.asked] == ["reserve"]


def test_what_the_game_master_ordered_is_nobody_elses_to_take_back(reserve: Game) -> None:
    order(reserve, "game_master", "Orco 2", "never")
    reserve.end_turn()
    reserve.end_turn()
    reserve.end_turn()
    reserve.end_turn()
    assert reserve.turn == "Ana"
    reserve.attack("player", "Ana", "Orco 2", bonus=9)
    assert [request.key for request in reserve.asked] == ["spend"]
    assert reserve.newest.by is None
    assert "orden permanente" not in reserve.get("player", "log").content.decode()


def test_players_order_for_their_own_alone(reserve: Game) -> None:
    assert order(reserve, "other_player", "Ana", "never") == 422
    assert order(reserve, "player", "Orco 1", "never") == 422
    assert order(reserve, "spectator", "Ana", "never") == 403
    assert not any(one.orders for one in reserve.fight.combatants.values())


def test_the_orders_stand_among_what_players_do_for_their_own(reserve: Game, game: Game) -> None:
    assert "action=standing_orders" in reserve.get("player").content.decode()
    panel = reserve.get("player", "panel", panel="verb", action="standing_orders", actor=reserve.id("Ana"))
    assert "Reserva de defensa" in panel.content.decode()
