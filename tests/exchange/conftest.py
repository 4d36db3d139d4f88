from collections.abc import Iterator
from functools import partial

import pytest
from pytest_django import DjangoDbBlocker

from tests.combat.play import Game
from tests.kept import as_made, made_once, played_once

from .played import played


@pytest.fixture(autouse=True)
def _each_encounter_is_drawn_once(drawn_once: None) -> None:
    pass


@pytest.fixture(scope="module")
def _evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(partial(played_once, played), django_db_blocker) as game:
        yield game


@pytest.fixture
def evening(_evening: Game, db: None) -> Game:
    """A table after an evening."""
    return as_made(_evening)
