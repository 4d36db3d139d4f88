"""Bursts, cones, lines and blocks, and where a throw goes astray."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.areas import astray, block, burst, caught, cone, from_corner, line, stopped_from
from rules.core.board.grids import DIAGONALS, Corner
from rules.core.board.places import filled
from rules.core.board.sight import Body
from rules.core.boards import Cell, EdgeKind
from tests.rules.core.board.boards import SQUARES, at, cells, drawn

OPEN = "\n".join(["." * 16] * 16)
inner = st.builds(Cell, st.integers(5, 12), st.integers(5, 12))


@pytest.mark.parametrize(("radius", "cells_in_it"), [(1, 4), (2, 12), (3, 24), (4, 44)])
def test_a_burst_of_five_ten_fifteen_and_twenty_feet(radius: int, cells_in_it: int):
    found = burst(drawn(OPEN), Corner(9, 9), radius)
    assert len(found) == cells_in_it
    assert [found[at(name)] for name in ("I9", "H8", "I8", "H9")] == [1] * 4
    assert max(found.values()) == radius


@given(st.integers(2, 16), st.integers(2, 16), st.integers(0, 4), st.sampled_from(DIAGONALS))
def test_a_burst_is_alike_on_all_sides_and_grows_by_one_along_them(column: int, row: int, more: int, counting):
    field = drawn(OPEN, rules=replace(SQUARES, diagonals=counting))
    sides = [(column + more, row), (column - 1 - more, row - 1), (column, row + more), (column - 1, row - 1 - more)]
    assert {from_corner(field, Corner(column, row), Cell(*side)) for side in sides} == {1 + more}


def test_a_burst_stops_at_walls_and_comes_through_an_open_door():
    edges: dict[str, EdgeKind] = {f"D{row}:e": "wall" for row in range(1, 8)}
    room = "\n".join(["." * 8] * 7)
    assert all(cell.column <= 4 for cell in burst(drawn(room, edges), Corner(4, 4), 4))
    opened = burst(drawn(room, {**edges, "D4:e": "open_door"}), Corner(4, 4), 4)
    assert at("E4") in opened
    assert at("E1") not in opened


def test_a_burst_on_a_wall_goes_off_on_the_side_where_it_lies():
    edges: dict[str, EdgeKind] = {f"D{row}:e": "wall" for row in range(1, 8)}
    field = drawn("\n".join(["." * 8] * 7), edges)
    assert {cell.column <= 4 for cell in burst(field, Corner(5, 4), 2, side=at("D4"))} == {True}
    assert {cell.column <= 4 for cell in burst(field, Corner(5, 4), 2)} == {True, False}


def test_a_burst_on_a_wall_between_rows_goes_off_on_its_side_too():
    edges: dict[str, EdgeKind] = {f"{column}4:s": "wall" for column in "ABCDEFG"}
    field = drawn("\n".join(["." * 8] * 7), edges)
    for side, above in (("D4", {True}), ("C4", {True}), ("D5", {False}), ("C5", {False}), ("A1", set())):
        assert {cell.row <= 4 for cell in burst(field, Corner(4, 5), 2, side=at(side)) if cell.column < 8} == above


@pytest.mark.parametrize("solid", ["C3", "D3", "C4", "D4"])
def test_a_burst_goes_off_in_the_open_cells_around_its_corner(solid: str):
    """Where three of the four are solid, it is seen from the fourth alone."""
    around = ["C3", "D3", "C4", "D4"]
    drawing = [["."] * 6 for _row in range(6)]
    for name in around:
        if name != solid:
            drawing[at(name).row - 1][at(name).column - 1] = "#"
    found = burst(drawn("\n".join("".join(row) for row in drawing)), Corner(4, 4), 2)
    assert at(solid) in found
    assert not {at(name) for name in around if name != solid} & set(found)


def test_ground_that_hides_shelters_from_a_burst():
    found = burst(drawn("......\n......\n...#..\n......"), Corner(2, 3), 5)
    assert at("C3") in found
    assert at("E3") not in found
    assert at("D3") not in found


@given(inner, st.integers(1, 3), st.integers(0, 7), st.integers(1, 4))
def test_a_cone_reaches_as_far_as_it_says_to_one_side_only(cell: Cell, span: int, direction: int, length: int):
    x, y = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[direction]
    toward = Cell(cell.column + 4 * x, cell.row + 4 * y)
    found = cone(drawn(OPEN), Body(cell), toward, length)
    assert max(found.values()) <= length
    assert found[Cell(cell.column + x, cell.row + y)] == 1
    assert all((one.column - cell.column) * x + (one.row - cell.row) * y > 0 for one in found)
    big = cone(drawn(OPEN), Body(cell, span), toward, length)
    assert not set(big) & set(filled(cell, span))


def test_a_cone_is_as_wide_as_it_is_long():
    found = cone(drawn(OPEN), Body(at("C8")), at("K8"), 5)
    assert {cell.row for cell in found if cell.column == 7} == {6, 7, 8, 9, 10}
    assert {cell.row for cell in found if cell.column == 4} == {8}


def test_a_line_runs_on_beyond_the_cell_that_was_chosen_and_stops_at_a_wall():
    assert list(line(drawn("........"), Body(at("A1")), at("C1"), 5)) == cells("B1 C1 D1 E1 F1")
    assert list(line(drawn("........", {"D1:e": "door"}), Body(at("A1")), at("C1"), 5)) == cells("B1 C1 D1")
    assert list(line(drawn("........"), Body(at("F1")), at("G1"), 5)) == cells("G1 H1")
    assert line(drawn("........"), Body(at("F1")), at("F1"), 5) == {}


def test_autofire_sprays_a_block_of_open_cells():
    assert list(block(drawn("....\n..#.\n...."), at("B1"))) == cells("B1 C1 B2")
    assert list(block(drawn("....\n...."), at("D2"))) == cells("D2")


@pytest.mark.parametrize(
    ("thrower", "corners"),
    [
        ("E9", ["E5", "F5", "F6", "E6"]),
        ("A9", ["E5", "F5", "F6", "E6"]),
        ("B9", ["E5", "F5", "F6", "E6"]),
        ("A8", ["F5", "F6", "E6", "E5"]),
        ("E1", ["F6", "E6", "E5", "F5"]),
        ("A5", ["F5", "F6", "E6", "E5"]),
        ("I5", ["E6", "E5", "F5", "F6"]),
    ],
)
def test_the_corners_of_the_aimed_square_are_named_as_the_thrower_sees_them(thrower: str, corners: list[str]):
    faces = ((0, 1), (1, 1), (1, 0), (0, 0))
    assert [astray(at("E5"), at(thrower), *face) for face in faces] == [Corner(*at(name)) for name in corners]


@given(inner, inner, st.integers(-2, 3), st.integers(-2, 3))
def test_beyond_is_farther_from_the_thrower_and_short_is_nearer(aimed: Cell, thrower: Cell, right: int, beyond: int):
    here, there = astray(aimed, thrower, right, beyond), astray(aimed, thrower, right, beyond + 1)
    across, down = aimed.column - thrower.column, aimed.row - thrower.row
    if max(abs(across), abs(down)) > 0:
        assert (there.column - here.column) * across + (there.row - here.row) * down > 0


def test_a_big_body_is_caught_by_its_nearest_cell():
    found = burst(drawn(OPEN), Corner(9, 9), 3)
    bodies = {"big": filled(at("J9"), 2), "small": [at("J10")], "far": [at("A1")]}
    assert caught(found, bodies) == {"big": 2, "small": 3}


def test_a_hill_shelters_from_what_begins_beyond_it_and_not_who_stands_on_it():
    field = drawn("..2....\n..2....\n..2....\n..2....")
    found = burst(field, Corner(2, 3), 5)
    assert at("C2") in found
    assert at("E2") not in found
    assert at("E2") in burst(drawn("..1....\n..1....\n..1....\n..1...."), Corner(2, 3), 5)
    assert at("E2") not in cone(field, Body(at("A2")), at("E2"), 6)
    assert list(line(field, Body(at("A2")), at("E2"), 6)) == cells("B2 C2")
    assert at("E2") in cone(field, Body(at("C2")), at("E2"), 3)


def test_cover_from_a_corner_is_that_of_its_best_side():
    field = drawn("....\n....", {"B1:e": "wall", "B2:e": "wall"})
    assert stopped_from(field, Corner(3, 2), Body(at("A1"))) == 0
    assert stopped_from(field, Corner(2, 2), Body(at("D1"))) == 4
    assert stopped_from(drawn("..#.\n...."), Corner(3, 2), Body(at("D1"))) == 2
    assert stopped_from(drawn("##..\n##.."), Corner(2, 2), Body(at("D1"))) == 4
