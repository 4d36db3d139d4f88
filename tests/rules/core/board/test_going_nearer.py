"""The plainest plan on a board, told of rules that say themselves which cells may be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.board import nearing
from rules.core.board.doors import DOOR
from rules.core.board.grids import direction_to
from rules.core.board.nearing import nearer
from rules.core.board.rules import BoardRules, Choosable, Overlay, Turn
from rules.core.boards import Board, EdgeKind
from rules.core.facts import Fact
from rules.core.fight import Fight
from tests.rules.core.board.boards import SQUARES, at, cells
from tests.rules.core.board.test_hand import scene


def walking(free: str = "", **more: Any) -> BoardRules:
    """Rules by which these cells may be chosen, and any facing in the last that was."""
    choosable = tuple(Choosable(cell) for cell in cells(free))

    def overlay(fight: Fight[Any, Any], who: str, viewer: object, looking: Mapping[str, str]) -> Overlay:
        turns = tuple(
            Turn(at(looking["to"]), facing, 0, Fact("toy.facing"), {"facing": str(facing)}, False)
            for facing in more.get("turns", ())
            if "to" in looking
        )
        return Overlay("to", choosable=choosable, turns=turns)

    return replace(SQUARES, overlay=overlay, facings=8 if "turns" in more else 0)


def goes(places: Mapping[str, str], rules: BoardRules, board: Board = Board(8, 8)) -> Any:  # noqa: B008
    others = [who for who in places if who != "a"]
    return nearer(scene(board, places), "a", rules, others, lambda fight, who: True, {})


def test_one_goes_as_far_on_the_way_as_may_be_chosen() -> None:
    assert goes({"a": "A1", "c": "F1"}, walking("A2 B1 C1")) == ("move", {"to": "C1"})
    assert goes({"a": "A1", "c": "B1"}, walking("A2 C1")) is None


DOORS: dict[str, EdgeKind] = {"A1:s": "door", "B1:e": "door", "A1:e": "door"}


def test_who_cannot_go_on_opens_the_door_to_the_next_step() -> None:
    """Not the one to another cell beside it, nor one farther on."""
    board = Board(4, 2, edges=DOORS)
    assert goes({"a": "A1", "c": "D1"}, walking(), board) == (DOOR, {"door": "A1:e"})
    assert goes({"a": "A1", "c": "D1"}, walking("B1"), board) == ("move", {"to": "B1"})


def test_a_door_to_the_last_step_is_opened_too() -> None:
    assert goes({"a": "A1", "c": "C1"}, walking(), Board(3, 1, edges={"A1:e": "door"})) == (DOOR, {"door": "A1:e"})


def test_where_no_way_leads_one_goes_as_near_as_one_may_in_a_straight_line() -> None:
    walled = Board(6, 2, edges={"C1:e": "wall", "C2:e": "wall"})
    assert goes({"a": "A1", "c": "F1"}, walking("A2 B2"), walled) == ("move", {"to": "B2"})
    assert goes({"a": "B1", "c": "F1"}, walking("A1 A2"), walled) is None
    long = Board(8, 8, edges={f"C{row}:e": "wall" for row in range(1, 9)})
    assert goes({"a": "A5", "c": "D1", "d": "D8"}, walking("C5 C1"), long) == ("move", {"to": "C1"})


EAST, SOUTH = direction_to(at("A1"), at("B1")), direction_to(at("A1"), at("A2"))


@pytest.mark.parametrize(
    ("places", "free", "turns", "plan"),
    [
        ({"a": "A1", "c": "A2"}, "", (EAST, SOUTH), {"to": "A1", "facing": str(SOUTH)}),
        ({"a": "A1", "c": "A7", "d": "B1"}, "", (EAST, SOUTH), {"to": "A1", "facing": str(EAST)}),
        ({"a": "A1", "c": "A2"}, "", (EAST,), None),
        ({"a": "A1", "c": "F1"}, "B1", (EAST,), {"to": "B1", "facing": str(EAST)}),
        ({"a": "A1", "c": "F1"}, "B1", (SOUTH,), {"to": "B1"}),
    ],
)
def test_who_has_a_facing_turns_to_the_nearest(
    places: dict[str, str], free: str, turns: tuple[int, ...], plan: dict[str, str] | None
) -> None:
    assert goes(places, walking(free, turns=turns)) == (("move", plan) if plan else None)


@pytest.mark.parametrize(
    ("own", "others", "around"),
    [
        (1, 1, "C3 D3 E3 C4 E4 C5 D5 E5"),
        (1, 2, "C3 D3 E3 F3 C4 F4 C5 F5 C6 D6 E6 F6"),
        (2, 1, "B2 C2 D2 E2 B3 E3 B4 E4 B5 C5 D5 E5"),
    ],
)
def test_the_cells_beside_another_are_all_around_it(own: int, others: int, around: str) -> None:
    """Also those on which one would stand in its place, which nobody is let to do."""
    rules = replace(SQUARES, span=lambda fight, who: own if who == "a" else others)
    found = set(nearing._around(scene(Board(8, 8), {"c": "D4"}), "a", rules, "c"))
    assert found >= set(cells(around))
    assert all(abs(cell.column - 4) < 2 and abs(cell.row - 4) < 2 for cell in found.difference(cells(around)))


def test_from_the_edge_of_a_large_one_it_is_nearer() -> None:
    large = replace(SQUARES, span=lambda fight, who: 2 if who == "a" else 1)
    assert nearing._gap(scene(Board(8, 8), {"c": "D1"}), "a", large, at("A1"), "c") == 2
