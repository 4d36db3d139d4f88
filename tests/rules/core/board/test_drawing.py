"""Pictures of boards: each cell is drawn once, borders run around, taps find their cell, and land is drawn once."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.drawing import (
    OUTLINE,
    SQUARE,
    Mark,
    Point,
    at_corner,
    beside,
    cell_at,
    centre,
    corner_at,
    edge,
    from_hundredths,
    hem,
    land,
    line,
    on_step,
    outline,
    size,
    to_hundredths,
)
from rules.core.board.grids import Corner, neighbour
from rules.core.board.ground import LETTER, veil_of
from rules.core.board.sight import Body, middle
from rules.core.boards import Board, Cell, Land, Region, Shape, name_of

BOARD = Board(12, 9)
places = st.builds(Cell, st.integers(1, 12), st.integers(1, 9))


@given(st.frozensets(places, min_size=1))
def test_the_outline_of_squares_holds_each_once(cells: frozenset[Cell]):
    found = Counter[Cell]()
    for x, y, wide in re.findall(rf"M(\d+) (\d+)h(\d+)v{SQUARE}h-\d+z", outline(cells)):
        for step in range(int(wide) // SQUARE):
            found[Cell(int(x) // SQUARE + 1 + step, int(y) // SQUARE + 1)] += 1
    assert found == Counter(cells)


@given(st.frozensets(places, min_size=1))
def test_the_hem_runs_where_cells_meet_others(cells: frozenset[Cell]):
    length = sum(int(many) for many in re.findall(r"[hv](\d+)", hem(cells)))
    assert length == SQUARE * sum(neighbour(cell, face) not in cells for cell in cells for face in (0, 2, 4, 6))
    assert hem(cells, "hex").count("M") == sum(
        neighbour(cell, face, "hex") not in cells for cell in cells for face in range(6)
    )


def test_hems_and_outlines_lie_where_their_cells_do():
    assert hem([Cell(2, 3)]) == "M60 120h60M60 180h60M60 120v60M120 120v60"
    assert outline([Cell(1, 1), Cell(3, 2)], "hex") == f"M0 26{OUTLINE}M90 78{OUTLINE}"
    assert [edge(Cell(1, 1), face, "hex") for face in (0, 1, 5)] == ["M15 0L45 0", "M45 0L60 26", "M0 26L15 0"]
    assert beside(Cell(1, 1), 1) == Point(59, 9)


@given(places, st.sampled_from(("square", "hex")))
def test_a_tap_on_the_middle_of_a_cell_finds_it(cell: Cell, shape: Shape):
    point = centre(cell, shape)
    assert cell_at(Board(12, 9, shape=shape), point.x, point.y) == cell
    width, height = size(12, 9, shape)
    assert 0 < point.x < width
    assert 0 < point.y < height
    assert (width, height) == ((720, 540) if shape == "square" else (555, 494))


def test_every_second_column_of_hexes_stands_lower():
    assert [centre(Cell(column, 2), "hex") for column in (1, 2, 3)] == [Point(30, 78), Point(75, 104), Point(120, 78)]


@given(places)
def test_points_of_lines_and_of_pictures_agree(cell: Cell):
    assert from_hundredths(middle(Body(cell))) == centre(cell)
    assert to_hundredths(centre(cell)) == middle(Body(cell))
    corner = at_corner(Corner(*cell))
    assert corner_at(BOARD, corner.x + 29, corner.y - 30) == corner_at(BOARD, corner.x - 30, corner.y + 29)
    assert corner_at(BOARD, corner.x + 29, corner.y - 30) == Corner(*cell)


def test_a_tap_beyond_the_edge_finds_the_last_cell_and_corner():
    assert cell_at(BOARD, 9999, -5) == Cell(12, 1)
    assert corner_at(BOARD, 9999, 9999) == Corner(13, 10)


@pytest.mark.parametrize(("face", "path"), [(0, "M60 60h60"), (2, "M120 60v60"), (4, "M60 120h60"), (6, "M60 60v60")])
def test_the_edges_of_a_square(face: int, path: str):
    assert edge(Cell(2, 2), face) == path


def test_a_big_body_stands_in_the_middle_of_its_cells():
    assert line([Cell(1, 1), Cell(2, 1)], span=2) == "60,60 120,60"


def test_the_land_shows_all_that_lies_on_it():
    cells = {"A1": Land("rough", 2), "B1": Land("rough", cover="half"), "C1": Land(level=-1, light="dim")}
    found = land(Board(4, 4, cells, edges={"A1:e": "wall", "A1:s": "door", "B1:s": "wall"}))
    assert [(one.kind, one.path) for one in found.grounds] == [("rough", "M0 0h120v60h-120z")]
    assert [one.kind for one in (*found.heights, *found.covers, *found.lights)] == ["down", "up2", "half", "dim"]
    assert [(one.kind, one.path) for one in found.edges] == [("door", "M0 60h60"), ("wall", "M60 0v60M60 60h60")]
    assert [(one.name, one.text) for one in found.levels] == [("A1", "+2"), ("C1", "−1")]
    assert [one.name for one in found.marks["rough"]] == ["A1", "B1"]
    assert found.contours == "M60 0v60M0 60h60M120 0v60M120 60h60M180 0v60"
    assert (found.wide, found.high) == ("4.00", "4.00")
    assert found.names == ()


def test_the_land_of_hexes_has_names_and_shades_for_its_heights():
    cells = {"0202": Land(level=1), "0101": Land(streams=(0,))}
    found = land(Board(3, 3, cells, shape="hex"))
    assert (found.wide, found.high) == ("2.88", "3.50")
    assert found.names[4] == Mark("0202", 75, 104, "0202")
    assert len(found.names) == 9
    assert found.contours == hem([Cell(2, 2)], "hex")
    assert found.streams == edge(Cell(1, 1), 0, "hex")
    levels = {f"{column}1": Land(level=level) for column, level in zip("ABCDEF", (-9, -1, 1, 4, 5, 9), strict=True)}
    heights = land(Board(6, 1, levels)).heights
    assert [(one.kind, one.path) for one in heights] == [
        ("down", "M0 0h120v60h-120z"),
        ("up1", "M120 0h60v60h-60z"),
        ("up4", "M180 0h180v60h-180z"),
    ]


def test_the_grid_of_squares_runs_along_all_its_edges():
    assert land(Board(1, 2)).grid == "M0 0v120M60 0v120M0 0h60M0 60h60M0 120h60"


def test_land_is_drawn_once_for_all_boards_on_which_the_same_lies():
    one = Board(9, 9, {"C3": Land("rough")}, "one")
    assert land(one) is land(Board(9, 9, {"C3": Land("rough")}, "other"))
    assert land(one) is not land(Board(9, 9, {"C4": Land("rough")}))


COSTS = range(-7, 7)
"""How far below the middle of a cell the cost of a way is written."""


@pytest.mark.parametrize(("shape", "cell"), [("square", "C3"), ("hex", "0303")])
def test_the_name_of_a_region_is_off_the_costs_of_its_cells(shape: Shape, cell: str):
    board = Board(12, 9, shape=shape, regions={"hall": Region("Hall", (cell,))})
    (name,) = veil_of(board, board).regions
    below = name.y - centre(Cell(3, 3), shape).y
    assert not set(COSTS) & set(range(below - 12, below)), "its letters are 12 units high"


def test_names_of_regions_stand_apart_and_on_the_board():
    vault = Region("Vault of the debtors", ("A1", "A2", "A3"))
    others = {"foes": Region("Foes", ("A2",)), "": Region("", ("C3",)), "empty": Region("Yard", ())}
    board = Board(12, 9, regions={"vault": vault, **others})
    other, one = veil_of(board, board).regions
    assert abs(one.y - other.y) >= SQUARE
    assert one.x >= len(vault.name) * LETTER // 2
    assert veil_of(board).regions == (), "players read none"


@given(st.sampled_from(("square", "hex")))
def test_a_full_board_is_a_short_picture(shape: Shape):
    grounds = ("rough", "wall", "crate")
    cells = {
        name_of(Cell(column, row), shape): Land(grounds[(column * row) % 3])
        for column in range(1, 41)
        for row in range(1, 41)
        if (column // 3 + row // 4) % 3 == 0
    }
    drawn = land(Board(40, 40, cells, shape=shape))
    assert len(drawn.grid) + sum(len(one.path) for one in drawn.grounds) < (25_000 if shape == "square" else 90_000)


@pytest.mark.parametrize(
    ("start", "end", "shape", "alone", "beside_it"),
    [
        (Cell(3, 3), Cell(3, 4), "square", Point(150, 180), Point(163, 180)),
        (Cell(3, 3), Cell(4, 3), "square", Point(180, 150), Point(180, 137)),
        (Cell(3, 3), Cell(4, 4), "square", Point(180, 180), Point(189, 171)),
        (Cell(3, 3), Cell(3, 4), "hex", Point(120, 156), Point(133, 156)),
        (Cell(3, 3), Cell(3, 3), "square", Point(150, 150), Point(150, 150)),
    ],
)
def test_marks_on_one_step_stand_side_by_side_there_and_back(
    start: Cell, end: Cell, shape: Shape, alone: Point, beside_it: Point
) -> None:
    assert on_step(start, end, shape, 0, 1) == on_step(end, start, shape, 1, 3) == alone
    other = Point(2 * alone.x - beside_it.x, 2 * alone.y - beside_it.y)
    assert [on_step(start, end, shape, place, 2) for place in (0, 1)] == [beside_it, other]
    assert [on_step(end, start, shape, place, 2) for place in (0, 1)] == [beside_it, other]
