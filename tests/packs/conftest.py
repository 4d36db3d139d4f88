import pytest

from tests.packs.shelf import Shelf, make_shelf


@pytest.fixture
def shelf(db: None) -> Shelf:
    return make_shelf()
