"""Walking where nobody is asked along the way: what is reached, what is refused, who is met, how near one comes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.board import seen
from rules.core.board.going import _up_to
from rules.core.board.rules import USUAL, GroundKind
from rules.core.board.walking import (
    ANYWHERE,
    cells_between,
    free_for,
    gone,
    known_to,
    nearest_to,
    next_to,
    overlay,
    planned_way,
    reach_of,
    square_inputs,
    towards,
)
from rules.core.boards import Board, Cell, Land, Region, name_of
from rules.core.errors import RuleError
from rules.core.facts import Notes, Ref, fact
from rules.core.fight import Fight
from rules.core.relations import RelationKind, relate, related
from rules.core.types import Json
from tests.rules.core.board.boards import at, cells
from tests.rules.core.board.test_hand import scene

LARGE = replace(USUAL, span=lambda fight, who: 2 if who == "c" else 1)


def stands(fight: Fight[Any, Any], who: str) -> bool:
    """Nobody in these scenes has fallen but `d`."""
    return who != "d"


def corridor(*, played: bool = True, **hidden: bool) -> Fight[Any, Any]:
    """A row of ten cells: `a` at its beginning, a friend and a foe on it, one who has fallen at its end."""
    play = scene(Board(10, 1), {"a": "A1", "b": "C1", "c": "G1", "d": "J1"}, **hidden)
    return play.with_combatant(replace(play.combatants["a"], controllers=frozenset({"p"} if played else ())))


def names(found: Any) -> str:
    return " ".join(name_of(cell) for cell in found or ())


def test_one_passes_friends_and_the_fallen_and_not_foes() -> None:
    assert names(sorted(reach_of(corridor(), "a", USUAL, 9, stands).costs)) == "A1 B1 D1 E1 F1"
    friends = corridor().with_combatant(replace(corridor().combatants["c"], side="party"))
    assert names(sorted(reach_of(friends, "a", USUAL, 9, stands).costs)) == "A1 B1 D1 E1 F1 H1 I1 J1"
    assert names(sorted(reach_of(corridor(), "a", USUAL, 3, stands).costs)) == "A1 B1 D1"


def test_what_lies_under_the_cloth_is_no_way_for_players() -> None:
    board = Board(10, 1, regions={"r": Region("Sala", ("E1", "F1"))})
    for played, reached in ((True, "A1 B1 D1"), (False, "A1 B1 D1 E1 F1")):
        found = reach_of(replace(corridor(played=played), board=board), "a", USUAL, 9, stands)
        assert names(sorted(found.costs)) == reached


def test_one_leaves_the_cloth_that_one_stands_under_and_the_gone_stand_nowhere() -> None:
    under = replace(corridor(), board=Board(10, 1, regions={"r": Region("Sala", ("A1",))}))
    assert names(sorted(reach_of(under, "a", USUAL, 9, stands).costs)) == "A1 B1 D1 E1 F1"
    left = {who: one for who, one in corridor().combatants.items() if who != "c"}
    alone = replace(corridor(), combatants=left)
    assert names(sorted(reach_of(alone, "a", USUAL, 9, stands).costs)) == "A1 B1 D1 E1 F1 G1 H1 I1 J1"
    assert gone(alone, "a", cells("A1 G1 H1"), USUAL, stands, Notes(), ()).places["a"].at == "H1"
    assert free_for(alone, "b", at("G1"), USUAL, stands)


def test_a_large_one_is_in_its_own_way_nowhere() -> None:
    board = Board(4, 2, regions={"r": Region("Sala", ("A1", "A2", "B1", "B2"))})
    play = scene(board, {"c": "A1"})
    play = play.with_combatant(replace(play.combatants["c"], controllers=frozenset({"p"})))
    assert names(sorted(reach_of(play, "c", LARGE, 9, stands).costs)) == "A1 B1 C1"


def test_the_mover_of_a_combatant_of_the_players_knows_nothing_of_the_hidden() -> None:
    assert known_to(corridor(c=True), "a", USUAL).places.keys() == {"a", "b", "d"}
    own = replace(corridor(), board=Board(10, 1, regions={"r": Region("Sala", ("A1", "C1"))}))
    assert known_to(own, "a", USUAL).places.keys() == {"a", "c", "d"}
    whole = corridor(played=False, c=True)
    assert known_to(whole, "a", USUAL) is whole


@pytest.mark.parametrize(
    ("values", "reason", "field", "cell"),
    [
        ({"to": "z9"}, "core.board.no_cell", "to", "z9"),
        ({"to": "much-too-long"}, "core.board.no_cell", "to", "much-too"),
        ({"to": "E1", "via": "B1 K1"}, "core.board.no_cell", "via", "K1"),
        ({"to": "H1"}, "core.board.out_of_reach", "to", "H1"),
        ({"to": "f1"}, "core.board.out_of_reach", "to", "F1"),
    ],
)
def test_a_way_that_cannot_be_gone_is_refused(values: dict[str, Json], reason: str, field: str, cell: str) -> None:
    with pytest.raises(RuleError) as refused:
        planned_way(corridor(), "a", USUAL, 4, stands, values)
    assert (refused.value.reason, refused.value.field, refused.value.params) == (reason, field, {"cell": cell})


def test_a_way_leads_by_the_cells_that_are_named() -> None:
    play = scene(Board(4, 3), {"a": "A1"})
    assert planned_way(play, "a", USUAL, 9, stands, {"to": "c1"}) == (tuple(cells("A1 B1 C1")), 2)
    way, cost = planned_way(play, "a", USUAL, 9, stands, {"to": "C1", "via": "a3"})
    assert (names(way), cost) == ("A1 A2 A3 B2 C1", 5)


def test_who_meets_one_they_did_not_know_of_stops_before_them() -> None:
    near = RelationKind("near", ("far", "near"), "between")
    play, way = relate(corridor(c=True), near, "a", "b", "near"), cells("A1 B1 C1 D1 E1 F1 G1 H1")
    notes = Notes()
    after = gone(play, "a", way, USUAL, stands, notes, (near,))
    assert notes.so_far == (fact("core.board.blocked", who=Ref("a"), cell="F1"),)
    assert (after.places["a"].at, related(after, near, "a", "b")) == ("F1", "far")
    for hidden, end in ((True, 6), (False, 6), (False, 8)):
        notes = Notes()
        met = play.with_combatant(replace(play.combatants["c"], hidden=hidden))
        reached = gone(met, "a", way[:end], USUAL, stands, notes, ())
        assert (reached.places["a"].at, notes.so_far) == (name_of(way[end - 1]), ()), "none is in the way, or is known"
        assert related(reached, near, "a", "b") == "near"
    assert gone(play, "a", cells("F1 G1"), USUAL, stands, Notes(), ()).places["a"].at == "F1", "at the first step"
    fallen = replace(corridor(d=True), places={**play.places, "d": play.places["c"]})
    assert gone(fallen, "a", way, USUAL, stands, Notes(), ()).places["a"].at == "H1"


def test_the_party_remembers_what_one_sees_on_the_way() -> None:
    """In the dark one sees no farther than the next cell; the ends of the way are seen before and after it."""
    dark = Board(9, 1, {f"{column}1": Land(light="night") for column in "ABCDEFGHI"})
    play = replace(scene(dark, {"a": "A1"}), house={"board_uncovered_by": "party"})
    rules = replace(USUAL, lights=("night",), darkness="night")
    after = gone(play, "a", cells("A1 C1 E1 G1"), rules, stands, Notes(), ())
    assert names(sorted(seen.cells_of(dark, after.seen))) == "B1 C1 D1 E1 F1"


def test_a_large_one_stops_before_whatever_any_of_its_cells_would_meet() -> None:
    play = scene(Board(8, 2), {"c": "A1", "a": "D2"}, a=True)
    play = play.with_combatant(replace(play.combatants["c"], controllers=frozenset({"p"})))
    after = gone(play, "c", cells("A1 B1 C1 D1"), LARGE, stands, Notes(), ())
    assert after.places["c"].at == "B1"


def test_of_a_way_that_was_told_to_end_the_rest_is_not_gone() -> None:
    way = tuple(cells("A1 B1 C1"))
    stopped = fact("core.board.blocked", who=Ref("a"), cell="B1")
    for told, gone_so_far in (
        ((), "A1 B1 C1"),
        ((stopped,), "A1 B1"),
        ((fact("core.board.blocked", who=Ref("b"), cell="B1"),), "A1 B1 C1"),
        ((fact("core.board.blocked", who=Ref("a"), cell="H8"),), "A1 B1 C1"),
        ((fact("core.board.placed", who=Ref("a"), cell="B1"),), "A1 B1 C1"),
    ):
        assert names(_up_to(way, "a", told)) == gone_so_far


def test_one_comes_beside_another_by_the_cheapest_way_to_plain_ground_that_is_free() -> None:
    board = Board(5, 3, {"B1": Land("difficult")})
    play = scene(board, {"a": "A2", "c": "C2", "d": "B2"})
    assert names(nearest_to(play, "a", USUAL, "c", 9, stands)) == "A2 B3", "the fallen lie on one, and one is dear"
    assert names(nearest_to(play, "d", USUAL, "c", 9, stands)) == "B2", "one is there already"
    ice = replace(USUAL, grounds=(GroundKind("clear"), GroundKind("ice")))
    for plain in ("B1", "B2", "B3"):
        frozen = Board(3, 3, {name: Land("ice") for name in ("B1", "B2", "B3") if name != plain})
        assert names(nearest_to(scene(frozen, {"a": "A2", "c": "C2"}), "a", ice, "c", 9, stands)) == f"A2 {plain}"
    walled = replace(play, board=Board(5, 3, edges={f"B{row}:e": "wall" for row in (1, 2, 3)}))
    assert nearest_to(scene(Board(5, 1), {"a": "A1", "c": "E1"}), "a", USUAL, "c", 2, stands) is None
    assert nearest_to(walled, "a", USUAL, "b", 9, stands) is None, "who stands nowhere is beside nobody"
    assert next_to(play, "a", LARGE, "c", at("E3"))
    assert not next_to(play, "a", USUAL, "c", at("E3"))
    assert next_to(play, "c", LARGE, "a", at("B3"))
    assert next_to(scene(Board(5, 3), {"a": "C1"}), "c", LARGE, "a", at("A1"))
    assert not next_to(scene(Board(5, 3), {"c": "A1"}), "a", USUAL, "c", Cell(0, 1)), "it is beyond the board"


def test_towards_another_one_goes_as_far_as_one_comes() -> None:
    play = scene(Board(8, 1), {"a": "A1", "c": "H1"})
    assert [towards(play, "a", USUAL, "c", most, stands) for most in (1, 3, 9)] == [
        at("B1"), at("D1"), at("G1"),
    ]  # fmt: skip
    assert towards(replace(play, places={**play.places, "a": play.places["c"]}), "a", USUAL, "c", 3, stands) is None
    cut = replace(play, board=Board(8, 1, {"E1": Land("solid")}))
    assert towards(cut, "a", USUAL, "c", 3, stands) is None


def test_one_may_stop_where_there_is_room_and_nobody_else() -> None:
    play = scene(Board(4, 2, {"D1": Land("water")}), {"a": "A1", "b": "B1", "d": "C1"})
    free = [name for name in ["A1", "B1", "C1", "D1", "D2", "E1"] if free_for(play, "a", at(name), USUAL, stands)]
    assert free == ["A1", "C1", "D2"]
    large = [name for name in ["A1", "B1", "C1"] if free_for(play, "c", at(name), LARGE, stands)]
    assert large == []
    alone = scene(Board(4, 2), {"a": "A1"})
    assert [free_for(alone, "c", at(name), LARGE, stands) for name in ("A1", "B1", "C1", "D1")] == [
        False, True, True, False,
    ]  # fmt: skip


def test_how_many_cells_it_is_between_two() -> None:
    play = scene(Board(8, 8), {"a": "A1", "c": "C1", "d": "C4"})
    assert [cells_between(play, USUAL, "a", other) for other in ("c", "d", "b", None)] == [2, 4, None, None]
    assert [cells_between(play, LARGE, one, other) for one, other in (("c", "d"), ("d", "c"), ("a", "c"))] == [2, 2, 2]
    assert cells_between(scene(Board(8, 8), {"c": "A1", "a": "D1"}), LARGE, "c", "a") == 2
    assert cells_between(replace(play, board=None), USUAL, "a", "c") is None


# While the way is chosen


def test_a_form_asks_for_the_end_of_the_way_and_the_cells_on_it() -> None:
    to, via = square_inputs(required=True, proposed="C3")
    assert (to.required, to.default, to.length, to.fresh, to.seldom) == (True, "C3", 4, True, False)
    assert (via.required, via.default, via.length, via.fresh, via.seldom) == (False, None, 47, True, True)
    assert [(one.required, one.default) for one in square_inputs()] == [(False, None)] * 2


def test_the_cells_that_are_reached_are_shown_with_their_cost_and_the_far_ones_as_such() -> None:
    rules = replace(USUAL, across=5, unit="unit.feet")
    found = overlay(corridor(), "a", rules, {}, stands, most=9, usual=3)
    assert [(name_of(one.cell), one.cost, one.far) for one in found.choosable] == [
        ("B1", 5, False),
        ("D1", 15, False),
        ("E1", 20, True),
        ("F1", 25, True),
    ]
    assert (found.field, found.via, found.chosen, found.way, found.facts) == ("to", "via", (), (), ())
    assert not any(one.far for one in overlay(corridor(), "a", rules, {}, stands, most=9).choosable)


@pytest.mark.parametrize(
    ("unit", "code"), [("core.board.cells", "core.board.way_cells"), ("unit.metres", "core.board.way_metres")]
)
def test_the_way_to_the_cell_that_was_tapped_is_shown_with_what_it_is_long(unit: str, code: str) -> None:
    rules = replace(USUAL, across=2, unit=unit)
    found = overlay(corridor(), "a", rules, {"to": "D1"}, stands, most=9)
    assert (found.chosen, names(found.way), found.facts) == ((at("D1"),), "A1 B1 C1 D1", (fact(code, 6),))
    anywhere = overlay(corridor(), "a", rules, {"to": "D1"}, stands, most=ANYWHERE)
    assert (names(anywhere.way), anywhere.facts) == ("A1 B1 C1 D1", ())
    assert {one.cost for one in anywhere.choosable} == {None}


def test_a_cell_that_is_not_reached_ends_no_way_and_the_corners_stay() -> None:
    for to in ("H1", "Z9", ""):
        found = overlay(corridor(), "a", USUAL, {"to": to, "via": "B1 K1 ?"}, stands, most=9)
        assert (found.chosen, found.way) == ((at("B1"),), ())
