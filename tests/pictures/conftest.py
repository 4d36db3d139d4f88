"""A table of Tapiz at play, with a hidden creature, for all tests of pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.combat.play import Game, begun_game
from tests.kept import as_made, made_once


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun_game, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    return as_made(_game)
