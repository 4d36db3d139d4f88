"""Ways over a board: what they cost, where they may lead, and what a big body needs."""

import pytest

from rules.core.board.board import Cell
from rules.core.board.paths import Walker, costs_along, fits, reachable
from tests.rules.core.board.boards import at, cells, drawn

OPEN = "........\n" * 6


def test_every_second_diagonal_counts_two():
    found = reachable(drawn(OPEN), Walker(), at("A1"), 6)
    assert [found.costs[at(name)] for name in ("B2", "C3", "D4", "E5", "C1", "C2")] == [1, 3, 4, 6, 2, 2]
    assert at("F6") not in found.costs
    assert found.odd(at("B2"))
    assert not found.odd(at("C3"))
    assert reachable(drawn(OPEN), Walker(odd=True), at("A1"), 6).costs[at("B2")] == 2


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


def test_a_way_leads_through_chosen_cells_and_remembers_its_diagonals():
    found = reachable(drawn(OPEN), Walker(), at("A1"), 9, via=cells("B2 C1"))
    assert found.way(at("D1")) == tuple(cells("A1 B2 C1 D1"))
    assert found.costs[at("D1")] == 4
    assert found.way(at("C1")) == tuple(cells("A1 B2 C1"))


def test_steps_that_are_refused_are_gone_round():
    def refuses(one: Cell, other: Cell) -> bool:
        return one == at("B1")

    found = reachable(drawn("...\n..."), Walker(refuses=refuses), at("A1"), 9)
    assert found.way(at("C1")) == tuple(cells("A1 B2 C1"))
    assert found.costs[at("C1")] == 3


def test_a_big_body_needs_room_for_all_its_cells():
    field = drawn(".....\n.....\n..#..", {"A2:e": "wall"})
    assert not fits(field, at("A1"), 2)
    assert fits(field, at("B1"), 2)
    assert not fits(field, at("B2"), 2)
    assert not fits(field, at("E1"), 2)
    found = reachable(field, Walker(2), at("B1"), 9)
    assert list(found.costs) == cells("B1 C1 D1 D2")
    assert list(reachable(field, Walker(2, occupied=cells("E1")), at("B1"), 9).costs) == cells("B1 C1")


def test_a_big_body_pays_for_the_dearest_cell_that_it_enters():
    found = reachable(drawn("...~.\n....."), Walker(2), at("A1"), 9)
    assert [found.costs[at(name)] for name in ("B1", "C1", "D1")] == [1, 3, 4]


def test_a_way_of_ones_own_costs_what_its_steps_cost():
    field = drawn(OPEN)
    assert costs_along(field, Walker(), cells("A1 B2 C3 C4")) == (0, 1, 3, 4)
    assert costs_along(field, Walker(), cells("A1 C1")) is None
    assert costs_along(field, Walker(occupied=cells("B1")), cells("A1 B1")) is None
    assert costs_along(field, Walker(shared=cells("B1")), cells("A1 B1")) is None
    assert costs_along(field, Walker(shared=cells("B1")), cells("A1 B1 C1")) == (0, 1, 2)
