from __future__ import annotations

import pytest

from characters.printing import pdf

from .people import Printing, make_printing


@pytest.fixture
def printing(db: None) -> Printing:
    return make_printing()


@pytest.fixture
def _needs_pdf() -> None:
    if not pdf.available():
        pytest.skip(f"PDF cannot be made here, no {pdf.missing()}: {pdf.how_to_get()}")
