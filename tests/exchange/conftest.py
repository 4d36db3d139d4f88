from collections.abc import Iterator
from functools import partial

import pytest
from pytest_django import DjangoDbBlocker

from tests.combat.play import Game
from tests.kept import as_made, made_once, played_once

from .played import drawn_once, played


@pytest.fixture(scope="module")
def _drawn() -> dict[str, bool]:
    return {}


@pytest.fixture(autouse=True)
def _each_encounter_is_drawn_once(_drawn: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_once(monkeypatch, _drawn)


@pytest.fixture(scope="module")
def _evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(partial(played_once, played), django_db_blocker) as game:
        yield game


@pytest.fixture
def evening(_evening: Game, db: None) -> Game:
    """A table after an evening."""
    return as_made(_evening)
