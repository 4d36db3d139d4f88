"""What an act on a board brings to the pages that look: the pieces of the picture that differ, and land that does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.boards import Board, Region
from rules.core.types import Json
from tests.kept import Onward
from tests.pieces import Pieces, drawn, renewed

from .looking_on import PEOPLE, of
from .play import Game

pytestmark = pytest.mark.django_db

REGIONS = {"r1": Region("Trastienda", ("G7", "G8", "H7", "H8"))}


def text(response: HttpResponse) -> str:
    return response.content.decode()


def lay(fight: Game) -> None:
    data = dumped(Board(8, 8, regions=REGIONS, edges={"G1:e": "wall", "H1:s": "wall"}))
    fight.act("game_master", Deed("command", "board_map", inputs={"data": data, "name": "Bodega"}, internal=True))
    for name, cell in (("Ana", "A1"), ("Bruno", "B1"), ("Orco 1", "D4"), ("Orco 2", "H8")):
        fight.command("game_master", "board_place", who=[fight.id(name)], to=cell)


@pytest.fixture(scope="module")
def _lays() -> Onward[Game]:
    return Onward(lay)


@pytest.fixture
def laid(fight: Game, _lays: Onward[Game]) -> Game:
    """A fight on a board; one orc stands under cloth, and the north-east square is walled in."""
    return _lays.of(fight)


def open_pages(fight: Game, *people: str) -> None:
    """These people have the page of the fight before them."""
    for who in people:
        fight.get(who)


def does(fight: Game, action: str, **inputs: Json) -> None:
    """The game master acts as the page does."""
    sent = {name: str(value) for name, value in inputs.items()}
    assert fight.post("game_master", fight.does(action), sent, htmx=True).status_code == 204


def place(fight: Game, name: str, to: str) -> None:
    does(fight, "board_place", who=fight.id(name), to=to)


def pictures(fight: Game) -> dict[str, str]:
    return {who: text(fight.get(who, "fragment", "picture")) for who in PEOPLE[1:]}


def test_a_move_brings_the_pieces_that_differ_and_no_land(laid: Game, acts: Any) -> None:
    open_pages(laid, *PEOPLE[1:])
    before = pictures(laid)
    brought = acts(lambda: place(laid, "Orco 1", "E5"))
    after = pictures(laid)
    # who acts is answered, and the pages of all others ask for nothing
    for who in PEOPLE[1:]:
        content = of(laid, who, brought)
        picture = content["own"]["picture"]
        assert picture["now"] == drawn(after[who])
        assert renewed(before[who], picture) == after[who]
        assert [one for one in picture["groups"]["units"] if isinstance(one, str)] == [
            one for one in Pieces(after[who]).found["units"] if "Orco 1" in one
        ], "the token of who moved"
        assert "f-land" not in content["parts"]


def test_the_list_of_who_is_where_is_told_who_is_out_now(laid: Game, acts: Any) -> None:
    open_pages(laid, "spectator")
    before = text(laid.get("spectator", "fragment", "picture"))
    brought = acts(lambda: does(laid, "damage", verb="harm", amount=99, **{f"targets__{laid.id('Orco 1')}": "full"}))
    picture = of(laid, "spectator", brought)["own"]["picture"]
    assert renewed(before, picture) == text(laid.get("spectator", "fragment", "picture"))
    rows = [one for one in picture["groups"].get("where", []) if isinstance(one, str)]
    assert ["fuera de combate" in one for one in rows if "Orco 1" in one] == [True]


def test_a_move_brings_the_squares_that_it_changes_and_no_others(laid: Game, acts: Any) -> None:
    form = {"panel": "act", "action": "move"}
    laid.get("player", **form)
    before = text(laid.get("player", "fragment", "picture", **form))
    picture = of(laid, "player", acts(lambda: place(laid, "Orco 1", "E5")))["own"]["picture"]
    squares = picture["groups"]["spots"]
    assert sum(isinstance(one, str) for one in squares) in range(1, 9), "where the orc was, and what lies behind it"
    assert len(squares) < before.count('class="go'), "squares that stay are told in rows"
    assert renewed(before, picture) == text(laid.get("player", "fragment", "picture", **form))


def test_who_appears_and_who_goes_are_brought_in_their_place(laid: Game, acts: Any) -> None:
    open_pages(laid, *PEOPLE[1:])
    before = pictures(laid)
    for cell in ("E6", "H7"):
        brought = acts(lambda cell=cell: place(laid, "Orco 2", cell))
        after = pictures(laid)
        for who in PEOPLE[1:]:
            assert renewed(before[who], of(laid, who, brought)["own"]["picture"]) == after[who]
        before = after


def test_a_page_that_looks_at_one_of_them_is_brought_that_too(laid: Game, acts: Any) -> None:
    open_pages(laid, "spectator")
    looked = text(laid.get("spectator", "fragment", "picture", unit=laid.id("Orco 1")))
    brought = acts(lambda: place(laid, "Orco 1", "E5"))
    after = text(laid.get("spectator", "fragment", "picture", unit=laid.id("Orco 1")))
    assert renewed(looked, of(laid, "spectator", brought)["own"]["picture"]) == after
    assert "t--on" in after


def test_land_is_brought_to_whom_it_changes_for(laid: Game, acts: Any) -> None:
    acts(lambda: place(laid, "Orco 1", "E5"))
    secret = acts(lambda: does(laid, "board_paint", brush="ground:water", cells="G7"))
    assert "f-land" in of(laid, "game_master", secret)["parts"]
    assert secret["player"] == {}
    brought = acts(lambda: does(laid, "board_region", region="r1"))
    for who in PEOPLE:
        assert of(laid, who, brought)["parts"]["f-veil"] == text(laid.get(who, "fragment", "veil"))
    for who in PEOPLE[1:]:
        assert of(laid, who, brought)["parts"]["f-land"] == text(laid.get(who, "fragment", "land"))
    assert "f-land" not in of(laid, "game_master", brought)["parts"], "it is where it was"
    assert "water" in of(laid, "player", brought)["parts"]["f-land"]


def test_a_page_without_a_place_for_a_board_has_to_ask(fight: Game, acts: Any) -> None:
    for who in PEOPLE:
        fight.get(who)
    brought = acts(lambda: does(fight, "board_new", columns=8, rows=8))
    assert "own" not in of(fight, "player", brought)


def test_a_move_that_changes_the_proposed_target_brings_no_other_squares(laid: Game, acts: Any) -> None:
    place(laid, "Orco 2", "E6")
    form = {"panel": "act", "actor": laid.id("Ana"), "action": "attack"}
    names = ["Orco 1", "Orco 2"]
    first, second = sorted(names, key=lambda name: laid.id(name) != proposed(laid, **form))
    laid.get("player", **form)
    before = text(laid.get("player", "fragment", "picture", **form))
    # behind walls, where nobody aims at it
    picture = of(laid, "player", acts(lambda: place(laid, first, "H1")))["own"]["picture"]
    assert proposed(laid, **form) == laid.id(second)
    squares = [one for one in picture["groups"]["spots"] if isinstance(one, str)]
    assert len(squares) in range(1, 9), "where the orc was, and what lies behind it"
    assert renewed(before, picture) == text(laid.get("player", "fragment", "picture", **form))


def test_a_chosen_target_stays_in_the_links_of_squares(laid: Game) -> None:
    actor, target = laid.id("Ana"), laid.id("Orco 1")
    form = {"panel": "act", "actor": actor, "action": "attack"}
    chosen = {**form, "filled": f"act:{actor}:attack", "target": target}
    assert proposed(laid, **form) == target
    for sent, kept in ((form, False), (chosen, True)):
        squares = Pieces(text(laid.get("player", "fragment", "picture", **sent))).found["spots"]
        assert squares
        assert all((f"target={target}" in one) is kept for one in squares)


def proposed(fight: Game, **form: str) -> str:
    """Who is aimed at by the form of a player."""
    panel = text(fight.get("player", "panel", **form))
    chosen = [one for one in re.findall("<input[^>]*>", panel) if 'name="target"' in one and "checked" in one]
    return re.findall('value="([^"]+)"', chosen[0])[0] if chosen else ""
