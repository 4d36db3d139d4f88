"""The database with which the evenings of these tests begin."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from .beginning import build


@pytest.fixture(scope="package")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database with which evenings begin, made from the empty one of this run."""
    path = tmp_path_factory.mktemp("evenings") / "beginning.sqlite3"
    with django_db_blocker.unblock():
        empty = path.with_name("empty.sqlite3")
        with connections["default"].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(empty)])
        build(path, empty)
    return path
