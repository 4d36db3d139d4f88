"""Cells of a board and their names."""

from __future__ import annotations

import pytest

from rules.core.boards import Board, Cell, Land, cell_of, laid


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("A1", Cell(1, 1)),
        ("Z40", Cell(26, 40)),
        ("AA9", Cell(27, 9)),
        ("0304", Cell(3, 4)),
        *(
            (name, None)
            for name in ("", "A", "1", "a1", "A0", "A01", "A100", "AAA1", "Ñ1", "304", "03045", "٠٣٠٤", "A1B")
        ),
    ],
)
def test_a_name_is_that_of_a_cell_or_of_none(name: str, cell: Cell | None) -> None:
    assert cell_of(name) == cell


def test_a_board_holds_its_cells_column_by_column_and_no_others() -> None:
    board = Board(2, 3)
    assert list(board.all_cells()) == [Cell(1, 1), Cell(1, 2), Cell(1, 3), Cell(2, 1), Cell(2, 2), Cell(2, 3)]
    assert all(map(board.holds, board.all_cells()))
    assert not any(map(board.holds, (Cell(0, 1), Cell(3, 1), Cell(1, 0), Cell(1, 4))))


def test_what_lies_on_a_board_is_the_same_whatever_it_is_called() -> None:
    hexes = Board(4, 4, {"0101": Land("rough")}, "one", "hex")
    assert laid(hexes) == Board(4, 4, {"0101": Land("rough")}, shape="hex")
    walled = Board(4, 4, name="one", edges={"A1:e": "wall"})
    assert laid(walled) == Board(4, 4, edges={"A1:e": "wall"})
    assert laid(walled) is laid(Board(4, 4, name="other", edges={"A1:e": "wall"}))
