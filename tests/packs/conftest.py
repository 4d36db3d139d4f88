import pytest

from tests.kept import played_once
from tests.packs.shelf import Shelf, make_shelf


@pytest.fixture
def shelf(db: None) -> Shelf:
    return played_once(make_shelf)
