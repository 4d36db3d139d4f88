"""A map in the making: its regions by name, its size, and what is swept off it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.core.board.making import (
    called_anew,
    cleared,
    first_and_last,
    matched,
    resized,
    seen_as,
    spread,
    turned_over,
    with_cells,
    with_region,
    without_region,
)
from rules.core.board.painting import MOST_REGIONS, OWN_SIDE
from rules.core.boards import FAINTEST, FULL, LEAST_SIDE, MOST_SIDE, Backdrop, Board, Cell, Land, Region
from rules.core.errors import RuleError

HALL, ATTIC = Region("Sala", ("C3", "C4")), Region("Desván", ("H8",), covered=False)
MAP = Board(
    8,
    8,
    {"A1": Land("rough"), "H8": Land("wall")},
    edges={"A1:e": "wall", "G8:e": "door", "D4:s": "window"},
    regions={"r1": HALL, "r2": ATTIC},
    backdrop=Backdrop("a-picture"),
)


def refused(rule: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(RuleError) as found:
        rule()
    return found.value.reason, found.value.field


def test_a_region_is_named_as_no_other() -> None:
    board, key = with_region(MAP, "  La   bodega ")
    assert (key, board.regions[key]) == ("r3", Region("La bodega", ()))
    assert with_region(without_region(board, "r1"), "Otra")[1] == "r1"
    assert len(with_region(MAP, "x" * 50)[0].regions["r3"].name) == 40
    for name in ("", "  ", "Sala"):
        assert refused(lambda name=name: with_region(MAP, name)) == ("core.board.no_name", "region")


def test_a_map_has_so_many_regions_and_no_more() -> None:
    board = replace(MAP, regions={})
    for number in range(MOST_REGIONS):
        board, _key = with_region(board, f"Sala {number}")
    assert len(board.regions) == MOST_REGIONS
    assert refused(lambda: with_region(board, "Una más")) == ("core.board.many", "region")


def test_cells_are_added_and_taken_away_where_a_region_had_them_all() -> None:
    assert with_cells(MAP, "r1", ["C4", "D4"]).regions["r1"].cells == ("C3", "C4", "D4")
    assert with_cells(MAP, "r1", ["C4"]).regions["r1"].cells == ("C3",)
    assert with_cells(MAP, "r1", ["C3", "C4"]).regions["r1"].cells == ()
    assert with_cells(MAP, "r1", ["E5"]).regions["r2"] == ATTIC
    assert refused(lambda: with_cells(MAP, "gone", [])) == ("core.board.no_name", "region")


def test_a_region_may_keep_its_name_and_is_open_where_the_party_stands() -> None:
    assert called_anew(MAP, "r1", "Sala", "").regions["r1"] == HALL
    assert called_anew(MAP, "r1", "Patio", "foes").regions["r1"] == replace(HALL, name="Patio", entry="foes")
    assert called_anew(MAP, "r2", "Desván", "").regions["r2"] == ATTIC
    opened = called_anew(MAP, "r1", "Patio", OWN_SIDE).regions["r1"]
    assert opened == replace(HALL, name="Patio", entry=OWN_SIDE, covered=False)
    assert refused(lambda: called_anew(MAP, "r1", "Desván", "")) == ("core.board.no_name", "region")


def test_a_region_is_turned_over_and_taken_away() -> None:
    assert [turned_over(MAP, key).regions[key].covered for key in ("r1", "r2")] == [False, True]
    assert without_region(MAP, "r1") == replace(MAP, regions={"r2": ATTIC})
    for rule in (turned_over, without_region):
        assert refused(lambda rule=rule: rule(MAP, "gone")) == ("core.board.no_name", "region")


def test_what_is_beyond_a_smaller_map_is_gone() -> None:
    less = resized(MAP, 7, 8)
    assert (less.columns, less.rows) == (7, 8)
    assert dict(less.cells) == {"A1": Land("rough")}
    assert dict(less.edges) == {"A1:e": "wall", "D4:s": "window"}
    assert {key: one.cells for key, one in less.regions.items()} == {"r1": ("C3", "C4"), "r2": ()}
    assert resized(replace(MAP, cells={"??": Land("rough")}), 9, 9).cells == {}
    assert resized(MAP, 9, 9) == replace(MAP, columns=9, rows=9)
    for columns, rows, field in (
        (LEAST_SIDE - 1, 8, "columns"),
        (MOST_SIDE + 1, 8, "columns"),
        (8, LEAST_SIDE - 1, "rows"),
        (8, MOST_SIDE + 1, "rows"),
    ):
        asked = (columns, rows)
        assert refused(lambda asked=asked: resized(MAP, *asked)) == ("core.board.side", field)
    assert resized(MAP, LEAST_SIDE, MOST_SIDE).columns == LEAST_SIDE


def test_a_map_that_is_swept_keeps_its_regions_and_its_picture() -> None:
    assert cleared(MAP) == replace(MAP, cells={}, edges={})


@pytest.mark.parametrize("second", [(90, 10), (10, 90), (0, 90), (90, 0)])
def test_two_taps_beside_or_below_each_other_lay_no_picture(second: tuple[int, int]) -> None:
    """The second point lies to the right of the first and below it, as the cells do."""
    cells = (Cell(1, 1), Cell(2, 2))
    assert refused(lambda: matched(MAP, Backdrop("a-picture"), (100, 100), ((10, 10), second), cells)) == (
        "core.board.corners",
        "cells",
    )


def test_two_taps_lay_a_picture_by_two_corners() -> None:
    laid = matched(MAP, Backdrop("a-picture"), (100, 50), ((10, 10), (30, 20)), (Cell(1, 1), Cell(2, 2)))
    assert (laid.left, laid.top, laid.width, laid.height) == (-100, -200, 1000, 1000)


def test_each_tap_counts_from_where_its_cell_lies() -> None:
    backdrop, cells = Backdrop("a-picture"), (Cell(2, 2), Cell(4, 4))
    laid = matched(MAP, backdrop, (400, 200), ((100, 50), (300, 250)), cells)
    assert (laid.left, laid.top, laid.width, laid.height) == (-50, 25, 600, 300)
    assert matched(MAP, backdrop, (400, 200), ((0, 0), (0.001, 0.001)), cells).width > 10**6, "however near they are"


def test_a_picture_lies_over_all_of_a_board_at_first() -> None:
    assert spread(Board(8, 6), "a-picture") == Backdrop("a-picture", 0, 0, 800, 600)
    assert spread(Board(4, 4, shape="hex"), "a-picture") == Backdrop("a-picture", 0, 0, 375, 450)


def test_a_picture_is_seen_as_much_as_is_said_and_never_not_at_all() -> None:
    strengths = [seen_as(Backdrop("a-picture"), strength).strength for strength in (0, 60, 200)]
    assert strengths == [FAINTEST, 60, FULL]


def test_a_map_reaches_from_its_first_cell_to_its_last() -> None:
    assert first_and_last(Board(8, 6)) == ("A1", "H6")
    assert first_and_last(Board(8, 4, shape="hex")) == ("0101", "0804")
