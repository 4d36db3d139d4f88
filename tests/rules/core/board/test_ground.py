"""What a picture of a board lies on: its rim, its measures, and where the names of regions stand."""

from __future__ import annotations

import pytest

from rules.core.board.drawing import Mark, size
from rules.core.board.ground import ground_of, veil_of
from rules.core.boards import Board, Region, Shape


def test_squares_have_a_rim_with_the_names_of_columns_and_rows():
    ground = ground_of(Board(3, 2))
    assert ground.column_names == tuple(Mark("column", x, -8, name) for x, name in ((30, "A"), (90, "B"), (150, "C")))
    assert ground.row_names == (Mark("row", -13, 35, "1"), Mark("row", -13, 95, "2"))
    assert (ground.view, ground.above, ground.before) == ("-24 -24 208 148", "-24 -24 208 24", "-24 -24 24 148")
    assert (ground.wide, ground.high, ground.strip) == ("3.467", "2.467", "0.400")
    assert [mark.text for mark in ground_of(Board(28, 4)).column_names[25:]] == ["Z", "AA", "AB"]


def test_hexes_have_a_narrow_edge_since_each_bears_its_name():
    ground = ground_of(Board(3, 3, shape="hex"))
    assert (ground.rim, ground.view) == ((), "-4 -4 158 190")


def test_the_game_master_sees_through_the_cloth():
    board = Board(4, 4, regions={"r1": Region("Sala", ("A1",))})
    assert veil_of(board, board).secret
    assert not veil_of(board).secret


def names_at(shape: Shape = "square", **regions: tuple[str, str]) -> dict[str, tuple[int, int]]:
    """Where the names of regions stand, given what each is called and its cells."""
    board = Board(
        12, 9, shape=shape, regions={key: Region(name, tuple(of.split())) for key, (name, of) in regions.items()}
    )
    assert size(12, 9) == (720, 540)
    return {mark.name: (mark.x, mark.y) for mark in veil_of(board, board).regions}


@pytest.mark.parametrize(
    ("name", "of", "at"),
    [
        ("Sala", "C3", (150, 139)),
        ("Sala", "A1 B1", (60, 19)),
        ("Sala", "C1 C2 C3 C4", (150, 79)),
        ("Sala", "C1 C4 C5", (150, 199)),
        ("x" * 20, "L1", (620, 19)),
        ("x" * 20, "A1", (100, 19)),
        ("x" * 100, "C3", (360, 139)),
    ],
)
def test_the_name_of_a_region_stands_in_the_row_nearest_to_its_middle_and_on_the_board(
    name: str, of: str, at: tuple[int, int]
):
    assert names_at(r1=(name, of)) == {"r1": at}


def test_the_name_of_hexes_stands_as_low_as_the_one_in_the_middle_of_its_row():
    assert names_at("hex", r1=("Sala", "0101 0201 0301 0401")) == {"r1": (97, 48)}


@pytest.mark.parametrize(
    ("one", "other", "row"), [(6, 6, 1), (6, 7, 2), (1, 12, 2), (2, 2, 1)], ids=["touch", "meet", "over", "apart"]
)
def test_a_name_that_would_be_read_with_another_stands_in_another_row(one: int, other: int, row: int):
    found = names_at(a=("x" * one, "E1"), b=("y" * other, "F1 F2"))
    assert found == {"a": (270, 19), "b": (330, 60 * row - 41)}


def test_names_in_rows_of_their_own_do_not_meet():
    assert names_at("hex", a=("Almacén", "0501"), b=("Bodega", "0601 0602"))["b"][1] == 52 + 22
    taken = {"a": ("xxxxxx", "E1"), "b": ("yyyyyy", "E3"), "c": ("zzzzzz", "E1 E2 E3")}
    assert names_at(**taken)["c"] == (270, 79)
    assert names_at(**taken | {"d": ("vvvvvv", "E2")})["c"] == (270, 79), "there is no better row"
    assert names_at(a=("xxxxxx", "E2"), b=("yyyyyy", "A1"), c=("zzzzzz", "E1 E2 E3"))["c"] == (270, 19)
