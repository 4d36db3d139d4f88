"""The rolls of a table, open and secret."""

from __future__ import annotations

import pytest
from django.urls import reverse

from combat.services import Deed

from .play import Game

pytestmark = pytest.mark.django_db


def page(game: Game, who: str) -> str:
    return game.client(who).get(reverse("combat:rolls", args=[game.table.pk])).content.decode()


def secret_roll(game: Game) -> None:
    game.command("game_master", "roll", notation="2d6", reason="el tesoro", secret=True)
    game.act("game_master", Deed("roll", request="dice"), faces=[6, 5])


def test_players_rolls_are_for_everybody(fight: Game) -> None:
    fight.command("player", "roll", "Ana", notation="d20", reason="suerte")
    fight.act("player", Deed("roll", request="dice"), faces=[17])
    assert "tira d20, suerte: 17" in page(fight, "spectator")


def test_a_secret_roll_is_the_game_masters(fight: Game) -> None:
    secret_roll(fight)
    assert "el tesoro" in page(fight, "game_master")
    assert "el tesoro" not in page(fight, "player")


def test_an_undone_roll_stays_struck_through(fight: Game) -> None:
    secret_roll(fight)
    fight.undo("game_master")
    assert "<del>" in page(fight, "game_master")


def test_strangers_find_nothing(fight: Game) -> None:
    assert fight.client("stranger").get(reverse("combat:rolls", args=[fight.table.pk])).status_code == 404
