import json
from collections.abc import Iterator
from functools import partial

import pytest
from pytest_django import DjangoDbBlocker

from rules.core.types import Json
from tests.combat.play import Game
from tests.kept import as_made, made_once, played_once

from .played import data, document, played


@pytest.fixture(autouse=True)
def _each_encounter_is_drawn_once(drawn_once: None) -> None:
    pass


@pytest.fixture(scope="module")
def _evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(partial(played_once, played), django_db_blocker) as game:
        yield game


@pytest.fixture(scope="module")
def _told(_evening: Game, django_db_blocker: DjangoDbBlocker) -> bytes:
    with django_db_blocker.unblock():
        return data(document(_evening.table))


@pytest.fixture
def evening(_evening: Game, db: None) -> Game:
    """A table after an evening."""
    return as_made(_evening)


@pytest.fixture
def told(evening: Game, _told: bytes) -> dict[str, Json]:
    """The table as it is told in its file after the evening."""
    found: dict[str, Json] = json.loads(_told)
    return found
