"""A table of Tapiz at play, with a hidden creature, for all tests of pictures."""

from __future__ import annotations

import pytest

from combat.views import shared
from tests.combat.play import Game, make_game


@pytest.fixture
def game(db: None) -> Game:
    shared.forget()
    found = make_game()
    found.begin()
    return found
