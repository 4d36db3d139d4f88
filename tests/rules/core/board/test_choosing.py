"""What may be chosen on a board as it is drawn: what each cell shows and fills in, and which are one link."""

from __future__ import annotations

import pytest

from rules.core.board.choosing import Spot, parted, spot_of, under
from rules.core.board.drawing import outline
from rules.core.board.rules import Choosable, Overlay
from rules.core.boards import Board, Cell
from rules.core.facts import Fact
from tests.rules.core.board.boards import SQUARES, at, cells
from tests.rules.core.board.test_hand import scene

BOARD = Board(30, 30)
MANY = tuple(Choosable(cell, 5) for cell in BOARD.all_cells() if cell.row <= 15)


@pytest.mark.parametrize(
    ("far", "chosen", "passed", "number"),
    [(False, False, False, 10), (True, False, False, None), (True, True, False, 10), (True, False, True, 10)],
)
def test_a_far_cost_is_written_only_on_the_way_that_is_chosen(
    far: bool, chosen: bool, passed: bool, number: int | None
) -> None:
    assert Spot("B2", 0, 0, 10, (), {}, far, chosen, passed).number == number


def test_a_spot_shows_whether_it_is_chosen_and_whether_the_way_leads_over_it() -> None:
    overlay = Overlay("to", chosen=(at("C3"),), way=tuple(cells("B2 C3")))
    found = [spot_of(SQUARES, BOARD, overlay, Choosable(cell), {}) for cell in cells("A1 B2 C3")]
    assert [(one.name, one.x, one.y, one.chosen, one.passed) for one in found] == [
        ("A1", 30, 30, False, False),
        ("B2", 90, 90, False, True),
        ("C3", 150, 150, True, True),
    ]


def test_a_tap_fills_in_the_cell_the_corners_of_the_way_and_what_belongs_to_it() -> None:
    one = Choosable(at("B2"), fills={"pace": "run"})

    def filled(overlay: Overlay, **looking: str) -> object:
        return spot_of(SQUARES, BOARD, overlay, one, looking).fills

    assert filled(Overlay("to"), via="A1") == {"to": "B2", "pace": "run"}
    assert filled(Overlay("to", via="via"), via="A1") == {"to": "B2", "via": "A1", "pace": "run"}
    assert filled(Overlay("to", via="via", also=(("how", "on"),))) == {
        "to": "B2",
        "via": "",
        "how": "on",
        "pace": "run",
    }


def test_a_tap_on_who_stands_where_one_may_go_fills_in_the_same() -> None:
    overlay = Overlay("to", choosable=(Choosable(at("B2"), fills={"pace": "run"}),))
    fight = scene(BOARD, {"b": "B2", "c": "C3"})
    assert under(fight, ("a", "b", "c"), overlay, {}) == {"b": {"to": "B2", "pace": "run"}}


def far(row: int, *labels: str, **fills: str) -> tuple[Choosable, ...]:
    """A row of cells that are reached by more than a usual part of a turn."""
    return tuple(Choosable(Cell(column, row), 5, True, tuple(map(Fact, labels)), fills) for column in range(1, 31))


def test_of_many_cells_those_without_a_number_are_one_link_for_each_manner() -> None:
    walked, run = far(20, "toy.walk", pace="walk"), far(21, "toy.run", pace="run")
    free = tuple(Choosable(Cell(column, 22)) for column in range(1, 31))
    own, expanses = parted(BOARD, Overlay("to", choosable=(*MANY, *walked, *run, *free)), "a", {})
    assert tuple(own) == MANY
    assert [(one.path, one.fills) for one in expanses] == [
        (outline([one.cell for one in some]), {"to": "", **fills})
        for some, fills in ((walked, {"pace": "walk"}), (run, {"pace": "run"}), (free, {}))
    ]


def test_one_link_fills_in_only_what_all_its_cells_do() -> None:
    some = (*far(20, pace="run", by="A1"), *far(21, pace="run", by="B1"), *far(22, pace="run"))
    _own, (one,) = parted(BOARD, Overlay("to", choosable=(*MANY, *some)), "a", {})
    assert one.fills == {"to": "", "pace": "run"}


def test_corners_have_a_link_each_however_many_they_are() -> None:
    some = far(20) * 20
    assert parted(BOARD, Overlay("to", corners=True, choosable=some), "a", {}) == (some, ())
