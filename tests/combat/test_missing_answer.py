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


def test_a_refused_answer_is_no_form_left_half_filled(game: Game) -> None:
    """It stands in the question itself; that it would come back after the answer was said of the question."""
    game.begin()
    game.end_turn()
    game.attack("game_master", "Orco 1", "Ana", bonus=9)
    game.answer("game_master", game.asked[0].key, rest=True)
    (landing,) = game.asked
    form = re.search(r'name="filled" value="([^"]+)"', game.get("player").content.decode())
    assert form is not None
    typed = {"filled": form[1], "request": landing.key, landing.inputs[0].name: "other_consequence"}
    refused = game.post("player", {"do": "answer"}, typed, htmx=True)
    assert refused.status_code == 422
    assert LACKS in refused.content.decode()
    assert "a medias" not in refused.content.decode()
