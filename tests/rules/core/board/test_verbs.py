"""The game master's verbs for a board: what each refuses and tells, and words for cells and ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.board import verbs
from rules.core.board.choosing import MOST_LINKS, parted, spot_of
from rules.core.board.doors import DOOR
from rules.core.board.going import Going, on_its_way
from rules.core.board.painting import brush_inputs, dumped
from rules.core.board.rules import USUAL, Choosable, GroundKind, Overlay
from rules.core.board.walking import goes_to_says
from rules.core.boards import Board, Land, Region
from rules.core.errors import RuleError
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Command, Fight
from rules.core.types import Json
from tests.rules.core.board.boards import SQUARES, at, cells
from tests.rules.core.board.test_hand import ANA, DJ, ROOM, did, scene

PLAIN = scene(Board(8, 8), {"a": "A1"})
AMONG = scene(Board(8, 8, {"B2": Land("difficult")}, edges={"C3:e": "door"}, regions=ROOM), {"a": "A1", "b": "B1"})
NOBODY = replace(PLAIN, order=(), combatants={}, places={})


@pytest.mark.parametrize(
    ("fight", "verb", "viewer", "reason"),
    [
        *((scene(), verb, DJ, "core.board.none") for verb in verbs.NAMES if verb != verbs.LAY_EMPTY),
        (scene(), verbs.REGION, DJ, "core.board.none"),
        (PLAIN, DOOR, DJ, "core.board.no_doors"),
        (AMONG, DOOR, ANA, "core.board.no_door_beside"),
        (PLAIN, verbs.REGION, DJ, "core.board.no_regions"),
        (AMONG, verbs.ENTER, DJ, "core.board.no_entries"),
        (scene(Board(8, 8)), verbs.TAKE_OFF, DJ, "core.board.nobody_placed"),
        (NOBODY, verbs.PLACE, DJ, "core.relation.nobody"),
    ],
)
def test_what_cannot_be_done_with_a_board_as_it_is(
    fight: Fight[Any, Any], verb: str, viewer: Viewer, reason: str
) -> None:
    action = next(one for one in verbs.board_actions(USUAL) if one.name == verb)
    with pytest.raises(RuleError) as refused:
        action.check(fight, Command("c", verb, None if viewer.game_master else "a"), viewer)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("fight", "verb", "inputs", "reason", "field"),
    [
        (PLAIN, verbs.PLACE, {"who": [], "to": "B2"}, "core.board.who", "who"),
        (scene(Board(1, 1), {"a": "A1"}), verbs.PLACE, {"who": ["b"], "to": "A1"}, "core.board.no_room", "to"),
        (PLAIN, verbs.PLACE, {"who": ["a"], "to": "Z9"}, "core.board.no_cell", "to"),
    ],
)
def test_nobody_is_put_where_they_cannot_stand(
    fight: Fight[Any, Any], verb: str, inputs: dict[str, Json], reason: str, field: str
) -> None:
    with pytest.raises(RuleError) as refused:
        did(fight, verb, **inputs)
    assert (refused.value.reason, refused.value.field) == (reason, field)


UNCOVERED = {"r1": replace(ROOM["r1"], covered=False)}
ENTRIES = {"r1": Region("Puerta", ("H1",), entry="party")}


@pytest.mark.parametrize(
    ("fight", "verb", "inputs", "told"),
    [
        (scene(), "board_new", {"columns": 9, "rows": 7}, fact("core.board.laid_empty", columns=9, rows=7)),
        (
            scene(),
            "board_map",
            {"name": "N" * 70, "data": dumped(Board(8, 8))},
            fact("core.board.laid", name="N" * 60, audience=GAME_MASTER),
        ),
        (PLAIN, "board_gone", {}, fact("core.board.gone")),
        (
            PLAIN,
            "board_paint",
            {"brush": "ground:water", "cells": "C3 " * 30},
            fact("core.board.painted", where=("C3 " * 30)[:60], audience=GAME_MASTER),
        ),
        (AMONG, "board_region", {"region": "r1"}, fact("core.board.uncovered", name="Oficina", audience=GAME_MASTER)),
        (
            scene(Board(8, 8, regions=UNCOVERED)),
            "board_region",
            {"region": "r1"},
            fact("core.board.covered_again", name="Oficina", audience=GAME_MASTER),
        ),
        (
            PLAIN,
            "board_place",
            {"who": ["a"], "to": "d5"},
            fact("core.board.placed", who=Ref("a"), cell="D5", audience=TABLE),
        ),
        (
            scene(Board(8, 8, regions=ENTRIES), {"c": "A1"}),
            "board_enter",
            {},
            fact("core.board.entered", audience=GAME_MASTER),
        ),
    ],
)
def test_what_a_stroke_tells_and_whom(fight: Fight[Any, Any], verb: str, inputs: dict[str, Json], told: Fact) -> None:
    assert did(fight, verb, **inputs).explanation == (told,)


def test_those_who_enter_leave_where_they_stood() -> None:
    after = did(scene(Board(8, 8, regions=ENTRIES), {"c": "A1", "a": "C3"}), "board_enter").fight
    assert {who: one.at for who, one in after.places.items()} == {"a": "H1", "b": "G1"}


@pytest.mark.parametrize(
    ("verb", "board"), [("board_new", Board(9, 7)), ("board_map", Board(8, 8)), ("board_gone", None)]
)
def test_of_another_board_nobody_has_seen_anything_and_nobody_is_on_it(verb: str, board: Board | None) -> None:
    inputs: dict[str, dict[str, Json]] = {
        "board_new": {"columns": 9, "rows": 7},
        "board_map": {"data": dumped(Board(8, 8))},
    }
    after = did(replace(PLAIN, seen=5), verb, **inputs.get(verb, {})).fight
    assert (after.places, after.seen) == ({}, 0)
    assert after.board == (replace(board, name=after.board.name) if board and after.board else board)


def test_a_region_is_offered_with_whether_it_is_covered() -> None:
    (choice,) = (verbs.region_input(Board(8, 8, regions={**ROOM, "r2": Region("Patio", ("A1",), covered=False)})),)
    notes = {one.value: [note.code for note in one.notes] for one in choice.options}
    assert notes == {"r1": ["core.board.is_covered"], "r2": ["core.board.not_covered"]}
    assert verbs.region_input(None).options == ()


def test_sides_and_groups_of_more_than_one_are_put_down_by_one_tap() -> None:
    people = {who: replace(one, group="rats" if who in "cd" else None) for who, one in PLAIN.combatants.items()}
    play = replace(PLAIN, combatants={**people, "d": replace(people["d"], side="party")})
    (place,) = (one for one in verbs.board_actions(USUAL) if one.name == verbs.PLACE)
    choice: Any = place.inputs(play, None, DJ)[0]
    assert [(one.value, one.label) for one in choice.options] == [
        ("party", Fact("core.board.entry.party")),
        ("rats", fact("core.board.all_of", 2, who=Ref("c"))),
    ]
    assert did(play, verbs.PLACE, who=[], all="rats", to="D4").fight.places.keys() == {"a", "c", "d"}
    alone = replace(PLAIN, combatants={"a": people["a"], "c": people["c"]}, order=("a", "c"))
    assert [one.name for one in place.inputs(alone, None, DJ)] == ["who", "to"]


# What is read on a board


def test_a_brush_says_what_its_ground_costs() -> None:
    grounds = (GroundKind("clear"), GroundKind("mud", 3), GroundKind("pit", 0))
    brush: Any = brush_inputs(replace(USUAL, grounds=grounds))[0]
    notes = {one.value: one.notes for one in brush.options if one.notes}
    assert notes == {"ground:mud": (fact("core.board.costs", times=3),), "ground:pit": (fact("core.board.no_step"),)}
    assert brush.default == "ground:clear"


@pytest.mark.parametrize(
    ("land", "said"),
    [
        (Land(), fact("core.board.is", cell="B2")),
        (Land("rough"), fact("core.board.is_on", cell="B2", ground=Word(SQUARES.grounds[1].said.code))),
        (
            Land("rough", 2),
            fact("core.board.is_on_level", cell="B2", ground=Word(SQUARES.grounds[1].said.code), level=2),
        ),
        (Land("gone"), fact("core.board.is", cell="B2")),
        (
            Land("gone", 1),
            fact("core.board.is_on_level", cell="B2", ground=Word(SQUARES.grounds[0].said.code), level=1),
        ),
    ],
)
def test_a_cell_is_read_out_with_its_ground_and_height(land: Land, said: Fact) -> None:
    board, overlay = Board(8, 8, {"B2": land}), Overlay("to", choosable=())
    spot = spot_of(SQUARES, board, overlay, Choosable(at("B2"), 10), {})
    assert spot.labels == (said, fact("core.board.cost", 10))
    hexes = spot_of(
        replace(SQUARES, shape="hex"), replace(board, shape="hex", cells={}), overlay, Choosable(at("B2")), {}
    )
    assert hexes.labels == (fact("core.board.is_hex", cell="0202"),)


def test_a_corner_is_read_out_by_its_name_alone() -> None:
    board = Board(8, 8, {"B2": Land("rough", 2)})
    spot = spot_of(SQUARES, board, Overlay("to", corners=True), Choosable(at("B2")), {})
    assert (spot.x, spot.y, spot.labels) == (60, 60, (fact("core.board.is", cell="B2"),))


def test_of_many_cells_those_that_are_far_are_one_link() -> None:
    board = Board(30, 30)
    everywhere = tuple(Choosable(cell, 5, far=cell.row > 1) for cell in board.all_cells())
    few = Overlay("to", choosable=everywhere[:MOST_LINKS])
    assert parted(board, few, "a", {}) == (few.choosable, ())
    many = Overlay("to", choosable=everywhere, chosen=(at("C3"),), way=(at("B2"),))
    own, (far,) = parted(board, many, "a", {})
    assert {one.cell for one in own} == {one.cell for one in everywhere if not one.far} | {*cells("B2 C3")}
    assert (far.kind, far.label, far.fills, far.field) == ("far", fact("core.board.farther"), {"to": ""}, "to")
    near = Overlay("to", choosable=tuple(replace(one, far=False) for one in everywhere))
    assert parted(board, near, "a", {}) == (list(near.choosable), ())
    begins, (one,) = parted(board, replace(many, begins="move"), "a", {})
    assert (begins, one.kind, one.label) == ((), "begins", Fact("action.move"))
    assert one.fills == {"action": "move", "filled": "act:a:move"}


def test_where_a_way_ends_is_said_of_the_one_that_goes_it() -> None:
    going = Going("a", tuple(cells("A1 B1 C1")))
    assert on_its_way(PLAIN, "a", going) == (fact("core.board.on_its_way", cell="C1"),)
    assert on_its_way(PLAIN, "b", going) == on_its_way(PLAIN, "a", None) == ()
    assert on_its_way(replace(PLAIN, board=None), "a", going) == ()


@pytest.mark.parametrize(
    ("to", "who", "said"),
    [("c4", "a", fact("core.board.goes_to", cell="C4")), ("c4", "b", None), ("", "a", None), ("??", "a", None)],
)
def test_a_button_says_where_a_move_leads(to: str, who: str, said: Fact | None) -> None:
    assert goes_to_says(PLAIN, Command("c", "move", who, {"to": to})) == said
    assert goes_to_says(replace(PLAIN, board=None), Command("c", "move", who, {"to": to})) is None
