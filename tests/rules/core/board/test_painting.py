"""What a board is painted with: the form of a stroke, and the cells that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.board.painting import (
    FARTHEST,
    LAMP,
    LONGEST_CELLS,
    LONGEST_PICTURE,
    MOST_REGIONS,
    OWN_SIDE,
    brush_inputs,
    cells_in,
    checked,
    edges_in,
    painted,
    size_inputs,
)
from rules.core.board.rules import USUAL, BoardRules
from rules.core.boards import FAINTEST, HIGHEST, LEAST_SIDE, MOST_SIDE, Backdrop, Board, Land, Region
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.facts import fact
from rules.core.inputs import Choice, Number, Option, Text

LIT = replace(USUAL, lights=("dim", "dark"))


def test_the_size_of_a_board_is_asked_within_its_limits():
    assert size_inputs(9, 7) == tuple(
        Number(name, f"core.board.{name}", required=False, default=usual, minimum=LEAST_SIDE, maximum=MOST_SIDE)
        for name, usual in (("columns", 9), ("rows", 7))
    )


def test_a_stroke_asks_for_its_cells_anew_and_shows_what_few_brushes_need_when_it_is_wanted():
    brush, *others = brush_inputs(LIT)
    entries = tuple(Option(one, fact(f"core.board.entry.{one}")) for one in ("party", "foes"))
    assert (brush.required, brush.layout) == (False, "palette")
    assert others == [
        Number("level", "core.board.level", required=False, default=1, minimum=-HIGHEST, maximum=HIGHEST, seldom=True),
        Number("radius", "core.board.radius", required=False, default=4, minimum=1, maximum=MOST_SIDE, seldom=True),
        Text("region", "core.board.region", required=False, length=40, seldom=True),
        Choice("entry", "core.board.entry", required=False, options=entries, seldom=True),
        Text("cells", "core.board.where", length=LONGEST_CELLS, fresh=True),
    ]


@pytest.mark.parametrize(
    ("rules", "lamp", "edges"), [(USUAL, False, True), (LIT, True, True), (replace(LIT, shape="hex"), False, False)]
)
def test_a_lamp_is_for_squares_that_may_be_dark_and_edges_are_those_of_squares(
    rules: BoardRules, lamp: bool, edges: bool
):
    brush: Any = brush_inputs(rules)[0]
    values = {one.value for one in brush.options}
    assert (LAMP in values, "edge:wall" in values) == (lamp, edges)


def test_a_stroke_names_each_cell_once_and_no_more_than_a_board_has():
    board = Board(MOST_SIDE, MOST_SIDE)
    assert cells_in(board, "C3-B2, c3") == ("B2", "C2", "B3", "C3")
    assert len(cells_in(board, "A1-AN40")) == MOST_SIDE * MOST_SIDE
    with pytest.raises(NotAllowed) as refused:
        cells_in(board, "A1-AN40 A1", of="where")
    assert (refused.value.reason, refused.value.field) == ("core.board.many", "where")


def test_a_cell_that_is_not_there_is_named_as_far_as_it_is_short():
    with pytest.raises(UnknownValue) as refused:
        cells_in(Board(8, 8), "ABCDEFGHIJ")
    assert (refused.value.reason, refused.value.params) == ("core.board.no_cell", {"cell": "ABCDEFGH"})
    with pytest.raises(UnknownValue) as refused:
        edges_in(Board(8, 8), "A1:abcdefgh")
    assert (refused.value.reason, refused.value.params) == ("core.board.no_cell", {"cell": "A1:abcde"})


def test_a_cell_alone_stands_for_the_edges_around_it_that_are_on_the_board():
    board = Board(8, 8)
    assert edges_in(board, "c3") == ("C3:e", "C3:s", "B3:e", "C2:s")
    assert edges_in(board, "A1") == ("A1:e", "A1:s")
    assert edges_in(board, "H8, A1:e") == ("G8:e", "H7:s", "A1:e")
    assert edges_in(board, "H1:e A8:s") == ()


def stroke(board: Board, brush: str, cells: str, **more: Any) -> Board:
    usual = {"level": None, "radius": None, "region": None, "entry": None}
    return painted(board, {**usual, "brush": brush, "cells": cells, **more}, LIT)


def test_a_stroke_without_a_number_paints_level_ground_and_the_smallest_light():
    assert stroke(Board(8, 8, {"A1": Land("water", 3)}), "level", "A1").cells == {"A1": Land("water")}
    assert stroke(Board(8, 8), "level", "A1", level=-2).cells == {"A1": Land(level=-2)}
    dark = Board(8, 8, {f"{column}1": Land(light="dark") for column in "ABCDE"})
    assert {name: land.light for name, land in stroke(dark, LAMP, "A1").cells.items()} == {
        "C1": "dim",
        "D1": "dark",
        "E1": "dark",
    }


def test_a_region_is_painted_by_its_name_and_is_open_where_the_party_stands():
    one = Region("Sala", ("A1",), covered=False)
    board = Board(8, 8, regions={"r1": one, "r3": Region("Patio", ("C3",), entry="foes")})
    assert stroke(board, "region", "B1", region=" Sala ").regions["r1"] == replace(one, cells=("A1", "B1"))
    assert stroke(board, "region", "B1", region="Otra").regions["r2"] == Region("Otra", ("B1",))
    assert stroke(board, "region", "C4", region="Patio").regions["r3"] == Region("Patio", ("C3", "C4"), entry="foes")
    opened = stroke(board, "region", "C4", region="Patio", entry=OWN_SIDE).regions["r3"]
    assert opened == Region("Patio", ("C3", "C4"), covered=False, entry=OWN_SIDE)
    for name in (None, "  "):
        with pytest.raises(NotAllowed) as refused:
            stroke(board, "region", "B1", region=name)
        assert (refused.value.reason, refused.value.field) == ("core.board.no_name", "region")


PLAIN, PICTURE = Board(8, 8), Backdrop("p", 0, 0, 800, 800)


@pytest.mark.parametrize(
    ("board", "reason", "field"),
    [
        (replace(PLAIN, columns=LEAST_SIDE - 1), "core.board.side", "columns"),
        (replace(PLAIN, rows=MOST_SIDE + 1), "core.board.side", "rows"),
        (replace(PLAIN, shape="hex"), "core.board.not_a_map", None),
        (replace(PLAIN, cells={"A1": Land("magma")}), "core.board.not_a_map", None),
        (replace(PLAIN, cells={"A1": Land(cover="gone")}), "core.board.not_a_map", None),
        (replace(PLAIN, cells={"A1": Land(level=HIGHEST + 1)}), "core.board.side", "level"),
        (replace(PLAIN, cells={"Z9": Land("water")}), "core.board.no_cell", "cells"),
        (replace(PLAIN, edges={"A1": "wall"}), "core.board.not_a_map", None),
        (replace(PLAIN, edges={"H1:e": "wall"}), "core.board.not_a_map", None),
        (replace(PLAIN, regions={"r1": Region("Sala", ("A1", "Z9"))}), "core.board.no_cell", "cells"),
        (
            replace(PLAIN, regions={f"r{place}": Region("", ()) for place in range(MOST_REGIONS + 1)}),
            "core.board.not_a_map",
            None,
        ),
        (replace(PLAIN, backdrop=replace(PICTURE, picture="")), "core.board.not_a_map", None),
        (replace(PLAIN, backdrop=replace(PICTURE, picture="p" * (LONGEST_PICTURE + 1))), "core.board.not_a_map", None),
        (replace(PLAIN, backdrop=replace(PICTURE, left=FARTHEST + 1)), "core.board.side", "left"),
        (replace(PLAIN, backdrop=replace(PICTURE, top=-FARTHEST - 1)), "core.board.side", "top"),
        (replace(PLAIN, backdrop=replace(PICTURE, width=99)), "core.board.side", "width"),
        (replace(PLAIN, backdrop=replace(PICTURE, strength=FAINTEST - 1)), "core.board.side", "strength"),
    ],
)
def test_a_map_that_comes_from_outside_is_refused_with_what_is_wrong(board: Board, reason: str, field: str | None):
    with pytest.raises(RuleError) as refused:
        checked(board, LIT)
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_a_map_of_boards_as_they_may_be_is_taken():
    edge = Land("water", -HIGHEST, light="dark")
    whole = replace(PLAIN, cells={"A1": edge}, edges={"A1:e": "wall"}, backdrop=PICTURE)
    regions = {f"r{place}": Region("", ("H8",)) for place in range(MOST_REGIONS)}
    assert checked(replace(whole, regions=regions), LIT).backdrop == PICTURE
