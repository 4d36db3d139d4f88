"""Maps of boards: how they are made and drawn, what is tapped on them, and who owns a kept one."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.core.board.maps import maker_of, makers, maps_of
from rules.core.board.painting import brush_inputs, dumped, size_inputs
from rules.core.board.rules import USUAL
from rules.core.board.verbs import LAY_MAP
from rules.core.boards import Board, Land

HEXES = replace(USUAL, shape="hex")
BOARD = Board(8, 8, {"A1": Land("water")})
DATA: Any = {**dumped(BOARD), "shape": "square"}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("x", "y", "name"), [(500, 100, "D1"), (100, 500, "A4"), (560, 570, "E5"), (0, 0, "A1"), (1000, 1000, "H8")]
)
def test_a_point_of_the_picture_is_in_a_cell(x: int, y: int, name: str):
    assert maps_of(USUAL).at(DATA, x, y) == name


def test_a_new_map_has_its_size_and_the_shape_of_its_rules():
    made: Any = maps_of(HEXES).new({"columns": 9, "rows": 7})
    assert (made["columns"], made["rows"], made["shape"]) == (9, 7, "hex")
    maps = maps_of(USUAL)
    assert (maps.inputs, maps.tools, maps.places) == (size_inputs(), brush_inputs(USUAL), "cells")
    assert (maps.verb, maps.label, maps.rules) == (LAY_MAP, "core.board.board", USUAL)


def test_cells_are_tapped_for_the_input_that_names_places():
    found = maps_of(USUAL).picture(DATA)
    assert (found.field, found.free) == ("cells", "cells")
    assert maps_of(USUAL, places="where").picture(DATA).field == "where"


def test_a_system_may_write_its_boards_in_its_own_way():
    maps = maps_of(USUAL, read=lambda data: Board(*data), kept=lambda board: [board.columns, board.rows])
    assert maps.board([8, 6]) == Board(8, 6)
    assert maps.new({"columns": 9, "rows": 7}) == maps.load([9, 7]) == [9, 7]
    assert maps_of(USUAL).board(maps_of(USUAL).kept(BOARD)) == BOARD
    assert maps_of(USUAL).load(DATA) == DATA


def test_a_map_with_a_shape_belongs_to_the_boards_and_any_other_to_the_maps_of_the_system():
    own = maps_of(USUAL, places="own")
    system = SimpleNamespace(maps=own)
    assert makers(system)[0] is own
    assert [maker_of(system, data).places for data in (DATA, {}, None, ["shape"])] == ["cells", "own", "own", "own"]
    assert [one.places for one in makers(SimpleNamespace())] == ["cells"]
    assert maker_of(SimpleNamespace(), {}).places == "cells"
