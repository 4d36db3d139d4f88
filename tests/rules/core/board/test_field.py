"""A board made ready: what each cell and edge does, whatever else its names may say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.board.field import LOW, NO_SIGHT, NO_STEP, field_of
from rules.core.board.rules import GroundKind
from rules.core.boards import Board, EdgeKind, Land
from tests.rules.core.board.boards import SQUARES, at, drawn

PLAIN = field_of(Board(4, 4), SQUARES)
MISTY = replace(SQUARES, grounds=(*SQUARES.grounds, GroundKind("fog", concealment="thick")))


@pytest.mark.parametrize(
    ("board", "hilly", "edged", "bare"),
    [
        (Board(4, 4), False, False, True),
        (Board(4, 4, {"A1": Land("rough")}, edges={"A1:e": "wall", "B1:e": "door"}), False, True, True),
        (Board(4, 4, edges={"A1:e": "wall", "B1:e": "low_wall"}), False, True, False),
        (Board(4, 4, edges={"A1:e": "window", "B1:e": "wall"}), False, True, False),
        (Board(4, 4, {"A1": Land(level=-1)}), True, False, False),
        (Board(4, 4, {"A1": Land("crate")}), False, False, False),
    ],
)
def test_a_board_says_what_need_not_be_looked_for_on_it(board: Board, hilly: bool, edged: bool, bare: bool) -> None:
    field = field_of(board, SQUARES)
    assert (field.hilly, field.edged, field.bare) == (hilly, edged, bare)


def test_what_lies_on_a_cell_covers_and_hides_before_what_its_ground_does() -> None:
    cells = {"A1": Land("crate"), "B1": Land("crate", cover="low"), "C1": Land(cover="low")}
    assert [field_of(Board(4, 4, cells), SQUARES).cover(at(name)) for name in ("A1", "B1", "C1", "D1")] == [
        "half",
        "low",
        "low",
        "",
    ]
    mist = {
        "A1": Land("fog"),
        "B1": Land("fog", concealment="thin"),
        "C1": Land(concealment="thin"),
        "D1": Land("gone"),
    }
    assert [field_of(Board(5, 4, mist), MISTY).concealment(at(name)) for name in ("A1", "B1", "C1", "D1", "E1")] == [
        "thick",
        "thin",
        "thin",
        "",
        "",
    ]


def test_an_edge_lies_between_its_two_cells_from_either_side() -> None:
    field = drawn("....\n....", {"A1:e": "wall", "B1:s": "low_wall"})
    a, b, below = (field.number(at(name)) for name in ("A1", "B1", "B2"))
    assert field.between(a, b) == field.between(b, a) == NO_STEP | NO_SIGHT
    assert field.between(b, below) == field.between(below, b) == LOW
    assert field.between(a, field.number(at("A2"))) == 0


def test_what_lies_beyond_the_board_changes_nothing_on_it() -> None:
    edges: dict[str, EdgeKind] = {"G1:e": "wall", "A9:s": "wall", "A1:x": "wall", "A1": "wall", "?:e": "wall"}
    field = field_of(Board(4, 4, {"G1": Land("wall", 3), "A9": Land("wall"), "??": Land("wall")}, edges=edges), SQUARES)
    assert (field.solid, field.levels, field.costs) == (PLAIN.solid, PLAIN.levels, PLAIN.costs)
    assert (field.east, field.south) == (PLAIN.east, PLAIN.south)
