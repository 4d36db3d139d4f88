"""Doors of a board: a tap opens or shuts them, and their button says which; players do so beside them, by a word."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse

from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.boards import Board, EdgeKind, Region
from rules.core.types import Json

from .play import Game, begun_game

pytestmark = pytest.mark.django_db

DOORS: dict[str, EdgeKind] = {"C4:e": "door", "C6:e": "door", "G7:e": "door"}


def text(response: HttpResponse) -> str:
    return response.content.decode()


def laid(proposals: str) -> Game:
    """Ana stands beside one door of three, the third of which is under cloth."""
    game = begun_game(proposals=proposals)
    data: Json = dumped(Board(8, 8, edges=DOORS, regions={"r1": Region("Trastienda", ("G7", "H7"))}))
    game.act("game_master", Deed("command", "board_map", inputs={"data": data, "name": "Bodega"}, internal=True))
    game.command("game_master", "board_place", who=[game.id("Ana")], to="C4")
    return game


@pytest.fixture
def table(db: None) -> Game:
    return laid("trust")


def doors(game: Game, reader: str) -> dict[str, str]:
    """The links of the doors on a person's board, by what is read out."""
    drawn = text(game.get(reader, "fragment", "picture"))
    found = re.findall(r'<a href="([^"]*)"\s+class="door"\s+aria-label="([^"]*)"', drawn)
    return {label: unescape(link) for link, label in found}


def pressed(game: Game, who: str, page: str) -> HttpResponse:
    """Press the button of the form with the door that is chosen in it."""
    (door,) = re.findall(r'name="door"\s+value="([^"]*)"[^>]*checked', page)
    address = re.findall(r'formaction="[^"]*\?([^"]*action=board_door[^"]*)"', page)[-1]
    query = dict(one.split("=", 1) for one in unescape(address).split("&"))
    answer = game.post(who, query, {"door": door, "filled": "verb:board_door"}, htmx=True)
    assert answer.status_code in (200, 204), text(answer)
    return answer


def test_a_door_says_whether_it_will_be_opened_or_shut(table: Game) -> None:
    assert list(doors(table, "game_master")) == [f"Abrir la puerta {at}" for at in ("C4-D4", "C6-D6", "G7-H7")]
    page = text(
        table.client("game_master").get(table.url("panel") + doors(table, "game_master")["Abrir la puerta C4-D4"])
    )
    (button,) = re.findall(r"<button[^>]*action=board_door[^>]*>.*?</button>", page, re.DOTALL)
    assert "Abrir la puerta C4-D4" in button
    pressed(table, "game_master", page)
    assert table.fight.board.edges["C4:e"] == "open_door"
    assert "Cerrar la puerta C4-D4" in doors(table, "game_master")


def test_a_player_opens_the_door_beside_them_and_no_other(table: Game) -> None:
    assert list(doors(table, "player")) == ["Abrir la puerta C4-D4"]
    assert doors(table, "other_player") == {}
    assert doors(table, "spectator") == {}
    page = text(table.client("player").get(table.url("panel") + doors(table, "player")["Abrir la puerta C4-D4"]))
    pressed(table, "player", page)
    assert table.fight.board.edges["C4:e"] == "open_door"
    assert list(doors(table, "player")) == ["Cerrar la puerta C4-D4"]
    for edge in ("C6:e", "G7:e"):
        assert table.post("player", table.does("board_door", "Ana"), {"door": edge}, htmx=True).status_code == 422
    assert table.post("other_player", table.does("board_door", "Bruno"), {"door": "C4:e"}, htmx=True).status_code == 422
    assert list(table.fight.board.edges.values()) == ["open_door", "door", "door"]


def test_the_game_master_is_asked_first_where_the_table_proposes() -> None:
    table = laid("ask")
    page = text(table.client("player").get(table.url("panel") + doors(table, "player")["Abrir la puerta C4-D4"]))
    pressed(table, "player", page)
    assert table.fight.board.edges["C4:e"] == "door", "it may be locked"
    assert "Abrir la puerta C4-D4" in text(table.get("game_master", "panel"))
    table.answer("game_master", "game_master", door="C4:e")
    assert table.fight.board.edges["C4:e"] == "open_door"
