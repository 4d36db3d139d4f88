from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from rules.core import engine
from tests.combat.play import Game, make_game
from tests.kept import as_made, made_once

from . import toys


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    toys.install(monkeypatch)
    engine.actions.cache_clear()
    yield
    engine.actions.cache_clear()


def _game_with_toys() -> Game:
    with pytest.MonkeyPatch.context() as patch:
        toys.install(patch)
        engine.actions.cache_clear()
        return make_game()


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(_game_with_toys, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    """A table with Ana and Bruno, who are enlisted in a fight in preparation."""
    return as_made(_game)


@pytest.fixture
def fight(game: Game) -> Game:
    """The same fight under way: it is Ana's asalto."""
    game.begin()
    return game
