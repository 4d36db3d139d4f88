"""A board of which players know what their party sees: on their pages, after moves, and taken back."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from combat.charter import applied
from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.board.seen import PARTY, UNCOVERED_BY
from rules.core.boards import Board, EdgeKind

from .play import Game

pytestmark = pytest.mark.django_db

SIDES = re.compile(", (del grupo|rival)")
WALL: dict[str, EdgeKind] = {f"D{row}:e": "wall" for row in range(1, 9) if row != 4} | {"D4:e": "door"}


def text(response: HttpResponse) -> str:
    return response.content.decode()


@pytest.fixture
def house(fight: Game) -> Game:
    """Two rooms with a shut door; Ana, Bruno and an orc are in one of them, another orc is in the other."""
    fight.table.house = {**fight.table.house, UNCOVERED_BY.name: PARTY}
    fight.table.save(update_fields=["house"])
    fight.act("game_master", applied(fight.read))
    data = dumped(Board(8, 8, edges=WALL))
    fight.act("game_master", Deed("command", "board_map", inputs={"data": data, "name": "Casa"}, internal=True))
    for name, cell in (("Ana", "A1"), ("Bruno", "A8"), ("Orco 1", "C6"), ("Orco 2", "G4")):
        place(fight, name, cell)
    return fight


def place(fight: Game, name: str, to: str) -> None:
    fight.command("game_master", "board_place", who=[fight.id(name)], to=to)


def tokens(fight: Game, who: str) -> list[str]:
    found = re.findall(r'aria-label="([^"]*)"', text(fight.get(who, "fragment", "picture")))
    return sorted(SIDES.sub("", " ".join(one.split())) for one in found if ", en " in one)


def over(fight: Game, who: str) -> set[str]:
    """What lies over the land on a page: cloth, a haze, or cloth that lets the land through."""
    return set(re.findall(r'class="map__(pale|linen|cloth--thin)', text(fight.get(who, "fragment", "veil")))) | (
        {"thin"} if "map__cloth--thin" in text(fight.get(who, "fragment", "veil")) else set()
    )


def test_a_room_is_seen_remembered_and_emptied_of_who_is_out_of_sight(house: Game) -> None:
    assert tokens(house, "player") == ["Ana, en A1", "Bruno, en A8", "Orco 1, en C6"]
    assert over(house, "player") == {"linen"}
    house.command("game_master", "board_door", door="D4:e")
    assert tokens(house, "player") == ["Ana, en A1", "Bruno, en A8", "Orco 1, en C6"], "nobody looks through it yet"
    place(house, "Ana", "B4")
    assert "Orco 2, en G4" in tokens(house, "player")
    place(house, "Ana", "A1")
    assert "Orco 2, en G4" not in tokens(house, "player")
    assert over(house, "player") == {"linen", "pale"}
    assert "Orco 2, en G4, solo lo ve quien dirige" in tokens(house, "game_master")
    assert over(house, "game_master") == {"linen", "pale", "thin"}


def test_taking_a_move_back_takes_what_it_showed(house: Game) -> None:
    house.command("game_master", "board_door", door="D4:e")
    before = house.fight.seen
    place(house, "Ana", "D4")
    assert house.fight.seen > before
    house.undo("game_master")
    assert house.fight.seen == before
    house.redo("game_master")
    assert house.fight.seen > before


def test_an_older_move_is_taken_back_alone(house: Game) -> None:
    house.command("game_master", "board_door", door="D4:e")
    before = house.fight.seen
    place(house, "Ana", "D4")
    shown = house.fight.seen - before
    old = house.newest.id
    place(house, "Orco 1", "C7")
    house.undo("game_master", old)
    assert house.fight.places[house.id("Orco 1")].at == "C7"
    assert house.fight.seen & shown == 0


def test_another_map_is_seen_anew(house: Game) -> None:
    house.command("game_master", "board_new", columns=8, rows=8)
    assert house.fight.seen == 0
    assert over(house, "player") == {"linen"}
    house.undo("game_master")
    assert house.fight.seen > 0
