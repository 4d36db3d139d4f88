"""Squares and hexes: neighbours, distances, directions and lanes."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.grids import (
    DIAGONALS,
    apart,
    around,
    counted,
    cut,
    direction_to,
    directions,
    distance,
    hex_at,
    neighbour,
    straight,
    turned,
    within,
)
from rules.core.board.places import filled
from rules.core.boards import Cell, Shape, cell_of, name_of

places = st.builds(Cell, st.integers(1, 40), st.integers(1, 40))
shapes = st.sampled_from(("square", "hex"))
spans = st.integers(1, 4)
countings = st.sampled_from(DIAGONALS)


@given(places, shapes)
def test_a_name_is_that_of_one_cell(cell: Cell, shape: Shape):
    assert cell_of(name_of(cell, shape)) == cell


@given(places, shapes, st.data())
def test_a_step_and_its_opposite_lead_back(cell: Cell, shape: Shape, data: st.DataObject):
    direction = data.draw(st.sampled_from(directions(shape)))
    there = neighbour(cell, direction, shape)
    assert neighbour(there, turned(direction, len(directions(shape)) // 2, shape), shape) == cell
    assert distance(cell, there, shape) == 1
    assert direction_to(cell, there, shape) == direction


def test_one_steps_through_sides_first_and_over_corners_where_that_is_allowed():
    assert directions("hex") == (0, 1, 2, 3, 4, 5)
    assert directions("square", "none") == (0, 2, 4, 6)
    assert directions("square", "single") == directions("square") == (0, 2, 4, 6, 1, 3, 5, 7)
    assert (turned(1, 3), turned(7, 2), turned(5, 2, "hex")) == (4, 1, 1)


@given(places, places, shapes, countings)
def test_a_distance_is_the_same_from_both_ends(one: Cell, other: Cell, shape: Shape, counting):
    assert distance(one, other, shape, counting) == distance(other, one, shape, counting)
    assert (distance(one, other, shape, counting) == 0) == (one == other)


@pytest.mark.parametrize(("counting", "cells"), [("alternating", 5), ("single", 4), ("none", 7)])
def test_three_diagonals_and_a_step(counting, cells: int):
    assert distance(Cell(2, 2), Cell(6, 5), "square", counting) == cells


def test_every_second_diagonal_counts_as_two():
    assert [counted(many, many, "alternating") for many in range(6)] == [0, 1, 3, 4, 6, 7]


@given(places, spans, places, spans, countings)
def test_bodies_are_as_far_apart_as_their_nearest_cells(one: Cell, span: int, other: Cell, other_span: int, counting):
    nearest = min(
        distance(here, there, "square", counting) for here in filled(one, span) for there in filled(other, other_span)
    )
    assert apart(one, span, other, other_span, "square", counting) == nearest


@given(places, spans, st.integers(1, 6), countings)
def test_what_is_within_reach_is_all_that_is_so_near(cell: Cell, span: int, reach: int, counting):
    found = list(within(cell, reach, 40, 40, span, counting))
    own = set(filled(cell, span))
    assert found == sorted(found, key=lambda one: (one.row, one.column))
    assert set(found) == {
        Cell(column, row)
        for column in range(1, 41)
        for row in range(1, 41)
        if Cell(column, row) not in own and apart(cell, span, Cell(column, row), 1, "square", counting) <= reach
    }


@given(places, spans)
def test_the_cells_around_a_body_touch_it(cell: Cell, span: int):
    found = list(around(cell, span))
    assert len(found) == len(set(found)) == 4 * span + 4
    assert all(apart(cell, span, one, 1, "square", "single") == 1 for one in found)


@given(places, places, shapes)
def test_a_lane_goes_by_single_steps_and_as_few_as_can_be(one: Cell, other: Cell, shape: Shape):
    lane = straight(one, other, shape)
    assert (lane[0], lane[-1]) == (one, other)
    assert len(lane) == distance(one, other, shape, "single") + 1
    assert all(distance(here, there, shape, "single") == 1 for here, there in itertools.pairwise(lane))
    if shape == "square":
        steps = max(1, len(lane) - 1)
        for step, cell in enumerate(lane):
            for start, end, here in zip(one, other, cell, strict=True):
                assert 2 * abs((here - start) * steps - (end - start) * step) <= steps


@given(places, places, st.integers(0, 7))
def test_a_direction_counts_from_what_is_ahead(one: Cell, other: Cell, ahead: int):
    found, plain = direction_to(one, other, ahead=ahead), direction_to(one, other)
    if found is None or plain is None:
        assert one == other
    else:
        # exactly between two of them what is ahead decides, which no line of whole cells is on squares
        assert turned(found, ahead) == plain


@pytest.mark.parametrize(
    ("across", "down", "direction"),
    [(29, 12, 2), (12, 5, 3), (12, -5, 1), (-5, 12, 5), (-29, -12, 6), (1, 0, 2), (7, 7, 3)],
)
def test_the_nearest_direction_is_found_close_to_half_way_between_two(across: int, down: int, direction: int):
    assert direction_to(Cell(30, 30), Cell(30 + across, 30 + down)) == direction


@pytest.mark.parametrize("face", range(6))
def test_the_direction_of_hexes_that_lie_near_a_line_through_corners_or_on_it(face: int):
    here, there = Cell(10, 10), Cell(10, 10)
    for _step in range(3):
        there = neighbour(there, face, "hex")
        assert direction_to(here, there, "hex") == face
        assert direction_to(here, neighbour(neighbour(there, face, "hex"), (face + 1) % 6, "hex"), "hex") == face


def test_a_lane_leaves_its_course_as_late_as_it_can():
    lanes = [straight(Cell(5, 5), end) for end in (Cell(8, 6), Cell(4, 8), Cell(7, 4), Cell(5, 7))]
    assert [[name_of(cell) for cell in lane] for lane in lanes] == [
        ["E5", "F5", "G6", "H6"],
        ["E5", "E6", "D7", "D8"],
        ["E5", "F5", "G4"],
        ["E5", "E6", "E7"],
    ]


@pytest.mark.parametrize(
    ("along", "down", "step", "at"), [(3, 1, 1, (1, 0)), (3, 1, 3, (2, 1)), (2, 3, 1, (0, 1)), (2, 3, 4, (2, 2))]
)
def test_a_cut_lies_in_the_hex_whose_centre_is_nearer(along: int, down: int, step: int, at: tuple[int, int]):
    assert cut(hex_at(4, 4), hex_at(4 + along, 4 + down), step) == (hex_at(4 + at[0], 4 + at[1]),)


@given(places, places)
def test_cuts_of_hexes_go_one_by_one_and_the_same_way_back(one: Cell, other: Cell):
    steps = distance(one, other, "hex")
    for step in range(1, steps):
        there, back = cut(one, other, step), cut(other, one, steps - step)
        assert set(there) == set(back)
        away = {(distance(one, place, "hex"), distance(place, other, "hex")) for place in there}
        assert away == {(step, steps - step)}


@pytest.mark.parametrize(("along", "down"), [(2, -1), (1, 1), (-1, 2)])
def test_a_line_along_a_border_cuts_both_hexes(along: int, down: int):
    """Half way to a hex beyond an edge, the line lies on that edge."""
    one, other = hex_at(4, 4), hex_at(4 + along, 4 + down)
    beside = {neighbour(one, way, "hex") for way in range(6)} & {neighbour(other, way, "hex") for way in range(6)}
    assert len(beside) == 2
    assert set(cut(one, other, 1)) == beside


@given(places, places, places)
def test_no_way_round_is_shorter_over_hexes(one: Cell, other: Cell, by: Cell):
    assert distance(one, by, "hex") <= distance(one, other, "hex") + distance(other, by, "hex")
