"""Tests do not find what earlier tests left behind."""

from __future__ import annotations

import pytest
from django.utils import translation


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_test_begins_in_the_language_of_the_settings(language: str) -> None:
    assert translation.get_language() == "es"
    translation.activate(language)  # As a request in another language leaves it.
