"""What a system makes a board show: facings, figures, what is seen, ways, marks and areas, by rules made up here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.audience import PUBLIC, Viewer
from rules.core.board.drawing import Point, at_corner, hem, line, on_step, outline
from rules.core.board.going import Going
from rules.core.board.grids import Corner
from rules.core.board.picture import Between, BoardPicture, picture
from rules.core.board.places import side_of
from rules.core.board.rules import USUAL, Answer, Area, Choosable, Figure, Line, Look, Overlay, Provoked, Turn
from rules.core.board.underway import Underway
from rules.core.boards import Board, Standing
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import NOT_YET, Fight
from rules.core.relations import Derived, RelationKind, relate
from tests.rules.core.board.boards import at, cells
from tests.rules.core.board.test_hand import ANA, DJ, scene

SEEN = (fact("toy.seen"),)
PLACES = {"a": Standing("A1", 2), "b": Standing("C3"), "c": Standing("E5", 0)}
FIGHT = replace(scene(Board(8, 8)), places=PLACES)


def shown(
    overlay: Overlay = Overlay(),  # noqa: B008
    viewer: Viewer = ANA,
    *,
    going: Overlay = Overlay(),  # noqa: B008
    play: Underway = Underway(),  # noqa: B008
    fight: Fight[Any, Any] = FIGHT,
    looking: dict[str, str] | None = None,
    turn: tuple[str, ...] = (),
    underway: Overlay = Overlay(),  # noqa: B008
    **rules: Any,
) -> BoardPicture:
    """The board while a prepares an act that shows this; going: what the act of going somewhere shows."""
    made = replace(
        USUAL,
        overlay=lambda fight, who, viewer, looking: going if looking["action"] == "move" else overlay,
        underway=lambda fight, told, asked: underway,
        **rules,
    )
    found = picture(made, fight, viewer, {"actor": "a", "action": "toy", **(looking or {})}, lambda fight: turn, play)
    assert found is not None
    return found


def test_tokens_turn_by_their_facing_and_figures_by_their_twist_too() -> None:
    figures = {"a": Figure("mech", 3), "b": Figure("mech", 1)}
    found = shown(facings=8, figure=lambda fight, who: figures.get(who))
    assert [(one.who, one.turn, one.torso) for one in found.tokens] == [("a", 90, 225), ("b", None, 45), ("c", 0, 0)]
    still = shown(figure=lambda fight, who: figures.get(who))
    assert [(one.turn, one.torso % 360) for one in still.tokens] == [(None, 0)] * 3
    assert [one.figure for one in found.tokens] == [figures["a"], figures["b"], None]
    assert [one.turn for one in shown().tokens] == [None, None, None]


def where(found: BoardPicture) -> dict[str, Explanation]:
    return {one.who: one.where for one in found.tokens}


def test_where_others_are_is_said_with_what_ones_own_or_who_acts_sees_of_them() -> None:
    sight = {("a", "c"): Overlay(facts=SEEN), ("a", "a"): Overlay(facts=SEEN), ("b", "c"): Overlay(facts=SEEN * 2)}
    rules: dict[str, Any] = {"sight": lambda fight, one, other: sight.get((one, other), Overlay())}
    plain = {who: (fact("core.board.at", cell=one.at), side_of(FIGHT, who)) for who, one in PLACES.items()}
    assert where(shown(**rules)) == {**plain, "c": (*plain["c"], *SEEN)}
    assert where(shown(viewer=PUBLIC, turn=("b",), **rules)) == {**plain, "c": (*plain["c"], *SEEN, *SEEN)}
    assert where(shown(viewer=PUBLIC, **rules)) == plain


def test_a_way_has_a_line_and_what_provokes_on_it_marks_side_by_side() -> None:
    way = tuple(cells("A1 B1 C1"))
    steps = [(way[0], way[1], "b"), (way[1], way[0], "c"), (way[1], way[2], "b")]
    found = shown(Overlay(way=way, provoked=tuple(Provoked(*step, Fact("toy.provoked")) for step in steps)))
    assert found.way == line(way, "square", 1)
    marks = [on_step(way[0], way[1], "square", place, 2) for place in (0, 1)] + [
        on_step(way[1], way[2], "square", 0, 1)
    ]
    assert [(one.x, one.y, one.by, one.said) for one in found.provoked] == [
        (mark.x, mark.y, by, Fact("toy.provoked")) for mark, (_start, _end, by) in zip(marks, steps, strict=True)
    ]
    assert shown(Overlay(way=way[:1])).way == ""


def test_areas_are_filled_and_those_that_threaten_or_end_have_a_border() -> None:
    some = tuple(cells("B2 C2"))
    kinds = ("burst", "threatened", "edge_of_burst")
    found = shown(Overlay(areas=(*(Area(kind, some) for kind in kinds), Area("burst", ()), Area("threatened", ()))))
    assert [(one.kind, one.path) for one in found.areas] == [
        ("burst", outline(some, "square")),
        ("hatched", outline(some, "square")),
        ("threatened", hem(some, "square")),
        ("edge_of_burst", hem(some, "square")),
    ]


def test_what_is_under_way_is_shown_to_all_and_whom_it_waits_for() -> None:
    corner, told = Corner(3, 3), (fact("toy.burst"),)
    found = shown(viewer=PUBLIC, underway=Overlay(points=(corner,), facts=told, awaited=frozenset({"c"})))
    assert (found.points, found.facts, found.here) == ((at_corner(corner),), told, "c")
    assert [one.who for one in found.tokens if one.awaited] == ["c"]


def test_what_a_tap_aims_and_fills_stands_on_the_token() -> None:
    aimed = Overlay("to", aims=(("c", {"target": "c"}),), choosable=(Choosable(at("B2")),))
    tokens = {one.who: one for one in shown(aimed).tokens}
    assert (tokens["c"].aims, tokens["b"].aims) == ({"target": "c"}, None)
    assert shown(aimed).spot_shape == "square"
    assert shown(replace(aimed, corners=True, chosen=(at("B2"),))).spot_shape == "corner"
    assert shown(replace(aimed, corners=True, chosen=(at("B2"),))).marked == ""
    assert shown(replace(aimed, chosen=(at("B2"), at("Z9")))).marked == outline([at("B2")], "square")


def test_corners_of_a_way_are_set_and_taken_back_by_buttons() -> None:
    way = Overlay("to", via="via")

    def tools(**looking: str) -> list[tuple[Fact, dict[str, str]]]:
        return [(one.label, dict(one.fills)) for one in shown(way, looking=looking).tools]

    def by(cell: str, via: str) -> tuple[Fact, dict[str, str]]:
        return fact("core.board.go_by", cell=cell), {"via": via, "to": ""}

    def back(cell: str, via: str, to: str) -> tuple[Fact, dict[str, str]]:
        return fact("core.board.not_by", cell=cell), {"via": via, "to": to}

    assert tools() == []
    assert tools(to="C3") == [by("C3", "C3")]
    assert tools(to="C3", via="B2 B3") == [by("C3", "B2 B3 C3"), back("B3", "B2", "C3")]
    assert tools(to="B3", via="B2 B3") == [back("B3", "B2", "B3")]
    assert tools(to="B2", via="B2 B3") == [by("B2", "B2 B3 B2"), back("B3", "B2", "B2")]
    assert shown(Overlay("to"), looking={"to": "C3"}).tools == ()


def test_of_what_may_be_looked_at_the_one_that_is_shown_is_named() -> None:
    looks = (Look("reach", Fact("toy.reach"), False), Look("arcs", Fact("toy.arcs"), True))
    found = shown(viewer=DJ, shows=lambda fight, who, looking: Overlay(looks=looks))
    assert (found.look, found.looks) == ("arcs", looks)
    assert shown(viewer=DJ, shows=lambda fight, who, looking: Overlay(looks=looks[:1])).look == ""


def test_where_the_form_asks_for_no_cell_a_tap_begins_a_move_as_long_as_one_may_go() -> None:
    there, asked = (Overlay("to", choosable=(Choosable(at(cell)),)) for cell in ("B2", "D4"))

    def spots(
        overlay: Overlay, reasons: dict[str, Fact | None], viewer: Viewer = ANA, action: str = "toy"
    ) -> list[str]:
        play = Underway(reasons=lambda who: reasons)
        found = shown(overlay, viewer, going=there, play=play, looking={"action": action})
        return [*(one.name for one in found.spots), *(one.kind for one in found.expanses)]

    may, never = {"move": None, "toy": None}, Fact("toy.never")
    assert spots(Overlay(), may) == spots(Overlay(), may, DJ) == ["begins"]
    assert spots(Overlay(), {"move": NOT_YET}) == spots(Overlay(), {"move": never}) == []
    assert spots(asked, may) == spots(asked, {"toy": NOT_YET}) == ["D4"]
    assert spots(asked, {"toy": never}) == []
    assert spots(Overlay(), {"toy": never}) == []
    assert spots(Overlay(), may, action="move") == ["B2"]
    (begins,) = shown(going=there, play=Underway(reasons=lambda who: may)).expanses
    assert (begins.field, begins.fills["action"], begins.path) == ("to", "move", outline([at("B2")], "square"))
    assert shown(play=Underway(reasons=lambda who: may)).expanses == ()


def test_arrows_stand_where_one_may_turn() -> None:
    turns = (Turn(at("A1"), 2, 5, Fact("toy.facing"), {"facing": "2"}, True),)
    (arrow,) = shown(Overlay("to", turns=turns), facings=8).arrows
    assert (arrow.turn, arrow.labels, arrow.fills, arrow.chosen) == (
        90,
        (Fact("toy.facing"), fact("core.board.cost", 5)),
        {"facing": "2"},
        True,
    )


def test_lines_are_drawn_to_where_they_are_stopped() -> None:
    lines = (Line("stopped", (0, 0), (100, 200), (50, 100)), Line("clear", (0, 0), (100, 200)))
    found = shown(Overlay(lines=lines)).strokes
    assert [(one.kind, one.start, one.end, one.stopped) for one in found] == [
        ("stopped", Point(0, 0), Point(60, 120), Point(30, 60)),
        ("clear", Point(0, 0), Point(60, 120), None),
    ]


def test_what_is_tapped_is_told_from_where_one_would_stand() -> None:
    why = (fact("toy.why"),)
    rules: dict[str, Any] = {"sight": lambda fight, one, other: Overlay(between=(one, other), facts=SEEN, why=why)}
    found = shown(looking={"unit": "c"}, **rules).between
    assert found == Between("a", "c", SEEN, "", why)
    planned = shown(Overlay(way=tuple(cells("A1 B2"))), looking={"unit": "c"}, **rules).between
    assert planned == Between("a", "c", SEEN, "B2", why)
    assert shown(looking={"unit": "a"}, **rules).between is None
    assert shown(looking={"unit": "z"}, **rules).between is None
    own = Overlay(between=("a", "b"), facts=(fact("toy.aimed"),))
    assert shown(own).between == Between("a", "b", own.facts)
    assert shown(own).facts == ()


def test_what_follows_from_places_is_told_once_and_what_was_declared_against_it() -> None:
    """Two kinds follow from one distance, by rows of their own; one says something of a combatant alone."""
    cells_off = fact("toy.cells", 4)

    def says(value: str, row: str) -> Any:
        return lambda fight, of, to: Derived(value, (replace(cells_off, rules=(row,)),))

    near = RelationKind("near", ("far", "near"), "between", derived=says("far", "R1"))
    cover = RelationKind("cover", ("none", "half"), derived=says("half", "R2"))
    alone = RelationKind("alone", ("no", "yes"), "one", derived=lambda fight, of, to: Derived("yes", SEEN))
    silent = RelationKind("silent", ("no", "yes"))
    rules: dict[str, Any] = {
        "derives": (near, cover, alone, silent),
        "sight": lambda fight, one, other: Overlay(between=(one, other), facts=(Fact("near.near"), *SEEN)),
    }
    near_declared = relate(FIGHT, near, "a", "c", "near")
    found = shown(fight=near_declared, looking={"unit": "c"}, **rules).between
    assert found is not None
    assert found.why == (replace(cells_off, rules=("R1",)),)
    assert found.overruled == (Fact("near.near"),)
    assert found.told == SEEN
    cover_declared = relate(FIGHT, cover, "c", "a", "none")
    found = shown(fight=cover_declared, looking={"unit": "c"}, **rules).between
    assert found is not None
    assert (found.overruled, found.told) == ((Fact("cover.none"),), (Fact("near.near"), *SEEN))


def test_the_way_of_who_is_under_way_is_drawn_with_its_ghost() -> None:
    way = tuple(cells("C3 C4 C5"))
    found = shown(play=Underway(going=Going("b", way)))
    assert (found.way, found.ghost is not None) == (line(way, "square", 1), True)
    assert shown().ghost is None


def test_doors_are_for_the_game_master_and_for_who_stands_beside_them() -> None:
    doors = replace(FIGHT, board=Board(8, 8, edges={"A1:e": "door", "F6:e": "door"}))
    found = {
        viewer: [(one.name, one.by) for one in shown(viewer=viewer, fight=doors).doors] for viewer in (DJ, ANA, PUBLIC)
    }
    assert found == {DJ: [("A1:e", None), ("F6:e", None)], ANA: [("A1:e", "a")], PUBLIC: []}


def test_only_who_may_act_for_a_combatant_sees_what_its_form_shows() -> None:
    way = Overlay("to", way=tuple(cells("A1 B1")))
    assert shown(way).way == shown(way, DJ).way == line(cells("A1 B1"), "square", 1)
    assert shown(way, PUBLIC).way == shown(way, DJ, looking={"actor": ""}).way == ""
    assert shown(way, DJ, looking={"actor": "nobody"}).way == ""


def test_what_is_tapped_is_looked_at_from_who_acts_else_whose_turn_it_is_else_ones_own() -> None:
    rules: dict[str, Any] = {"sight": lambda fight, one, other: Overlay(between=(one, other), facts=SEEN)}

    def looks(viewer: Viewer = ANA, **more: Any) -> str | None:
        found = shown(viewer=viewer, looking={"unit": "c", **more.pop("looking", {})}, **rules, **more).between
        return found and found.one

    nobody = {"actor": ""}
    assert looks(turn=("b",)) == looks() == "a"
    assert looks(turn=("b",), looking=nobody) == looks(PUBLIC, turn=("b",), looking=nobody) == "b"
    assert looks(looking=nobody) == "a"
    assert looks(PUBLIC, looking=nobody) is None
    assert looks(DJ, looking={"actor": "d"}) is None, "it stands nowhere"


def test_at_the_end_of_a_way_nothing_holds_that_was_declared_before_it() -> None:
    near = RelationKind("near", ("far", "near"), "between", derived=lambda fight, of, to: Derived("far", SEEN))
    known: list[int] = []

    def sight(fight: Fight[Any, Any], one: str, other: str) -> Overlay:
        known.append(len(fight.relations))
        return Overlay(between=(one, other))

    declared = relate(FIGHT, near, "a", "c", "near")
    shown(Overlay(way=tuple(cells("A1 B1"))), fight=declared, looking={"unit": "c"}, derives=(near,), sight=sight)
    assert 0 in known


def test_the_same_two_are_drawn_once_and_what_is_seen_of_none_is_drawn_too() -> None:
    own, seen = Line("clear", (0, 0), (100, 100)), Line("clear", (0, 0), (200, 200))

    def drawn(between: tuple[str, str] | None, seen_between: tuple[str, str] | None) -> list[Point]:
        overlay = Overlay(between=between, lines=(own,))
        sight = Overlay(between=seen_between, lines=(seen,))
        found = shown(overlay, looking={"unit": "c"}, sight=lambda fight, one, other: sight)
        return [one.end for one in found.strokes]

    both = [Point(60, 60), Point(120, 120)]
    assert drawn(("a", "c"), ("a", "c")) == both[:1]
    assert drawn(None, None) == drawn(None, ("a", "c")) == drawn(("a", "b"), ("a", "c")) == both


def test_what_may_be_looked_at_is_that_of_ones_own() -> None:
    rules: dict[str, Any] = {
        "shows": lambda fight, who, looking: Overlay(looks=(Look(f"of {who}", Fact("toy.reach"), True),))
    }

    def look(viewer: Viewer, actor: str, unit: str) -> str:
        return shown(viewer=viewer, looking={"actor": actor, "unit": unit}, **rules).look

    assert [look(ANA, *one) for one in (("a", "c"), ("", "a"), ("", "c"), ("c", "c"))] == ["of a", "of a", "", ""]
    assert [look(DJ, *one) for one in (("a", "c"), ("", "c"), ("d", ""), ("", ""))] == ["of a", "of c", "", ""]


def test_a_tap_on_who_stands_where_one_may_go_fills_in_the_cell_but_not_a_corner_or_another_form() -> None:
    there = Overlay("to", choosable=(Choosable(at("C3")),))

    def fills(found: BoardPicture) -> list[object]:
        return [one.fills for one in found.tokens]

    assert fills(shown(there)) == [None, {"to": "C3"}, None]
    assert fills(shown(replace(there, corners=True))) == [None] * 3
    assert fills(shown(going=there, play=Underway(reasons=lambda who: {"move": None}))) == [None] * 3


def test_what_is_told_and_answered_stands_beside_the_board_and_no_field_where_only_spots_are_tapped() -> None:
    answers = (Answer(Fact("toy.answer"), Fact("toy.says")),)
    found = shown(Overlay("to", facts=SEEN, answers=answers), looking={"to": "A1:e"})
    assert (found.facts, found.answers, found.field, found.marked_edges) == (SEEN, answers, "", "")
    refused = Underway(reasons=lambda who: {"toy": Fact("toy.never")})
    assert shown(Overlay(facts=SEEN), play=refused).facts == SEEN
    assert shown(Overlay("to", facts=SEEN), play=refused).facts == ()


def test_where_one_is_about_to_go_no_tap_begins_it_again() -> None:
    there = Overlay(choosable=(Choosable(at("B2")),))
    may = Underway(reasons=lambda who: {"move": None})
    assert shown(going=there, play=may, looking={"action": "move"}).expanses == ()
