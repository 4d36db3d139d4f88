"""The options of the database, on SQLite and PostgreSQL."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tapiz_site import checks, preparation

sqlite_only = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own options")


@sqlite_only
@pytest.mark.django_db
def test_options_that_did_not_arrive_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Tests do not wait for the disk, which is exactly what the check has to notice.
    assert [problem.id for problem in checks.sqlite_options(databases=["default"])] == ["tapiz.E002"]
    options: dict[str, Any] = {**connection.settings_dict["OPTIONS"], "transaction_mode": None}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    assert [problem.id for problem in checks.sqlite_options(databases=["default"])] == ["tapiz.E002", "tapiz.E003"]


def test_without_databases_nothing_is_opened() -> None:
    assert checks.sqlite_options() == []


@pytest.mark.postgres
@pytest.mark.django_db
def test_preparing_a_prepared_database_changes_nothing(django_assert_max_num_queries: Any) -> None:
    preparation.prepare_database()
    with django_assert_max_num_queries(12):
        preparation.prepare_database()


@pytest.mark.postgres
@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert "tapiz_cache" in connection.introspection.table_names()
