"""The demo table of d20, made once for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.combat.d20.table import World
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(World, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return as_made(_world)
