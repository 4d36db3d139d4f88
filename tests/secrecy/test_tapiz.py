"""Who is struck at by a hidden combatant learns no name from the points that its miss gives."""

from __future__ import annotations

import pytest

from tests.combat.play import make_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("bonus", [-19, -5, 15])
def test_a_hidden_attacker_is_named_in_no_form(bonus: int) -> None:
    game = make_game()
    game.begin()
    while game.turn != "Sombra":
        game.end_turn()
    game.attack("game_master", "Sombra", "Ana", bonus=bonus)
    for who in ("player", "other_player"):
        assert "Sombra" not in game.get(who).content.decode()
