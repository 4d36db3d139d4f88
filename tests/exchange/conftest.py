import json
from collections.abc import Iterator, Mapping

import pytest
from pytest_django import DjangoDbBlocker

from exchange import incoming, probing
from rules.core.system import AnySystem
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tests.combat.play import Game
from tests.kept import as_made, made_once

from .played import played


@pytest.fixture(scope="module")
def _drawn() -> dict[str, bool]:
    return {}


@pytest.fixture(autouse=True)
def _each_encounter_is_drawn_once(_drawn: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether pages can show an encounter follows from what the file says of it; most files say the same."""

    def can_be_shown(system: AnySystem, data: Mapping[str, Json], user: User) -> bool:
        key = json.dumps([system.slug, data], sort_keys=True)
        if key not in _drawn:
            _drawn[key] = probing.can_be_shown(system, data, user)
        return _drawn[key]

    monkeypatch.setattr(incoming, "can_be_shown", can_be_shown)


@pytest.fixture(scope="module")
def _evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(played, django_db_blocker) as game:
        yield game


@pytest.fixture
def evening(_evening: Game, db: None) -> Game:
    """A table after an evening."""
    return as_made(_evening)
