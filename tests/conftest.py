"""What holds for every test."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import settings

# On a busy machine one slow example is no failure; the suite's budget is watched as a whole.
settings.register_profile("tapiz", deadline=None, print_blob=True)
settings.load_profile("tapiz")


@pytest.fixture(autouse=True)
def _language_of_the_settings() -> Iterator[None]:
    """A request leaves its language active in the thread; the next test shall not speak it."""
    translation.deactivate()
    yield
    translation.deactivate()
