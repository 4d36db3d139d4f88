"""What lies under the cloth of a board, and who hides on it, changes no byte for players."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping

import pytest
from django.db import connection
from PIL import Image, ImageDraw

from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.board.seen import PARTY, UNCOVERED_BY
from rules.core.boards import Backdrop, Board, EdgeKind, Land, Region
from rules.core.types import Json
from tapiz_site.pictures import pixels, storing
from tests.combat.play import ORC, SHADOW, creatures

from .party import prepare_party
from .test_worlds import begin, enlist, initiative
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

UNDER = ("E5", "E6", "F5", "F6")


def painting(*, secret: bool) -> bytes:
    """The plan of the cellar; in the secret one something lies under the cloth."""
    image = Image.new("RGB", (160, 160), (200, 180, 140))
    pen = ImageDraw.Draw(image)
    pen.line((0, 24, 160, 128), (40, 40, 40), 4)
    # E5 to F6, as the picture lies
    pen.rectangle((80, 80, 119, 119), (250, 210, 40) if secret else (30, 60, 30))
    into = io.BytesIO()
    image.save(into, "PNG")
    return into.getvalue()


def cellar(*, secret: bool, picture: str) -> Json:
    """The same board with other things under the cloth, in other regions."""
    under = Backdrop(picture, 0, 0, 800, 800)
    open_edges: Mapping[str, EdgeKind] = {"C3:e": "wall", "D5:e": "door"}
    if not secret:
        one = {"r1": Region("Pozo", UNDER)}
        return dumped(Board(8, 8, {"B2": Land("difficult")}, edges=open_edges, regions=one, backdrop=under))
    regions = {"r7": Region("Altar", UNDER[:2]), "r8": Region("Cripta", UNDER[2:], entry="foes")}
    cells = {"B2": Land("difficult"), "F6": Land("water", -2)}
    edges = {**open_edges, "E5:e": "wall", "E5:s": "door"}
    return dumped(Board(8, 8, cells, edges=edges, regions=regions, backdrop=under))


def plan_of(world: World, person: str) -> str:
    """The address of the picture on a person's page."""
    found = re.search(r'<image href="([^"]*)"', world.clients[person].get(world.game.url()).content.decode())
    assert found is not None
    return found[1]


def scenario(world: World) -> None:
    game = world.game

    def does(action: str, **inputs: Json) -> None:
        game.command("game_master", action, **inputs)

    def place(to: str, *names: str) -> None:
        does("board_place", who=[game.id(name) for name in names], to=to)

    def lay() -> None:
        by = game.users["game_master"]
        made = storing.keep(game.table, pixels.plan(painting(secret=world.secret)), by=by)
        laid = {"data": cellar(secret=world.secret, picture=str(made.pk)), "name": "Bodega"}
        game.act("game_master", Deed("command", "board_map", inputs=laid, internal=True))

    prepare_party(world)
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
    strikes = {"target": game.id("Orco 1"), "attribute": "strength", "mode": "rolled"}
    world.step("ana strikes", lambda: game.command("player", "attack", "Ana", **strikes))
    assert game.asked, "her dice are awaited"
    world.look("awaited", MEMBERS)
    for person in MEMBERS:
        watch, url = world.watch, plan_of(world, person)
        watch.asks(world, f"the picture for {person}", person, "get", url, None)


def house(*, secret: bool) -> Json:
    """The same room with other things behind its wall."""
    walls: Mapping[str, EdgeKind] = {f"D{row}:e": "wall" for row in range(1, 9)} | {"D4:e": "door"}
    if not secret:
        return dumped(Board(8, 8, {"B2": Land("difficult")}, edges=walls))
    within: Mapping[str, EdgeKind] = {"F2:s": "wall", "G5:e": "door"}
    return dumped(Board(8, 8, {"B2": Land("difficult"), "G7": Land("water", -2)}, edges={**walls, **within}))


def does(world: World, action: str, **inputs: Json) -> None:
    world.game.command("game_master", action, **inputs)


def place(world: World, to: str, *names: str) -> None:
    does(world, "board_place", who=[world.game.id(name) for name in names], to=to)


def at_the_house(world: World, data: Json) -> None:
    """A fight in a house of which players know what their party sees."""
    game = world.game
    prepare_party(world, **{UNCOVERED_BY.name: PARTY})
    world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 3)))
    for name, number in (("Ana", 15), ("Orco 1", 12), ("Orco 2", 11), ("Orco 3", 10), ("Bruno", 6)):
        world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
    begin(world)
    laid = {"data": data, "name": "Casa"}
    world.step("map", lambda: game.act("game_master", Deed("command", "board_map", inputs=laid, internal=True)))


def by_sight(world: World) -> None:
    """What players see and remember, what lies behind a wall, and who comes and goes there."""
    at_the_house(world, house(secret=world.secret))
    world.step("the party stands", lambda: place(world, "A1", "Ana", "Bruno"))
    world.step("an orc stands", lambda: place(world, "C6", "Orco 1"))
    world.look("laid", MEMBERS)
    world.secretly("an orc waits behind the wall", lambda: place(world, "F5", "Orco 2"))
    world.secretly("another too", lambda: place(world, "G2", "Orco 3"))
    world.secretly("it walks there", lambda: place(world, "H8", "Orco 2"))
    world.secretly("the wall inside is painted", lambda: does(world, "board_paint", brush="ground:solid", cells="F7"))
    world.secretly("a door within", lambda: does(world, "board_door", door="G5:e"))
    world.look("hidden", MEMBERS)
    world.step("ana walks", lambda: place(world, "B3", "Ana"))
    world.step("the orc leaves for the other room", lambda: place(world, "E1", "Orco 1"))
    world.look("walked", MEMBERS)
    world.step("ana comes back", lambda: place(world, "A2", "Ana"))
    assert world.game.fight.seen, "the party remembers"


def behind(world: World) -> None:
    """A room that was seen, and what happened in it since."""
    at_the_house(world, house(secret=False))
    world.step("bruno waits", lambda: place(world, "A8", "Bruno"))
    world.step("ana has been behind the wall", lambda: place(world, "F4", "Ana"))
    world.step("ana comes back", lambda: place(world, "A1", "Ana"))
    world.step("an orc stands", lambda: place(world, "C6", "Orco 1"))
    world.look("remembered", MEMBERS)
    world.secretly("another comes to where ana was", lambda: place(world, "F4", "Orco 2"))
    world.secretly("it walks on", lambda: place(world, "G6", "Orco 2"))
    world.look("haunted", MEMBERS)
    world.step("ana walks", lambda: place(world, "B3", "Ana"))
    world.look("walked", MEMBERS)


@pytest.mark.parametrize("story", [by_sight, behind])
def test_nothing_out_of_sight_changes_a_byte(monkeypatch: pytest.MonkeyPatch, story: Callable[[World], None]) -> None:
    found = differences(monkeypatch, story)
    print("\n".join(found))
    assert found == []


def test_nothing_under_the_cloth_changes_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    found = differences(monkeypatch, scenario)
    print("\n".join(found))
    assert found == []
