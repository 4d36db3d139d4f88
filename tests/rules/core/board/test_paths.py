"""Ways over a board: what they cost, where they may lead, and what a big body needs."""

from dataclasses import replace
from functools import cache
from heapq import heappop, heappush

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.field import field_of
from rules.core.board.grids import DIAGONALS, Diagonals, distance
from rules.core.board.paths import Walker, costs_along, fits, reachable
from rules.core.board.places import filled
from rules.core.board.rules import GroundKind
from rules.core.boards import Board, Cell, EdgeKind, Land, name_of
from tests.rules.core.board.boards import SQUARES, at, cells, drawn

OPEN = "........\n" * 6


def test_every_second_diagonal_counts_two():
    found = reachable(drawn(OPEN), Walker(), at("A1"), 6)
    assert [found.costs[at(name)] for name in ("B2", "C3", "D4", "E5", "C1", "C2")] == [1, 3, 4, 6, 2, 2]
    assert at("F6") not in found.costs


def test_difficult_ground_counts_twice_and_a_way_goes_round_it():
    found = reachable(drawn("......\n~~~~~.\n......"), Walker(), at("A1"), 9)
    assert found.costs[at("A3")] == 3
    assert found.costs[at("F3")] == 6
    assert found.way(at("F3"))[-3:] == tuple(cells("E1 F2 F3"))


@pytest.mark.parametrize("edges", [{"A1:e": "wall"}, {"A1:e": "door"}, {"A1:e": "window"}])
def test_a_wall_stops_steps_and_diagonals_past_its_end(edges):
    found = reachable(drawn("...\n...", edges), Walker(), at("A1"), 9)
    assert found.way(at("B1")) == tuple(cells("A1 A2 B2 B1"))


def test_an_open_door_stops_nothing_and_a_low_wall_costs_double():
    assert reachable(drawn("...", {"A1:e": "open_door"}), Walker(), at("A1"), 9).costs[at("B1")] == 1
    assert reachable(drawn("...", {"A1:e": "low_wall"}), Walker(), at("A1"), 9).costs[at("B1")] == 2
    assert reachable(drawn(".~.", {"A1:e": "low_wall"}), Walker(), at("A1"), 9).costs[at("B1")] == 2


def test_a_diagonal_passes_a_pit_but_neither_a_pillar_nor_between_two_pits():
    assert reachable(drawn(".o\n.."), Walker(), at("A1"), 1).way(at("B2")) == tuple(cells("A1 B2"))
    assert at("B2") not in reachable(drawn(".#\n.."), Walker(), at("A1"), 1).costs
    assert at("B2") not in reachable(drawn(".o\no."), Walker(), at("A1"), 9).costs


def test_friends_are_passed_and_foes_are_not():
    field = drawn("....")
    found = reachable(field, Walker(shared=cells("B1"), occupied=cells("D1")), at("A1"), 9)
    assert list(found.costs) == cells("A1 C1")
    assert found.way(at("C1")) == tuple(cells("A1 B1 C1"))


def test_foes_are_not_passed_after_a_diagonal_either_and_ones_own_cell_is_left_and_kept():
    found = reachable(drawn(OPEN), Walker(occupied=cells("C2 C3"), shared=cells("A1")), at("A1"), 9)
    assert not {at("C2"), at("C3")} & set(found.costs)
    assert found.costs[at("A1")] == 0


def test_a_way_leads_through_chosen_cells_and_remembers_its_diagonals():
    found = reachable(drawn(OPEN), Walker(), at("A1"), 9, via=cells("B2 C1"))
    assert found.way(at("D1")) == tuple(cells("A1 B2 C1 D1"))
    assert found.costs[at("D1")] == 4
    assert found.way(at("C1")) == tuple(cells("A1 B2 C1"))


def test_a_way_leads_through_where_one_stands_and_nowhere_through_what_is_not_reached():
    field = drawn(OPEN)
    assert (
        reachable(field, Walker(), at("A1"), 2, via=cells("A1")).costs == reachable(field, Walker(), at("A1"), 2).costs
    )
    assert reachable(field, Walker(), at("A1"), 2, via=cells("H6")).costs == {}
    assert reachable(field, Walker(occupied=cells("B1")), at("A1"), 9, via=cells("B1")).costs == {}


def test_of_ways_that_cost_as_much_it_is_the_one_found_first_through_sides():
    found = reachable(drawn(OPEN), Walker(), at("A1"), 9)
    ways = {name: found.way(at(name)) for name in ("C2", "D1", "D3", "C4")}
    assert ways == {
        "C2": tuple(cells("A1 B1 C2")),
        "D1": tuple(cells("A1 B1 C1 D1")),
        "D3": tuple(cells("A1 B1 C2 D3")),
        "C4": tuple(cells("A1 A2 B3 C4")),
    }
    assert found.way(at("H9")) == ()


