"""Bursts and blocks, and where a throw goes astray."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.areas import astray, block, burst, caught, from_corner, round_about, stopped_from
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


def test_what_is_round_about_a_cell_is_as_far_on_all_sides_and_stops_at_walls():
    found = round_about(drawn(OPEN), at("I9"), 2)
    assert [found[at(name)] for name in ("I9", "I8", "J9", "I11", "G9", "K9", "J11")] == [0, 1, 1, 2, 2, 2, 2]
    assert len(found) == 25 - 4
    assert set(round_about(drawn("......", {"C1:e": "wall"}), at("B1"), 3)) == set(cells("A1 B1 C1"))


def test_autofire_sprays_a_block_of_open_cells():
    assert block(drawn("....\n..#.\n...."), at("B1"), 2) == dict.fromkeys(cells("B1 C1 B2"), 0)
    assert list(block(drawn("....\n...."), at("D2"), 2)) == cells("D2")


@pytest.mark.parametrize(
    ("thrower", "corners"),
    [
        ("E9", ["E5", "F5", "F6", "E6"]),
        ("A9", ["E5", "F5", "F6", "E6"]),
        ("B9", ["E5", "F5", "F6", "E6"]),
        ("A8", ["F5", "F6", "E6", "E5"]),
        ("E5", ["E5", "F5", "F6", "E6"]),
        ("E1", ["F6", "E6", "E5", "F5"]),
        ("E4", ["F6", "E6", "E5", "F5"]),
        ("A5", ["F5", "F6", "E6", "E5"]),
        ("D5", ["F5", "F6", "E6", "E5"]),
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


@pytest.mark.parametrize(
    ("hills", "reached"),
    [("...1.", True), ("...2.", False), (".2...", False), ("12...", False), ("...21", False), ("12..1", True)],
)
def test_one_looks_from_head_to_head_over_hills(hills: str, reached: bool):
    field = drawn("\n".join([hills] * 2))
    assert (at("E1") in round_about(field, at("A1"), 4)) is reached
    assert (at("E1") in burst(field, Corner(1, 2), 5)) is reached
    assert (stopped_from(field, Corner(1, 2), Body(at("E1"))) == 0) is reached


def test_cover_from_a_corner_is_that_of_its_best_side():
    field = drawn("....\n....", {"B1:e": "wall", "B2:e": "wall"})
    assert stopped_from(field, Corner(3, 2), Body(at("A1"))) == 0
    assert stopped_from(field, Corner(2, 2), Body(at("D1"))) == 4
    assert stopped_from(drawn("..#.\n...."), Corner(3, 2), Body(at("D1"))) == 2
    assert stopped_from(drawn("##..\n##.."), Corner(2, 2), Body(at("D1"))) == 4
