"""The largest board with sixty people: what goes over the wire at first, and at a move."""

from __future__ import annotations

import gzip
import random
import re
from html import unescape

import pytest
from django.http import HttpResponse

from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.board.rules import rules_of
from rules.core.boards import Board, Cell, Land, name_of
from rules.core.registry import get_system
from rules.core.types import Json
from tests.kept import played_once

from .play import ORC, Game, creatures, make_game

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


@pytest.fixture
def large(db: None) -> Game:
    return played_once(_large)


def _large() -> Game:
    """The largest board, painted all over, with sixty people on it; it is Ana's turn."""
    chosen = random.Random(7)
    grounds = [one.name for one in rules_of(get_system("tapiz")).grounds]
    cells = {
        name_of(Cell(column, row)): Land(chosen.choice(grounds))
        for column in range(1, 41)
        for row in range(1, 41)
        if chosen.random() < 0.5
    }
    game = make_game(creatures("Orco", ORC, 58))
    for name, number in (("Ana", 20), ("Orco 1", 5), ("Bruno", 3)):
        game.command("game_master", "set_initiative", who=game.id(name), initiative=number)
    game.command("game_master", "initiative")
    data: Json = dumped(Board(40, 40, cells))
    game.act("game_master", Deed("command", "board_map", inputs={"data": data, "name": "Plaza"}, internal=True))
    everybody = [*game.fight.order]
    game.command("game_master", "board_place", who=everybody, to="T20")
    # out of the crowd, with room to go
    game.command("game_master", "board_place", who=[game.id("Ana")], to="T30")
    return game


def test_a_large_board_with_many_people_fits_the_wire(large: Game) -> None:
    game = large
    page = game.get("player", panel="act", action="move")
    parts = [text(game.get("player", "fragment", name, panel="act", action="move")) for name in ("land", "picture")]
    assert text(page).count('class="t t--') > 50
    assert len(gzip.compress("".join(parts).encode())) <= 60_000
    game.command("game_master", "board_place", who=[game.id("Orco 7")], to="A40")
    land = re.search(r'name="land" value="(\w+)"', text(page))
    assert land is not None
    after = text(game.get("player", "fragment", "all", pictured="css/board.css", land=land[1]))
    assert "map__grid" not in after, "a move brings no land"
    assert len(gzip.compress(after.encode())) <= 30_000


def test_far_squares_of_a_large_board_are_one_link_and_each_may_still_be_chosen(large: Game) -> None:
    form = {"panel": "act", "action": "move"}
    drawn = text(large.get("player", "fragment", "picture", **form))
    (link,) = map(unescape, re.findall(r'<a href="([^"]*)"\s+class="go go--far"\s+data-expanse="to"', drawn))
    numbers = [int(one) for one in re.findall(r'aria-hidden="true">(\d+)</text>', drawn)]
    assert max(numbers) == 30, "as far as one goes without running"
    chosen = text(large.client("player").get(f"{large.url()}{link}&to=A33"))
    own = re.search(r'class="go go--far go--on"\s+aria-label="A33, [^"]*cuesta \d+".*?</a>', chosen, re.DOTALL)
    assert own is not None, "it is a link of its own"
    assert "<text" in own[0], "with its number"
    assert re.search(r'name="to"[^>]*value="A33"', chosen)