def test_steps_that_are_refused_are_gone_round():
    def leaves(one: Cell, other: Cell) -> bool:
        return one == at("B1")

    def enters(one: Cell, other: Cell) -> bool:
        return other == at("B1")

    found = reachable(drawn("...\n..."), Walker(refuses=leaves), at("A1"), 9)
    assert found.way(at("C1")) == tuple(cells("A1 B2 C1"))
    assert found.costs[at("C1")] == 3
    assert at("B1") in found.costs
    assert set(reachable(drawn("...\n..."), Walker(refuses=enters), at("A1"), 9).costs) == {*cells("A1 C1 A2 B2 C2")}
    assert costs_along(drawn("..."), Walker(refuses=enters), cells("A1 B1")) is None
    assert costs_along(drawn("..."), Walker(refuses=leaves), cells("A1 B1")) == (0, 1)


def test_a_big_body_needs_room_for_all_its_cells():
    field = drawn(".....\n.....\n..#..", {"A2:e": "wall"})
    assert not fits(field, at("A1"), 2)
    assert fits(field, at("B1"), 2)
    assert not fits(field, at("B2"), 2)
    assert not fits(field, at("E1"), 2)
    found = reachable(field, Walker(2), at("B1"), 9)
    assert list(found.costs) == cells("B1 C1 D1 D2")
    assert list(reachable(field, Walker(2, occupied=cells("E1")), at("B1"), 9).costs) == cells("B1 C1")
    assert list(reachable(drawn("..\n" * 5), Walker(2, occupied=cells("A4")), at("A1"), 9).costs) == cells("A1 A2")


def test_a_body_fits_on_ground_on_the_board_and_across_no_wall_of_its_own():
    pit = drawn(".o\n..")
    assert [fits(pit, at(name)) for name in ("A1", "B1", "C1", "E1", "A3")] == [True, False, False, False, False]
    assert [fits(drawn(OPEN), at(name), 4) for name in ("A3", "A4", "E3", "F3")] == [True, False, True, False]
    for edge, fitting in (("A2:s", True), ("B1:e", True), ("A1:s", False), ("B1:s", False), ("A2:e", False)):
        assert fits(drawn("...\n...\n...", {edge: "wall"}), at("A1"), 2) is fitting


def test_a_big_body_pays_for_the_dearest_cell_that_it_enters():
    found = reachable(drawn("...~.\n....."), Walker(2), at("A1"), 9)
    assert [found.costs[at(name)] for name in ("B1", "C1", "D1")] == [1, 3, 4]


def test_a_way_of_ones_own_costs_what_its_steps_cost():
    field = drawn(OPEN)
    assert costs_along(field, Walker(), cells("A1 B2 C3 C4")) == (0, 1, 3, 4)
    assert costs_along(field, Walker(), cells("A1 C1")) is None
    assert costs_along(drawn("...\n..."), Walker(), cells("A1 F1")) is None, "it is beyond the board"
    assert costs_along(field, Walker(occupied=cells("B1")), cells("A1 B1")) is None
    assert costs_along(field, Walker(shared=cells("B1")), cells("A1 B1")) is None
    assert costs_along(field, Walker(shared=cells("A1")), cells("A1")) == (0,), "one may stay where one is"
    assert costs_along(field, Walker(shared=cells("B1")), cells("A1 B1 C1")) == (0, 1, 2)


def test_a_rise_costs_what_the_system_says_and_some_are_too_steep():
    rules = replace(SQUARES, rise=lambda levels: None if levels > 2 else max(0, levels))
    found = reachable(drawn(".2.\n.3.", rules=rules), Walker(), at("A1"), 9)
    assert [found.costs.get(at(name)) for name in ("B1", "C1", "B2")] == [3, 4, 5]
    assert costs_along(drawn("...\n...\n..1", rules=rules), Walker(), cells("A1 B2 C3")) == (0, 1, 4)
    assert reachable(drawn("..\n3.", rules=rules), Walker(2), at("A1"), 9).costs == {at("A1"): 0}


def test_a_big_body_rises_from_its_highest_cell_to_its_highest():
    rules = replace(SQUARES, rise=lambda levels: max(0, levels))
    for levels, cost in (("..2\n...", 3), ("2.2\n...", 1), ("2..\n...", 1), ("...\n1.2", 2)):
        assert reachable(drawn(levels, rules=rules), Walker(2), at("A1"), 9).costs[at("B1")] == cost


def test_only_a_step_to_another_level_is_a_rise():
    found = reachable(drawn("...1", rules=replace(SQUARES, rise=lambda levels: 1)), Walker(), at("A1"), 9)
    assert [found.costs[at(name)] for name in ("B1", "C1", "D1")] == [1, 2, 4]


