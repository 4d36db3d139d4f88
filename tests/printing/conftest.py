from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from characters.printing import pdf
from tests.kept import as_made, made_once

from .people import Printing, make_printing


@pytest.fixture(scope="module")
def _printing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Printing]:
    with made_once(make_printing, django_db_blocker) as printing:
        yield printing


@pytest.fixture
def printing(_printing: Printing, db: None) -> Printing:
    return as_made(_printing)


@pytest.fixture
def _needs_pdf() -> None:
    if not pdf.available():
        pytest.skip(f"PDF cannot be made here, no {pdf.missing()}: {pdf.how_to_get()}")
