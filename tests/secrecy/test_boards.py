"""What lies under the cloth of a board, and who hides on it, changes no byte for players."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.db import connection

from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.boards import Board, EdgeKind, Land, Region
from rules.core.types import Json
from tests.combat.play import ORC, SHADOW, creatures

from .test_worlds import begin, enlist, enlist_party, initiative, prepare
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

UNDER = ("E5", "E6", "F5", "F6")


def cellar(*, secret: bool) -> Json:
    """The same board with other things under the cloth, in other regions."""
    open_edges: Mapping[str, EdgeKind] = {"C3:e": "wall", "D5:e": "door"}
    if not secret:
        return dumped(Board(8, 8, {"B2": Land("difficult")}, edges=open_edges, regions={"r1": Region("Pozo", UNDER)}))
    regions = {"r7": Region("Altar", UNDER[:2]), "r8": Region("Cripta", UNDER[2:], entry="foes")}
    cells = {"B2": Land("difficult"), "F6": Land("water", -2)}
    return dumped(Board(8, 8, cells, edges={**open_edges, "E5:e": "wall", "E5:s": "door"}, regions=regions))


def scenario(world: World) -> None:
    game = world.game

    def does(action: str, **inputs: Json) -> None:
        game.command("game_master", action, **inputs)

    def place(to: str, *names: str) -> None:
        does("board_place", who=[game.id(name) for name in names], to=to)

    def lay() -> None:
        laid = {"data": cellar(secret=world.secret), "name": "Bodega"}
        game.act("game_master", Deed("command", "board_map", inputs=laid, internal=True))

    prepare(world)
    enlist_party(world)
    world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
    world.step("shade", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
    for name, number in (("Ana", 15), ("Orco 1", 12), ("Orco 2", 11), ("Sombra", 3), ("Bruno", 6)):
        world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
    begin(world)
    world.step("a map", lay)
    world.step("the party stands", lambda: place("A1", "Ana", "Bruno"))
    world.step("an orc stands", lambda: place("C6", "Orco 1"))
    world.look("laid", MEMBERS)
    world.secretly("the shade lurks", lambda: place("B4", "Sombra"))
    world.secretly("an orc waits under the cloth", lambda: place("F5", "Orco 2"))
    world.secretly("the cellar is painted", lambda: does("board_paint", brush="ground:solid", cells="E6"))
    world.secretly("a door within", lambda: does("board_door", door="E5:s"))
    world.look("hidden", MEMBERS)
    world.step("ana walks", lambda: place("B3", "Ana"))
    world.look("walked", MEMBERS)


def test_nothing_under_the_cloth_changes_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    found = differences(monkeypatch, scenario)
    print("\n".join(found))
    assert found == []
