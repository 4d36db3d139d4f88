from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.kept import Onward, as_made, made_once

from .looking_on import Brought, brought_by
from .play import Game, prepared_game


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(prepared_game, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    """A fight in preparation."""
    return as_made(_game)


@pytest.fixture(scope="session")
def _begins() -> Onward[Game]:
    return Onward(Game.begin)


@pytest.fixture
def fight(game: Game, _begins: Onward[Game]) -> Game:
    """A fight under way: it is Ana's asalto."""
    begun = _begins.of(game)
    assert begun.turn == "Ana"
    return begun


@pytest.fixture
def acts(
    fight: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> Callable[[Callable[[], object]], Brought]:
    """A function that takes an act while all people of the fight look on, and gives what it brought to them."""

    def run(act: Callable[[], object], language: str = "es", heard: Any = None) -> Brought:
        return brought_by(fight, act, monkeypatch, django_capture_on_commit_callbacks, language, heard)

    return run
