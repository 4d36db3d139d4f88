from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from rules.core import engine
from tests.combat.play import Game, make_game
from tests.kept import Onward, as_made, made_once

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


@pytest.fixture(scope="module")
def _begins(_game: Game) -> Onward[Game]:
    return Onward(Game.begin)


@pytest.fixture
def fight(game: Game, _begins: Onward[Game]) -> Game:
    """The same fight under way: it is Ana's asalto."""
    return _begins.of(game)