def test_a_diagonal_passes_what_hides_and_is_walked_through():
    thicket = replace(SQUARES, grounds=(*SQUARES.grounds, GroundKind("thicket", 3, blocks_sight=True)))
    field = field_of(Board(2, 2, {"B1": Land("thicket")}), thicket)
    assert reachable(field, Walker(), at("A1"), 1).way(at("B2")) == tuple(cells("A1 B2"))


def test_hexes_are_walked_by_their_six_sides():
    hexes = replace(SQUARES, shape="hex")
    field = field_of(Board(5, 5, {"0302": Land("rough")}, shape="hex"), hexes)
    found = reachable(field, Walker(), Cell(3, 3), 2)
    assert all(cost == distance(Cell(3, 3), cell, "hex") for cell, cost in found.costs.items() if cell != Cell(3, 2))
    assert found.costs[Cell(3, 2)] == 2
    assert len(found.costs) == 1 + 6 + 12 - 1


# Against another reckoning, which knows nothing of numbers and flags


SIDE = 5
places = st.builds(Cell, st.integers(1, SIDE), st.integers(1, SIDE))
names = st.builds(name_of, places)
grounds = st.dictionaries(names, st.sampled_from(("wall", "rough", "pit", "crate")), max_size=14)
edge_names = st.builds("{}:{}".format, names, st.sampled_from("es"))
edge_kinds: st.SearchStrategy[EdgeKind] = st.sampled_from(("wall", "door", "open_door", "low_wall"))
COSTS = {"clear": 1, "rough": 2, "wall": 0, "pit": 0, "crate": 2}


@given(
    grounds, st.dictionaries(edge_names, edge_kinds, max_size=14), places, st.integers(1, 2), st.sampled_from(DIAGONALS)
)
def test_ways_cost_what_trying_all_of_them_finds(lands, edges, corner: Cell, span: int, counting: Diagonals):
    start = Cell(*(min(place, SIDE + 1 - span) for place in corner))
    board = Board(SIDE, SIDE, {name: Land(ground) for name, ground in lands.items()}, edges=edges)
    field = field_of(board, replace(SQUARES, diagonals=counting))
    most = 7
    found = reachable(field, Walker(span), start, most)

    def cost(cell: Cell) -> int:
        return COSTS[board.land(cell).ground] if board.holds(cell) else 0

    @cache
    def stands(cell: Cell) -> bool:
        own = filled(cell, span)
        pairs = [(one, other) for one in own for other in own if one < other and distance(one, other) == 1]
        straight = [pair for pair in pairs if distance(*pair, "square", "none") == 1]
        return all(map(cost, own)) and not any(field.edge(*pair) in ("wall", "door") for pair in straight)

    @cache
    def passes(one: Cell, x: int, y: int) -> tuple[bool, bool]:
        """Whether a cell can be left that way, and whether a low wall is in it."""
        end = Cell(one.column + x, one.row + y)
        if not (x and y):
            return field.edge(one, end) not in ("wall", "door"), field.edge(one, end) == "low_wall"
        beside = Cell(end.column, one.row), Cell(one.column, end.row)
        ways = [[field.edge(one, by), field.edge(by, end)] for by in beside]
        shut = any(kind in ("wall", "door") for way in ways for kind in way)
        pillar = any(board.land(by).ground == "wall" for by in beside) or not any(map(cost, beside))
        return not (shut or pillar), all("low_wall" in way for way in ways)

    best: dict[tuple[Cell, bool], int] = {}
    waiting = [(0, start, False)]
    while waiting:
        paid, cell, odd = heappop(waiting)
        if (cell, odd) in best:
            continue
        best[cell, odd] = paid
        own = filled(cell, span)
        for x, y in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            there = Cell(cell.column + x, cell.row + y)
            if (x and y and counting == "none") or not stands(there):
                continue
            tried = [passes(one, x, y) for one in own]
            if not all(way for way, _low in tried):
                continue
            times = max(cost(one) for one in filled(there, span) if one not in own)
            times = max(times, 2) if any(low for _way, low in tried) else times
            diagonal = bool(x and y) and counting == "alternating"
            total = paid + times * (2 if diagonal and odd else 1)
            if total <= most:
                heappush(waiting, (total, there, odd ^ diagonal))
    cheapest: dict[Cell, int] = {}
    for (cell, _odd), paid in best.items():
        cheapest[cell] = min(paid, cheapest.get(cell, paid))
    assert found.costs == cheapest
    for end, paid in found.costs.items():
        along = costs_along(field, Walker(span), found.way(end))
        assert along is not None
        assert along[-1] == paid
