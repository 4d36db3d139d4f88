"""The answer to a page's scripts once the log-in has expired."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.combat.play import Game, make_game

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(db: None) -> Game:
    return make_game()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_script_is_told_and_a_person_led_to_log_in(game: Game, method: str) -> None:
    address = game.url("act") if method == "post" else game.url("fragment", "all")
    led = getattr(Client(), method)(address)
    assert (led.status_code, led["Location"].split("?")[0]) == (302, "/entrar/")
    told = getattr(Client(), method)(address, headers=HTMX)
    assert (told.status_code, told.content, told["Cache-Control"]) == (401, b"", "no-store")
    assert "Location" not in told.headers


def test_other_ways_are_left_alone(game: Game) -> None:
    new = game.client("game_master").post(
        f"/mesas/{game.table.pk}/conflictos/nuevo/", {"name": "El puente"}, headers=HTMX
    )
    assert new.status_code == 302
    assert game.get("stranger", "fragment", "all", htmx=True).status_code == 404


def test_pages_bring_what_says_it(game: Game) -> None:
    page = game.get("player").content.decode()
    assert 'data-denied="login" hidden' in page
    assert 'data-denied="right" hidden' in page
