"""The game master's page of what each player has been told about each foe."""

from __future__ import annotations

import pytest
from django.urls import reverse

from .play import Game

pytestmark = pytest.mark.django_db


def page(game: Game) -> str:
    return game.client("game_master").get(reverse("combat:told", args=[game.encounter.pk])).content.decode()


def part(text: str, name: str) -> str:
    """The section of one foe."""
    return next(one for one in text.split("<section") if f">{name}</h2>" in one)


def test_what_one_player_was_told_stands_apart(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    orc = part(page(fight), "Orco 1")
    table, _cut, own = orc.partition("Solo a Jugadora")
    assert own, "the one who has points to spend learns the resistance"
    assert "Contado a toda la mesa" in table
    assert "Solo a Otra" not in orc
    assert "Solo a" not in part(page(fight), "Orco 2")


def test_of_a_hidden_foe_nothing_is_told(fight: Game) -> None:
    fight.damage("game_master", "Sombra", 3)
    shadow = part(page(fight), "Sombra")
    assert "La mesa no lo ve." in shadow
    assert "Contado" not in shadow


def test_what_was_taken_back_was_not_told(fight: Game) -> None:
    before = part(page(fight), "Orco 1")
    fight.damage("game_master", "Orco 1", 3)
    assert part(page(fight), "Orco 1") != before
    fight.undo("game_master")
    assert part(page(fight), "Orco 1") == before


def test_players_do_not_read_it(fight: Game) -> None:
    assert fight.client("player").get(reverse("combat:told", args=[fight.encounter.pk])).status_code == 403
