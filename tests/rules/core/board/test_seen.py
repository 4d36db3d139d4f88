"""What the party sees of a board, and what it remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.audience import PUBLIC, Viewer
from rules.core.board import seen
from rules.core.board.field import field_of
from rules.core.board.known import as_known
from rules.core.board.places import put_at
from rules.core.board.regions import covered_cells, pale_cells
from rules.core.board.sight import Body, sees
from rules.core.boards import Board, Cell, EdgeKind, Land, Region, Standing, name_of
from rules.core.fight import Combatant, Fight

from .boards import SQUARES, at, drawn

HOUSE = {"board_uncovered_by": "party"}
RULES = replace(SQUARES, lights=("dark",), darkness="dark", shines=lambda fight, who: 2 * (who == "torch"))
SIDES = {"ana": "party", "bruno": "party"}

CELLAR = """
...#...
...#...
.......
...#...
...#...
"""
"""Two rooms with a passage between them."""


def scene(
    board: Board, places: Mapping[str, str], house: Mapping[str, str] = HOUSE, hidden: str = ""
) -> Fight[Any, Any]:
    people = {who: Combatant(who, who, None, side=SIDES.get(who, "foes"), hidden=who == hidden) for who in places}
    standing = {who: Standing(cell) for who, cell in places.items()}
    return Fight(None, people, tuple(people), board=board, places=standing, house=house)


def noted(fight: Fight[Any, Any]) -> Fight[Any, Any]:
    """The fight after a step that changes nothing but what is remembered."""
    return seen.noted(fight, fight, RULES)


def moved(fight: Fight[Any, Any], who: str, to: str) -> Fight[Any, Any]:
    return seen.noted(fight, put_at(fight, who, at(to)), RULES)


def known(fight: Fight[Any, Any], viewer: Viewer = PUBLIC) -> Fight[Any, Any]:
    return as_known(fight, viewer, RULES)


def names(cells: frozenset[Cell]) -> set[str]:
    return {name_of(cell) for cell in cells}


def cloth(fight: Fight[Any, Any]) -> set[str]:
    board = known(fight).board
    assert board is not None
    return names(covered_cells(board))


def pale(fight: Fight[Any, Any]) -> set[str]:
    board = known(fight).board
    assert board is not None
    return names(pale_cells(board))


def test_players_know_what_their_party_sees() -> None:
    fight = scene(drawn(CELLAR).board, {"ana": "A1", "orc": "B5", "lurker": "G1"})
    assert {"G1", "G2", "F1"} <= cloth(fight)
    assert cloth(fight).isdisjoint({"A1", "C5", "D1", "D5", "D3"}), "a wall that is looked at is seen"
    assert known(fight).places.keys() == {"ana", "orc"}
    assert known(fight, Viewer("dj", game_master=True)) is fight


def test_what_was_seen_is_remembered_with_nobody_on_it() -> None:
    fight = noted(scene(drawn(CELLAR).board, {"ana": "A1", "orc": "A2"}))
    fight = moved(moved(fight, "ana", "E3"), "ana", "G1")
    assert {"A1", "A2"} <= pale(fight)
    assert "A1" not in cloth(fight)
    assert "orc" not in known(fight).places
    assert known(moved(fight, "orc", "G5")).places.keys() == {"ana", "orc"}, "where it is in sight"


def test_the_party_sees_together() -> None:
    fight = scene(drawn(CELLAR).board, {"ana": "A1", "bruno": "G1", "orc": "G5"})
    assert known(fight, Viewer("ana", controls=frozenset({"ana"}))).places.keys() == {"ana", "bruno", "orc"}


def test_nobody_sees_by_the_eyes_of_foes_or_of_the_hidden() -> None:
    board = drawn(CELLAR).board
    alone = scene(board, {"ana": "A1"})
    assert cloth(alone) == cloth(scene(board, {"ana": "A1", "orc": "G1"}))
    assert cloth(alone) == cloth(scene(board, {"ana": "A1", "bruno": "G1"}, hidden="bruno"))


def test_a_door_hides_a_room_until_it_opens() -> None:
    doors: Mapping[str, EdgeKind] = {"C3:e": "door"}
    shut = noted(scene(drawn(CELLAR, doors).board, {"ana": "A3", "orc": "G3"}))
    assert "G3" in cloth(shut)
    ajar = replace(shut, board=replace(shut.board, edges={"C3:e": "open_door"}))
    assert "orc" in known(ajar).places
    closed = replace(seen.noted(shut, ajar, RULES), board=shut.board)
    assert "G3" in pale(closed)
    assert "orc" not in known(closed).places


def test_who_passes_a_doorway_has_seen_the_room() -> None:
    fight = noted(scene(drawn(CELLAR).board, {"ana": "A1"}))
    assert "G3" in cloth(fight)
    fight = seen.glimpsed(fight, "ana", [at("A2"), at("A3"), at("A4")], RULES)
    assert "G3" in pale(fight)
    assert seen.glimpsed(fight, "ana", [at("A3")], RULES) is fight


def test_a_step_adds_what_was_not_there_so_that_each_is_taken_back_alone() -> None:
    first = noted(scene(drawn(CELLAR).board, {"ana": "A1"}))
    second = moved(first, "ana", "G1")
    assert second.seen & first.seen == first.seen
    third = replace(second, seen=second.seen - (second.seen - first.seen))
    assert third.seen == first.seen
    # what is in sight when the next step is taken is remembered, whatever was taken back before
    assert moved(replace(second, seen=0), "ana", "A1").seen == second.seen


def test_in_the_dark_one_sees_what_is_beside_one_and_what_a_light_shines_on() -> None:
    cells = {name_of(Cell(column, row)): Land(light="dark") for column in range(1, 11) for row in range(1, 11)}
    board = Board(10, 10, cells)
    alone = scene(board, {"ana": "B2", "orc": "H8"})
    assert len(cloth(alone)) == 100 - 9
    lit = scene(board, {"ana": "B2", "orc": "H8", "torch": "G7"})
    assert known(lit).places.keys() == {"ana", "orc", "torch"}
    assert len(cloth(lit)) == 100 - 9 - 25
    assert cloth(scene(board, {"ana": "B2", "orc": "H8", "torch": "G7"}, hidden="torch")) == cloth(alone)
    assert known(known(alone)) == known(alone), "what is not known of a board is no light on it"
    left = {who: one for who, one in lit.combatants.items() if who != "torch"}
    assert cloth(replace(lit, combatants=left)) == cloth(alone), "who has left shines no more"


def test_regions_rule_where_the_charter_says_so_and_the_uncovered_are_known_by_sight_too() -> None:
    room = ("E1", "E2", "F1", "F2")
    board = replace(drawn(CELLAR).board, regions={"r": Region("Sala", room)})
    fight = scene(board, {"ana": "A1", "orc": "E1"}, {})
    assert cloth(fight) == set(room)
    assert noted(fight) is fight
    by_sight = scene(replace(board, regions={"r": Region("Sala", room, covered=False)}), {"ana": "A1", "orc": "E1"})
    assert pale(by_sight) >= set(room)
    assert "orc" not in known(by_sight).places


def test_who_stands_in_a_passage_sees_it_to_both_ends() -> None:
    for board in (Board(5, 1), Board(1, 5), Board(2, 1), Board(1, 2)):
        cells = list(board.all_cells())
        found = seen.seen_now(scene(board, {"ana": name_of(cells[len(cells) // 2])}), RULES)
        assert seen.cells_of(board, found) == set(cells)
    walled = Board(4, 1, edges={"A1:e": "wall"})
    found = seen.seen_now(scene(walled, {"ana": "D1"}), RULES)
    assert names(seen.cells_of(walled, found)) == {"B1", "C1", "D1"}


def test_only_squares_are_uncovered_by_sight_and_only_where_the_table_has_it_so() -> None:
    fight = scene(Board(4, 4), {"ana": "A1"})
    assert seen.is_by_sight(fight)
    others = (
        replace(fight, house={}),
        replace(fight, board=None),
        replace(fight, board=Board(4, 4, shape="hex")),
        replace(fight, seen=seen.AS_KNOWN),
    )
    for other in others:
        assert not seen.is_by_sight(other)
        assert seen.seen_now(other, RULES) == 0
        assert seen.glimpsed(other, "ana", [at("B2")], RULES) is other
        assert seen.noted(fight, other, RULES) is other


def test_the_party_sees_by_those_whom_its_players_play() -> None:
    fight = scene(Board(4, 4), {"ana": "A1", "orc": "B1"})
    played = fight.with_combatant(replace(fight.combatants["orc"], controllers=frozenset({"u"})))
    assert [seen.is_eye(one, "orc") for one in (fight, played)] == [False, True]
    assert not seen.is_eye(fight, "nobody")
    assert seen.glimpsed(fight, "orc", [at("B2")], RULES) is fight


def test_what_was_seen_on_another_board_is_not_remembered_on_this_one() -> None:
    cellar = scene(drawn(CELLAR).board, {"ana": "A1"})
    seen_before = seen.seen_now(cellar, RULES)
    painted = replace(cellar, board=replace(cellar.board, cells={}), places={"ana": Standing("G1")})
    assert seen.noted(cellar, painted, RULES).seen & seen_before == seen_before
    gone = replace(cellar, places={"ana": Standing("G1")})
    for another in (replace(cellar.board, name="Otra"), replace(cellar.board, rows=6)):
        after = replace(gone, board=another)
        assert (
            seen.noted(cellar, after, RULES).seen == seen.seen_now(after, RULES) != seen.noted(cellar, gone, RULES).seen
        )
    assert seen.noted(replace(cellar, board=None), gone, RULES).seen == seen.seen_now(gone, RULES)
    again = noted(painted)
    assert noted(again) is again


def test_only_the_darkest_hides_and_nothing_where_the_rules_know_no_darkness() -> None:
    board = Board(5, 1, {"D1": Land(light="dim"), "E1": Land(light="dark"), "C1": Land("rough")})
    dim = replace(RULES, lights=("dim", "dark"))
    for rules, hidden in ((dim, {"E1"}), (replace(dim, darkness=""), set())):
        found = seen.seen_now(scene(board, {"ana": "A1"}), rules)
        assert names(frozenset(board.all_cells()) - seen.cells_of(board, found)) == hidden


def test_on_ones_way_in_the_dark_one_glimpses_what_is_beside_one() -> None:
    dark = {f"{column}1": Land(light="dark") for column in "ABCDEFGH"}
    fight = scene(Board(8, 1, dark), {"ana": "A1"})
    after = seen.glimpsed(fight, "ana", [at("D1")], RULES)
    assert names(seen.cells_of(Board(8, 1), after.seen)) == {"C1", "D1", "E1"}


@st.composite
def boards(draw: st.DrawFn) -> Board:
    cells = st.builds(Cell, st.integers(1, 9), st.integers(1, 9)).map(name_of)
    walls = draw(st.sets(cells, max_size=12))
    edges = draw(st.dictionaries(st.builds("{}:{}".format, cells, st.sampled_from("es")), st.just("wall"), max_size=15))
    return Board(9, 9, {name: Land("wall") for name in walls}, edges=edges)  # type: ignore[arg-type]


@given(boards(), st.integers(1, 9), st.integers(1, 9))
def test_nothing_is_seen_that_no_line_reaches(board: Board, column: int, row: int) -> None:
    start = Cell(column, row)
    fight = scene(board, {"ana": name_of(start)})
    field = field_of(board, RULES)
    reached = {name_of(cell) for cell in board.all_cells() if sees(field, Body(start), Body(cell))} | {name_of(start)}
    shown = {name_of(cell) for cell in board.all_cells()} - cloth(fight)
    assert shown <= reached
    beside = {name for name in reached if max(abs(at(name).column - column), abs(at(name).row - row)) <= 1}
    assert beside <= shown


@given(boards(), boards(), st.integers(1, 9), st.integers(1, 9))
def test_what_was_never_seen_makes_no_difference(board: Board, other: Board, column: int, row: int) -> None:
    """Two boards that agree in all that is seen are known alike, no matter who stands where it is not seen."""
    one = scene(board, {"ana": name_of(Cell(column, row))})
    hidden = cloth(one)
    if not hidden:
        return
    cells = {name: land for name, land in board.cells.items() if name not in hidden}
    cells |= {name: land for name, land in other.cells.items() if name in hidden}
    edges = {name: kind for name, kind in board.edges.items() if not _inside(name, hidden)}
    edges |= {name: kind for name, kind in other.edges.items() if _inside(name, hidden)}
    two = scene(Board(9, 9, cells, edges=edges), {"ana": name_of(Cell(column, row)), "orc": sorted(hidden)[0]})
    assert known(two).board == known(one).board
    assert known(two).places == known(one).places


def _inside(edge: str, cells: set[str]) -> bool:
    cell = at(edge.partition(":")[0])
    other = Cell(cell.column + 1, cell.row) if edge.endswith("e") else Cell(cell.column, cell.row + 1)
    return name_of(cell) in cells and name_of(other) in cells


@pytest.mark.parametrize("columns", [4, 9, 40])
def test_cells_are_found_again_in_their_number(columns: int) -> None:
    board = Board(columns, 7)
    cells = frozenset({Cell(1, 1), Cell(columns, 7), Cell(2, 3)})
    assert seen.cells_of(board, seen.of_cells(board, cells)) == cells
    assert seen.cells_of(board, seen.all_of(board)) == frozenset(board.all_cells())
