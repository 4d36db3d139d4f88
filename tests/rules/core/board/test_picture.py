"""A board as the game master draws on it: chosen cells and edges, doors, those who share a cell, the cloth."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.board.drawing import outline
from rules.core.board.picture import BoardPicture, picture, still
from rules.core.board.rules import USUAL
from rules.core.boards import Board, Land
from tests.rules.core.board.boards import cells
from tests.rules.core.board.test_hand import ANA, DJ, ROOM, scene

CELLAR = Board(
    8,
    8,
    {"B2": Land("difficult")},
    edges={"C3:e": "door", "D5:s": "open_door", "A1:e": "wall"},
    regions=ROOM,
    name="Bodega",
)


def seen(viewer: Viewer = DJ, **looking: str) -> BoardPicture:
    """The cellar, with two who share a corner of it, one under the cloth and one who is hidden."""
    fight = scene(CELLAR, {"a": "A1", "b": "A1", "c": "C3", "d": "H8"}, d=True)
    found = picture(USUAL, fight, viewer, looking, lambda now: ("c", "a"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cells_named", "path"),
    [
        ("A1:e", "M60 0v60"),
        ("A1:e H8:s", "M60 0v60M420 480h60"),
        ("Z9:e x A1:x B2 :e", ""),
        ("", ""),
    ],
)
def test_edges_that_are_chosen_are_marked(cells_named: str, path: str) -> None:
    found = seen(action="board_paint", brush="edge:wall", cells=cells_named)
    assert (found.marked_edges, found.field, found.free, found.marked) == (path, "cells", "edges", "")


@pytest.mark.parametrize(
    ("looking", "field", "free", "chosen"),
    [
        ({"action": "board_place", "to": "b2-C3, Z9"}, "to", "cell", "B2 C2 B3 C3"),
        ({"action": "board_place", "to": "C3-b2 nobody"}, "to", "cell", "B2 C2 B3 C3"),
        ({"action": "board_place", "to": "x-B2 B2-x C3-"}, "to", "cell", ""),
        ({"action": "board_place"}, "to", "cell", ""),
        ({"action": "board_paint", "brush": "ground:difficult", "cells": "B2 a3"}, "cells", "cells", "B2 A3"),
    ],
)
def test_cells_that_are_chosen_are_marked(looking: dict[str, str], field: str, free: str, chosen: str) -> None:
    found = seen(**looking)
    assert (found.field, found.free) == (field, free)
    assert found.marked == outline(cells(chosen), "square")


def test_players_choose_nothing_of_the_game_masters() -> None:
    for viewer, action in product((ANA, PUBLIC), ("board_place", "board_paint")):
        found = seen(viewer, action=action, to="B2", cells="B2")
        assert (found.field, found.free, found.marked, found.doors) == ("", "", "", ())


def test_doors_are_opened_and_shut_where_they_stand() -> None:
    assert [(one.name, one.x, one.y) for one in seen().doors] == [
        ("C3:e", 180, 150),
        ("D5:s", 210, 300),
    ]


def tokens(found: BoardPicture) -> list[tuple[Any, ...]]:
    return [(one.who, one.x, one.y, one.quarter, one.now, one.hidden, one.chosen) for one in found.tokens]


def test_who_stands_where_as_each_viewer_may_know_it() -> None:
    shared = [("a", 18, 18, 0, False, False, False), ("b", 42, 42, 1, False, False, False)]
    assert tokens(seen(PUBLIC)) == tokens(seen(ANA)) == shared
    assert tokens(seen(unit="c")) == [
        *shared,
        ("c", 150, 150, None, True, True, True),
        ("d", 450, 450, None, False, True, False),
    ]
    a, b = seen(ANA).tokens
    assert ([a.scale, b.scale], [a.name_y, b.name_y]) == ([".7", ".7"], [-18, 25])
    c = seen().tokens[2]
    assert (c.scale, c.name_y, c.fills) == ("1", 37, None)


def test_ones_own_under_the_cloth_is_hidden_from_others_alone() -> None:
    under = scene(CELLAR, {"a": "C3", "b": "A1"})
    shown = {viewer: picture(USUAL, under, viewer, {}) for viewer in (ANA, PUBLIC, DJ)}
    assert {viewer: [(one.who, one.hidden) for one in found.tokens] for viewer, found in shown.items() if found} == {
        ANA: [("a", False), ("b", False)],
        PUBLIC: [("b", False)],
        DJ: [("a", True), ("b", False)],
    }


def test_those_who_share_a_cell_stand_in_its_quarters_and_a_giant_around_them_in_its_middle() -> None:
    giant = replace(USUAL, span=lambda fight, who: 3 if who == "a" else 1)
    found = picture(giant, scene(CELLAR, {"a": "A1", "b": "B2", "c": "B2"}), DJ, {})
    assert found is not None
    assert [(one.who, one.x, one.y, one.quarter) for one in found.tokens] == [
        ("a", 90, 90, None),
        ("b", 78, 78, 0),
        ("c", 102, 102, 1),
    ]


def test_the_view_begins_at_ones_own_else_at_whose_turn_it_is() -> None:
    assert (seen(ANA).here, seen(PUBLIC).here, seen().here) == ("a", "a", "c")
    assert seen(actor="d").here == "d"
    assert seen(ANA, actor="c").here == "a"
    # the first in the order where it is nobody's: who looks elsewhere already goes on looking there
    assert not any(one.rests for one in (seen(ANA), seen(), seen(actor="d")))
    assert seen(PUBLIC).rests
    assert (seen(unit="c").unit, seen(ANA, unit="c").unit, seen().name) == ("c", "", "Bodega")


def test_a_map_with_nobody_on_it_shows_its_cloth() -> None:
    found = still(USUAL, CELLAR)
    assert (found.tokens, found.name, found.veil is not None, seen().veil) == ((), "Bodega", True, None)
    assert picture(USUAL, scene(), DJ, {}) is None
