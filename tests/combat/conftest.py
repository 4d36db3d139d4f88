import pytest

from .play import Game, make_game


@pytest.fixture
def game(db: None) -> Game:
    """A fight in preparation."""
    return make_game()


@pytest.fixture
def fight(game: Game) -> Game:
    """A fight under way: it is Ana's asalto."""
    game.begin()
    assert game.turn == "Ana"
    return game
