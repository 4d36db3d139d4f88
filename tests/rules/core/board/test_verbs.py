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
from rules.core.board.painting import brush_inputs, dumped, size_inputs
from rules.core.board.rules import USUAL, BoardRules, Choosable, GroundKind, Overlay
from rules.core.board.walking import goes_to_says
from rules.core.boards import Board, Land, Region
from rules.core.driver import Done, run
from rules.core.errors import RuleError
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Command, Fight
from rules.core.inputs import Combatants, Text
from rules.core.people import person_options
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


def test_a_lamp_is_proposed_with_a_light_of_four_cells() -> None:
    lit = replace(USUAL, lights=("dim", "dark"))
    (radius,) = (one for one in brush_inputs(lit) if one.name == "radius")
    assert (radius.default, radius.required) == (4, False)


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


# The verbs and their forms


def verb(name: str, rules: BoardRules = USUAL) -> Any:
    return next(one for one in verbs.board_actions(rules) if one.name == name)


def test_the_board_is_the_game_masters_whatever_is_open_and_each_verb_has_its_icon() -> None:
    found = {one.name: one for one in verbs.board_actions(USUAL) if one.name != DOOR}
    assert all(one.for_game_master and one.interrupts for one in found.values())
    assert {name: one.icon for name, one in found.items()} == {
        verbs.LAY_EMPTY: "layout-grid",
        verbs.LAY_MAP: "",
        verbs.TAKE_AWAY: "x",
        verbs.PAINT: "feather",
        verbs.REGION: "eye",
        verbs.PLACE: "target",
        verbs.TAKE_OFF: "undo-2",
        verbs.ENTER: "users",
    }


def test_people_are_chosen_five_in_a_row_and_a_cell_is_asked_for_anew() -> None:
    everybody, there = person_options(PLAIN.order), person_options(["a"])
    together, who, to = verb(verbs.PLACE).inputs(PLAIN, None, DJ)
    assert who == Combatants("who", "input.who", layout="five", several=True, required=False, options=everybody)
    assert to == Text("to", "core.board.cell", length=4, fresh=True)
    assert (together.name, together.required, together.fresh) == ("all", False, True)
    assert [one.value for one in together.options] == ["party", "foes"]
    assert verb(verbs.TAKE_OFF).inputs(PLAIN, None, DJ) == (
        Combatants("who", "input.who", layout="five", several=True, options=there),
    )
    assert verbs.region_input(AMONG.board).fresh


def test_a_new_board_is_proposed_as_large_as_the_one_that_lies_there_and_has_the_shape_of_its_rules() -> None:
    form = verb(verbs.LAY_EMPTY)
    assert [item.default for item in form.inputs(scene(Board(9, 7)), None, DJ)] == [9, 7]
    assert [item.default for item in form.inputs(scene(), None, DJ)] == [item.default for item in size_inputs()]
    hexes = verb(verbs.LAY_EMPTY, replace(USUAL, shape="hex"))
    outcome = run(hexes.resolve(scene(), Command("c", verbs.LAY_EMPTY, None, {"columns": 9, "rows": 7})), {})
    assert isinstance(outcome, Done)
    assert outcome.result.fight.board == Board(9, 7, shape="hex")


def test_a_map_keeps_its_name_and_a_stroke_its_ground() -> None:
    laid = did(scene(), verbs.LAY_MAP, name="Cueva", data=dumped(Board(8, 8))).fight
    assert laid.board == Board(8, 8, name="Cueva")
    wet = did(PLAIN, verbs.PAINT, brush="ground:water", cells="C3").fight
    assert wet.board == Board(8, 8, {"C3": Land("water")})


def test_a_map_with_any_way_in_may_be_entered() -> None:
    verb(verbs.ENTER).check(scene(Board(8, 8, regions={**ROOM, "r2": ENTRIES["r1"]})), Command("c", verbs.ENTER), DJ)


@pytest.mark.parametrize(
    ("inputs", "who"), [({"who": ["a", "b"]}, ("a", "b")), ({"who": [], "all": "foes"}, ("c", "d")), ({"who": []}, ())]
)
def test_a_button_says_who_goes_where(inputs: dict[str, Json], who: tuple[str, ...]) -> None:
    said = verb(verbs.PLACE).says(PLAIN, Command("c", verbs.PLACE, None, {**inputs, "to": "d4"}))
    assert said == (fact("core.board.who_at", who=who, cell="D4") if who else None)


@pytest.mark.parametrize(
    ("places", "who", "stands"),
    [
        ({"a": "A1", "b": "C1"}, ["a", "b"], {"a": "D4", "b": "F4"}),
        ({"a": "A1", "b": "F1"}, ["a", "b"], {"a": "D4", "b": "D3"}),
        ({"a": "A1", "b": "A6"}, ["a", "b"], {"a": "D4", "b": "D3"}),
        ({"a": "A1"}, ["a", "b"], {"a": "D4", "b": "D3"}),
        ({"b": "A1"}, ["a", "b"], {"a": "D4", "b": "D3"}),
    ],
)
def test_those_who_stand_together_stay_so_and_others_come_as_near_as_they_can(
    places: dict[str, str], who: list[Json], stands: dict[str, str]
) -> None:
    after = did(scene(Board(8, 8), places), verbs.PLACE, who=who, to="D4").fight
    assert {one: standing.at for one, standing in after.places.items()} == stands


def test_a_large_one_finds_room_on_the_board_for_all_of_it() -> None:
    large = replace(USUAL, span=lambda fight, who: 2 if who == "b" else 1)
    assert verbs.free_near(scene(Board(8, 8)), "b", at("H8"), large, by_hand=True) == at("G7")
    beside = scene(Board(3, 2), {"a": "B1"})
    assert verbs.free_near(beside, "b", at("A1"), large) is None


def test_ground_that_the_rules_do_not_know_is_stepped_on() -> None:
    gone = scene(Board(2, 1, {"A1": Land("gone"), "B1": Land("gone")}), {"a": "A1"})
    assert verbs.free_near(gone, "b", at("A1"), USUAL) == at("B1")
