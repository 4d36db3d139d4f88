"""Lines over squares: what stops them, what hides behind what, and that neither end sees more than the other."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.core.board.field import Field, field_of
from rules.core.board.rules import Line
from rules.core.board.sight import (
    Body,
    Point,
    Sight,
    concealed_by,
    corners,
    cover,
    crossed,
    level_of,
    middle,
    sees,
    stop,
)
from rules.core.boards import Board, Cell, EdgeKind, Land, name_of
from tests.rules.core.board.boards import SQUARES, at, drawn

SIDE = 7

FLAT = (1, 1)
"""The heights of two heads where nothing rises."""

places = st.builds(Cell, st.integers(1, SIDE), st.integers(1, SIDE))
names = st.builds(name_of, places)


@st.composite
def fields(draw: st.DrawFn, kinds: tuple[str, ...] = ("wall", "rough")) -> Field:
    lands = draw(st.dictionaries(names, st.sampled_from(kinds), max_size=12))
    edge_names = st.builds("{}:{}".format, names, st.sampled_from("es"))
    edges: dict[str, EdgeKind] = draw(
        st.dictionaries(edge_names, st.sampled_from(("wall", "door", "open_door", "low_wall", "window")), max_size=10)
    )
    return field_of(Board(SIDE, SIDE, {name: Land(kind) for name, kind in lands.items()}, edges=edges), SQUARES)


def inside(cell: Cell, x: float, y: float) -> bool:
    return cell.column - 1 < x / 100 < cell.column and cell.row - 1 < y / 100 < cell.row


def stopped_by_measuring(field: Field, start: Point, end: Point) -> bool:
    """Whether a line meets a wall or solid ground, found by walking along it in very small steps."""
    (x, y), (to_x, to_y) = start, end
    steps = 4000
    first, last = (Cell(point[0] // 100 + 1, point[1] // 100 + 1) for point in (start, end))
    before = first
    for step in range(steps + 1):
        here_x, here_y = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
        here = Cell(int(here_x // 100) + 1, int(here_y // 100) + 1)
        if here != before and field.edge(before, here) in ("wall", "door"):
            return True
        if here not in (first, last) and field.board.land(here).ground == "wall":
            return True
        before = here
    return False


def through_a_corner(start: Point, end: Point) -> bool:
    """Whether a line meets a corner of squares, where walking along it says little."""
    return any(one.column != other.column and one.row != other.row for one, other in pairwise(crossed(start, end)))


@given(fields(), places, places, st.integers(0, 4), st.integers(0, 4))
def test_a_line_is_stopped_where_it_meets_something(field: Field, one: Cell, other: Cell, first: int, second: int):
    start = (*corners(Body(one)), middle(Body(one)))[first]
    end = (*corners(Body(other)), middle(Body(other)))[second]
    assume(not through_a_corner(start, end))
    assert (stop(field, start, end, FLAT) is not None) == stopped_by_measuring(field, start, end)


@given(fields(), places, places, st.integers(1, 3), st.integers(1, 3))
def test_both_ends_see_each_other_or_neither_does(field: Field, one: Cell, other: Cell, span: int, other_span: int):
    here, there = Body(Cell(*map(min, one, (5, 5))), span), Body(Cell(*map(min, other, (5, 5))), other_span)
    assert sees(field, here, there) == sees(field, there, here)
    found = cover(field, here, there)
    assert found.seen == sees(field, here, there)
    assert len(found.sights) == 4
    for start in corners(here):
        for end in corners(there):
            assert (stop(field, start, end, FLAT) is None) == (stop(field, end, start, FLAT) is None)


def turned_round(field: Field) -> Field:
    """The same board with its columns and rows exchanged."""
    cells = {flipped(name): land for name, land in field.board.cells.items()}
    edges = {
        f"{flipped(name[:-2])}:{'s' if name.endswith('e') else 'e'}": kind for name, kind in field.board.edges.items()
    }
    return field_of(replace(field.board, cells=cells, edges=edges), SQUARES)


def flipped(name: str) -> str:
    return name_of(Cell(at(name).row, at(name).column))


@given(fields(("wall", "crate")), places, places)
def test_a_board_turned_round_gives_the_same_cover(field: Field, one: Cell, other: Cell):
    assume(one != other)
    found = cover(field, Body(one), Body(other))
    turned = cover(turned_round(field), Body(Cell(one.row, one.column)), Body(Cell(other.row, other.column)))
    assert (found.stopped, found.seen) == (turned.stopped, turned.seen)


@given(fields(), places, places, names)
def test_one_more_wall_never_uncovers(field: Field, one: Cell, other: Cell, wall: str):
    more = field_of(replace(field.board, cells={**field.board.cells, wall: Land("wall")}), SQUARES)
    assert cover(more, Body(one), Body(other)).stopped >= cover(field, Body(one), Body(other)).stopped


@pytest.mark.parametrize(
    ("board", "one", "other", "stopped", "seen"),
    [
        ("....", "A1", "D1", 0, True),
        ("...\n.#.\n...", "A2", "C2", 4, False),
        ("...\n.#.\n...", "A1", "C3", 3, False),
        ("...\n#..\n...", "A1", "A3", 4, False),
        ("...\n.#.\n...", "B1", "C3", 0, True),
        ("...\n.#.\n...", "A1", "C2", 1, True),
        (".......\n" * 3 + "...#...\n.......", "A2", "E4", 2, True),
        ("....\n....\n.#..\n....", "A1", "C4", 2, True),
        ("....\n.#..\n....", "A2", "D1", 0, True),
        ("....\n#...\n....", "A1", "D3", 0, True),
    ],
)
def test_the_best_corner_decides_how_many_lines_are_stopped(board: str, one: str, other: str, stopped: int, seen: bool):
    found = cover(drawn(board), Body(at(one)), Body(at(other)))
    assert (found.stopped, found.seen) == (stopped, seen)


def test_who_stands_along_a_wall_is_seen_and_who_stands_behind_it_is_not():
    field = drawn("....\n....", {"A1:s": "wall", "B1:s": "wall", "C1:s": "wall", "D1:s": "wall"})
    assert cover(field, Body(at("A1")), Body(at("D1"))).stopped == 0
    assert not sees(field, Body(at("A1")), Body(at("A2")))
    assert not sees(field, Body(at("A1")), Body(at("D2")))


def test_two_walls_that_meet_at_a_corner_let_nothing_through_it():
    assert not sees(drawn(".#\n#."), Body(at("A1")), Body(at("B2")))
    assert sees(drawn(".#\n.."), Body(at("A1")), Body(at("B2")))
    assert not sees(drawn("..\n..", {"A1:e": "wall", "A1:s": "wall"}), Body(at("A1")), Body(at("B2")))


@pytest.mark.parametrize(("kind", "seen"), [("door", False), ("open_door", True), ("window", True), ("low_wall", True)])
def test_what_a_door_and_a_window_let_through(kind: EdgeKind, seen: bool):
    assert sees(drawn("...", {"A1:e": kind}), Body(at("A1")), Body(at("C1"))) is seen


def test_a_low_wall_hides_who_is_as_near_to_it_and_not_who_is_farther():
    field = drawn("......", {"B1:e": "low_wall"})
    near, far, beside = Body(at("B1")), Body(at("F1")), Body(at("C1"))
    assert cover(field, far, near).hidden_by(SQUARES.covers) == "low"
    assert cover(field, near, far).hidden_by(SQUARES.covers) == ""
    assert cover(field, near, beside).hidden_by(SQUARES.covers) == "low"
    assert cover(field, beside, near).hidden_by(SQUARES.covers) == "low"


def test_what_hides_two_of_the_four_corners_covers():
    assert (
        cover(drawn("..... .....", {"D1:s": "low_wall"}), Body(at("E2")), Body(at("C1"))).hidden_by(SQUARES.covers)
        == "low"
    )


def test_a_crate_covers_who_is_behind_it_or_in_it_and_the_greater_cover_counts():
    field = drawn("...x..", {"E1:e": "window"})
    assert cover(field, Body(at("A1")), Body(at("E1"))).hidden_by(SQUARES.covers) == "half"
    assert cover(field, Body(at("A1")), Body(at("D1"))).hidden_by(SQUARES.covers) == "half"
    assert cover(field, Body(at("E1")), Body(at("A1"))).hidden_by(SQUARES.covers) == ""
    assert cover(field, Body(at("A1")), Body(at("F1"))).hidden_by(SQUARES.covers) == "frame"


def test_those_in_the_way_are_named_and_stop_nothing():
    standing = {at("C1"): "teo", at("C3"): "iria", at("A1"): "self", at("E1"): "target"}
    found = cover(drawn(".....\n.....\n....."), Body(at("A1")), Body(at("E1")), standing)
    assert (found.stopped, found.past) == (0, ("teo",))


def test_what_lies_before_a_wall_is_named_and_what_lies_behind_it_is_not():
    standing = {at("B1"): "teo", at("D1"): "iria"}
    found = cover(drawn(".....\n....."), Body(at("A1")), Body(at("E1")), standing)
    walled = cover(drawn(".....\n.....", {"C1:e": "wall", "C2:e": "wall"}), Body(at("A1")), Body(at("E1")), standing)
    assert (found.stopped, found.past) == (0, ("teo", "iria"))
    assert (walled.stopped, walled.past) == (4, ("teo",))


@pytest.mark.parametrize(
    ("target", "between", "named"),
    [("E3", "B1", ()), ("F2", "E1", ()), ("C4", "B4", ()), ("B4", "A2", ("teo",)), ("B3", "A2", ("teo",))],
)
def test_the_corner_with_least_in_the_way_counts_and_then_two_lines_of_four(target: str, between: str, named: object):
    found = cover(drawn("......\n" * 6), Body(at("A1")), Body(at(target)), {at(between): "teo"})
    assert found.past == named


def test_a_hill_stops_lines_that_pass_over_its_near_or_its_far_edge():
    field = drawn("3..20")
    assert not sees(field, Body(at("A1")), Body(at("E1")))
    assert not sees(field, Body(at("E1")), Body(at("A1")))
    assert sees(drawn("4..10"), Body(at("A1")), Body(at("E1")))


def test_a_hill_stops_lines_and_a_low_rise_only_hides():
    assert not sees(drawn("..2.."), Body(at("A1")), Body(at("E1")))
    assert sees(drawn("..1.."), Body(at("A1")), Body(at("E1")))
    assert cover(drawn("..1.."), Body(at("A1")), Body(at("E1"))).hidden_by(SQUARES.covers) == "low"
    assert sees(drawn("..2.."), Body(at("C1")), Body(at("E1")))
    assert sees(drawn("..2..2"), Body(at("C1")), Body(at("F1")))
    assert not sees(drawn("0222220"), Body(at("C1")), Body(at("G1")))


def test_who_stands_high_looks_over_low_things_and_a_giant_over_men():
    wall: dict[str, EdgeKind] = {"D1:e": "low_wall"}
    assert cover(drawn("3....", wall), Body(at("A1")), Body(at("E1"))).hidden_by(SQUARES.covers) == "low"
    assert cover(drawn("3....", {"C1:e": "low_wall"}), Body(at("A1")), Body(at("E1"))).hidden_by(SQUARES.covers) == ""
    assert sees(drawn("....2.....\n.........."), Body(at("A1"), 2), Body(at("I1"), 2))


@given(fields(), places, places)
def test_concealment_between_two_is_the_greatest_on_the_way(field: Field, one: Cell, other: Cell):
    assume(one != other)
    order = ("haze", "fog")
    misty = field_of(replace(field.board, cells={name_of(other): Land(concealment="haze")}), SQUARES)
    assert concealed_by(misty, Body(one), Body(other), order) == "haze"
    assert concealed_by(misty, Body(other), Body(one), order) == ""
    lane = list(crossed(middle(Body(one)), middle(Body(other))))
    assert (lane[0], lane[-1]) == (one, other)
    foggy = {**misty.board.cells, name_of(lane[-2]): Land(concealment="fog")}
    worse = concealed_by(field_of(replace(field.board, cells=foggy), SQUARES), Body(one), Body(other), order)
    assert worse == ("fog" if lane[-2] != one else "haze")


def body(text: str) -> Body:
    """The body of a cell, with its span after a star."""
    name, _star, span = text.partition("*")
    return Body(at(name), int(span or 1))


def written(point: Point | None) -> str:
    return "-" if point is None else f"{point[0]},{point[1]}"


@pytest.mark.parametrize(
    ("board", "edges", "bodies", "standing", "lines", "between_middles"),
    [
        ("..... ..2..", "", "E2 D1", "", "404,104: - - - -", "-"),
        ("...3..", "", "F1 A1", "", "504,4: 400,4 400,4 400,23 400,27", "400,50"),
        ("..... .....", "D1:s=low_wall", "E2 C1", "", "496,104: - - -+low -+low", "-"),
        (".2... .....", "C2:e=door", "C2 C1*2", "", "204,104: - - - 300,150", "-"),
        (".... .4.. .... ....", "A3:e=low_wall", "D4 A1*2", "", "304,304: 200,200 - - -", "200,200"),
        ("..... ..... ..... .....", "C3:e=low_wall C2:s=low_wall", "C3 B2*3", "", "204,204: - -+low - -", "-"),
        ("3.....", "", "A1 C1", "C1=x", "4,4: - - - -", "-"),
        ("......", "E1:e=window", "F1 E1", "", "504,4: -+frame -+frame -+frame -+frame", "-"),
        ("..... ..... ...1. .....", "C3:e=low_wall", "B4 C2*3", "", "104,304: - - - -", "-"),
        ("..... ...3.", "", "A2 D1*2", "", "4,104: - - - -+low", "-"),
        (".... .... .... ....", "B1:e=low_wall", "C1 A2*2", "C2=y", "204,4: - - - -/y", "-"),
        ("..... .....", "C1:s=door", "A1 E2", "A2=x", "96,96: - - - -", "250,100"),
        ("..... ..3.. ..... .....", "", "A1*3 D2*2", "", "296,4: - - - -", "300,179"),
        ("..... .....", "D1:e=door", "B2 E1", "", "104,104: 400,5 400,28 - -", "400,66"),
        (".... .... 4... ....", "", "D3 A3", "", "304,204: - - - -", "-"),
        (".... .... .... ....", "", "B4 A1", "A3=y", "196,304: - - - -", "-"),
        ("...1.1", "", "A1 F1", "", "4,4: - - - -", "-"),
        (".... .... .... ....", "", "A1*2 C2", "B2=x", "4,4: - - - -", "-"),
    ],
)
def test_where_the_four_lines_begin_what_they_pass_and_where_they_are_stopped(
    board: str, edges: str, bodies: str, standing: str, lines: str, between_middles: str
):
    """Each line is written as where it is stopped, what hides behind a plus, who stands in the way behind a slash."""
    field = drawn(board, dict(one.split("=") for one in edges.split()))
    one, other = map(body, bodies.split())
    found = cover(field, one, other, {at(name): who for name, who in (item.split("=") for item in standing.split())})
    told = (
        written(sight.stopped)
        + "".join(f"+{name}" for name in sight.hidden_by)
        + "".join(f"/{who}" for who in sight.past)
        for sight in found.sights
    )
    assert f"{written(found.sights[0].start)}: {' '.join(told)}" == lines
    heads = level_of(field, one) + 1, level_of(field, other) + 1
    assert written(stop(field, middle(one), middle(other), heads)) == between_middles


def test_a_line_is_drawn_as_clear_or_to_where_it_is_stopped():
    assert Sight((4, 4), (96, 4)).line == Line("clear", (4, 4), (96, 4))
    assert Sight((4, 4), (304, 4), (100, 4)).line == Line("stopped", (4, 4), (304, 4), (100, 4))
