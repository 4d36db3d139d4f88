from collections.abc import Iterator

import pytest

from rules.core import engine
from tests.combat.play import Game, make_game

from . import toys


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    toys.install(monkeypatch)
    engine.actions.cache_clear()
    yield
    engine.actions.cache_clear()


@pytest.fixture
def game(db: None) -> Game:
    """A table with Ana and Bruno, who are enlisted in a fight in preparation."""
    return make_game()


@pytest.fixture
def fight(game: Game) -> Game:
    """The same fight under way: it is Ana's asalto."""
    game.begin()
    return game
