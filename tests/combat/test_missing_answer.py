"""The button that answers a question says what the answer still lacks."""

from __future__ import annotations

import re

import pytest

from .play import Game

pytestmark = pytest.mark.django_db

LACKS = "Falta decir qué pasa en lugar de eso."


def test_a_consequence_in_own_words_is_not_taken_without_the_words(game: Game) -> None:
    """TAP-HERO-03."""
    game.begin()
    game.end_turn()
    game.attack("game_master", "Orco 1", "Ana", bonus=9)
    (spend,) = game.asked
    game.answer("game_master", spend.key, rest=True)
    (landing,) = game.asked
    page = game.get("player").content.decode()
    form = re.search(r'name="filled" value="([^"]+)"', page)
    assert form is not None
    names = [item.name for item in landing.inputs]
    typed = {"filled": form[1], "request": landing.key, names[0]: "other_consequence"}
    assert LACKS in game.get("player", "fragment", "dock", **typed).content.decode()
    assert LACKS not in game.get("player", "fragment", "dock", **typed, **{names[1]: "Cojea"}).content.decode()
