import pytest

from tests.combat.play import Game

from .played import played


@pytest.fixture
def evening(db: None) -> Game:
    """A table after an evening."""
    return played()
